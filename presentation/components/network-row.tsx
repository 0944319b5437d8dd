import type { ReactElement } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';
import { Picture } from './picture.js';
import { Row } from './row.js';

/** A network in a list. */
export interface NetworkRowProps {
  readonly network: Network;
  readonly current: boolean;
  readonly disabled: boolean;
  /** Why it cannot be chosen. */
  readonly reason?: string;
  readonly onClick: () => void;
}

/** A network in a list: marked if it is in use, closed if the wallet does not offer it. */
export const NetworkRow = ({ network, current, disabled, reason, onClick }: NetworkRowProps): ReactElement => {
  const m = useMessages();
  return (
    <Row
      start={<Picture src={network.assets.imageUrl} name={network.name} round />}
      title={network.name}
      detail={disabled && reason !== undefined ? <span className="why">{reason}</span> : undefined}
      end={
        <>
          {network.testnet ? <span className="tag">{m.testnet}</span> : null}
          {current ? <Current /> : null}
        </>
      }
      focusKey={network.caipNetworkId}
      testId={`lk-network-${network.caipNetworkId}`}
      disabled={disabled}
      current={current}
      onClick={onClick}
    />
  );
};

const Current = (): ReactElement => (
  <span className="now">
    <Icon name="check" />
  </span>
);
