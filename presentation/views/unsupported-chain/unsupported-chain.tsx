import type { ReactElement } from 'react';
import { sortApprovedFirst } from '../../../domain/network/network-list.js';
import { DisconnectRow } from '../../components/disconnect-row.js';
import { Icon } from '../../components/icon.js';
import { NetworkRow } from '../../components/network-row.js';
import { useChooseNetwork } from '../../components/use-choose-network.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Shown if the wallet is on a network that the app does not support: switch to a supported one or disconnect. */
export const UnsupportedChain = (): ReactElement => {
  const m = useMessages();
  const { network: current, networks, approvedChainIds } = useNetwork();
  const { connectedWalletInfo } = useAccount();
  const choose = useChooseNetwork(current);
  const networkName = current === undefined ? m.unknownNetwork : current.unknown ? m.networkId(String(current.id)) : current.name;
  return (
    <div className="stack">
      <div className="caution" role="alert">
        <Icon name="warning" />
        <div>
          <h2>{m.unsupportedTitle(connectedWalletInfo?.name ?? m.wallet)}</h2>
          <p>{m.unsupportedHint(networkName)}</p>
        </div>
      </div>
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
