import type { ReactElement } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useMessages } from '../hooks/use-messages.js';
import { Icon } from './icon.js';
import { NetworkPicture } from './network-picture.js';
import { Row } from './row.js';

/** Props of {@link NetworkRow}. */
export interface NetworkRowProps {
  readonly network: Network;
  readonly current: boolean;
  readonly disabled: boolean;
  /** Reason for being disabled. */
  readonly reason?: string;
  readonly onClick: () => void;
}

/** Row of a network, marked if it is the current one and disabled if the wallet does not approve it. */
export const NetworkRow = ({ network, current, disabled, reason, onClick }: NetworkRowProps): ReactElement => {
  const m = useMessages();
  return (
    <Row
      start={<NetworkPicture network={network} />}
      title={network.name}
      detail={disabled && reason !== undefined ? <span className="why">{reason}</span> : undefined}
      end={
        <>
          {network.testnet ? <span className="tag">{m.testnet}</span> : null}
          {current ? <CurrentMark /> : null}
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

const CurrentMark = (): ReactElement => (
  <span className="now">
    <Icon name="check" />
  </span>
);
