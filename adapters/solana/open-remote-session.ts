import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import { openSession } from './open-session.js';
import { RemoteWallet } from './remote-wallet.js';
import type { SolanaSessionParts } from './solana-session.js';

/** What a session of the wallet protocol becomes a Solana session with. */
export interface OpenRemoteSession extends Adoption {
  /** Loads what builds and broadcasts transactions. */
  readonly node: SolanaSessionParts['node'];
}

/** Opens a Solana session over one of the wallet protocol; `null` when it shares no Solana account. Nobody is asked. */
export const openRemoteSession = (
  { remote, connector, network, networks, node }: OpenRemoteSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = new RemoteWallet({ remote, name: connector.name, icon: connector.icon, networks });
  const asked = Promise.resolve({ accounts: wallet.accounts });
  return openSession({ connector, wallet, network: nearest(network, wallet, networks()), node, asked }, signal);
};

/** The network if the wallet shares accounts there, else the first configured one where it does. */
const nearest = (network: Adoption['network'], { chains }: RemoteWallet, networks: ReturnType<Adoption['networks']>): Adoption['network'] =>
  [network, ...networks].find(({ caipNetworkId }) => chains.includes(caipNetworkId)) ?? network;
