import type { Adoption, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { openSession } from './eip155-session.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';
import { type ReadNode, RemoteProvider } from './remote-provider.js';

/** What a session of the wallet protocol becomes an EVM session with. */
export interface OpenRemoteSession extends Adoption {
  readonly clock: Clock;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Pick<Eip155Reader, 'request'>>;
}

/** Opens an EVM session over one of the wallet protocol; `null` when it shares no EVM account. Nobody is asked. */
export const openRemoteSession = (
  { remote, connector, network, networks, clock, reader }: OpenRemoteSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const read: ReadNode = async (chainId, { method, params = [] }) => {
    const where = findNetworkById(networks(), chainId);
    if (where === undefined) throw new LatchkeyError('network/not-found', { chainId });
    return (await reader()).request({ method, params, network: where }, new AbortController().signal);
  };
  const provider = new RemoteProvider({ remote, chainId: network.caipNetworkId, read, clock });
  return openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, signal);
};
