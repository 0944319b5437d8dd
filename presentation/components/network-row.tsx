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
  readonly onClick: () => void;
}

/** A network in a list: marked if it is in use, closed if the wallet does not allow it. */
export const NetworkRow = ({ network, current, disabled, onClick }: NetworkRowProps): ReactElement => {
  const m = useMessages();
  const tag = disabled ? m.notApproved : network.testnet ? m.testnet : null;
  return (
    <Row
      start={<Picture src={network.assets.imageUrl} name={network.name} round />}
      title={network.name}
      end={
        <>
          {tag === null ? null : <span className="tag">{tag}</span>}
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
