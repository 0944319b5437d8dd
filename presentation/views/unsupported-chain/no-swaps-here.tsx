import type { ReactElement } from 'react';
import { sortApprovedFirst } from '../../../domain/network/network-list.js';
import { isSwapNetwork } from '../../../domain/swap/swap-networks.js';
import { NetworkRow } from '../../components/network-row.js';
import { Notice } from '../../components/notice.js';
import { useChooseNetwork } from '../../components/use-choose-network.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Shown if the network has no swaps: the app's networks that have them, to choose from. */
export const NoSwapsHere = (): ReactElement => {
  const m = useMessages();
  const { network: current, networks, approvedChainIds } = useNetwork();
  const choose = useChooseNetwork(current);
  const withSwaps = sortApprovedFirst(networks, approvedChainIds).filter(({ caipNetworkId }) => isSwapNetwork(caipNetworkId));
  const networkName = current?.name ?? m.network;
  if (withSwaps.length === 0) return <Notice icon="warning" title={m.swapUnsupported} hint={m.swapNoNetworks} />;
  return (
    <div className="stack">
      <p className="hint">{m.swapNetworksHint(networkName)}</p>
      <ul className="list" aria-label={m.networkList}>
        {withSwaps.map((network) => (
          <li key={network.caipNetworkId}>
            <NetworkRow network={network} current={false} disabled={false} onClick={() => choose(network)} />
          </li>
        ))}
      </ul>
    </div>
  );
};
