import type { ReactElement } from 'react';
import { sortApprovedFirst } from '../../../domain/network/network-list.js';
import { DisconnectRow } from '../../components/disconnect-row.js';
import { NetworkRow } from '../../components/network-row.js';
import { useChooseNetwork } from '../../components/use-choose-network.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Shown if the wallet is on a network that the app does not support: switch to a supported one or disconnect. */
export const UnsupportedChain = (): ReactElement => {
  const m = useMessages();
  const { network: current, networks, approvedChainIds } = useNetwork();
  const choose = useChooseNetwork(current);
  return (
    <div className="stack">
      <p className="lead">{m.unsupportedHint}</p>
      <ul className="list" aria-label={m.networkList}>
        {sortApprovedFirst(networks, approvedChainIds).map((network) => (
          <li key={network.caipNetworkId}>
            <NetworkRow network={network} current={false} disabled={false} onClick={() => choose(network)} />
          </li>
        ))}
      </ul>
      <DisconnectRow />
    </div>
  );
};
