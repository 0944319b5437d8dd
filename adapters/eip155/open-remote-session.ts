import type { WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { Network } from '../../domain/network/network.js';
import { openSession } from './eip155-session.js';
import { type ReadNode, RemoteProvider } from './remote-provider.js';

/** What a session of the wallet protocol becomes an EVM session with. */
export interface OpenRemoteSession {
  readonly remote: RemoteSession;
  readonly connector: Connector;
  /** Where to begin, if the session allows it. */
  readonly network: Network;
  readonly clock: Clock;
  readonly read: ReadNode;
}

/** Opens an EVM session over one of the wallet protocol; `null` when it shares no EVM account. Nobody is asked. */
export const openRemoteSession = (
  { remote, connector, network, clock, read }: OpenRemoteSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const provider = new RemoteProvider(remote, network.caipNetworkId, read);
  return openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, signal);
};
