import type { ReactElement } from 'react';
import { NetworkPicture } from '../../components/network-picture.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useCompatibleNetworks } from './use-compatible-networks.js';

/** The networks that the account's address receives from. */
export const WalletCompatibleNetworks = (): ReactElement => {
  const m = useMessages();
  return (
    <div className="stack">
      <p className="hint">{m.compatibleNetworksHint}</p>
      <ul className="list" aria-label={m.compatibleNetworkList}>
        {useCompatibleNetworks().map((network) => (
          <li key={network.caipNetworkId} className="row">
            <NetworkPicture network={network} />
            <span>{network.name}</span>
            {network.testnet ? <span className="tag">{m.testnet}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
};
