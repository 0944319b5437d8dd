import type { WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { awaitWallet } from '../shared/await-wallet.js';
import type { Eip6963Discovery } from './eip-6963-discovery.js';
import { openSession } from './eip155-session.js';

/** What a remembered session is taken up with. */
export interface ResumeSession {
  readonly connectorId: string;
  /** Has begun. */
  readonly discovery: Eip6963Discovery;
  readonly clock: Clock;
}

/**
 * Takes up a session with a remembered wallet, also when it announces itself late; `null` when it shares no account. The
 * wallet is never opened.
 */
export const resumeSession = async (
  { connectorId, discovery, clock }: ResumeSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const wallet = await awaitWallet(discovery, connectorId, clock, signal);
  // Two wallets claim this identity: which of them was meant only the person can say.
  if (wallet.connector.suspicious) return null;
  try {
    return await openSession({ wallet, clock, method: 'eth_accounts' }, signal);
  } catch (error) {
    // Some wallets answer a site that they do not share with by an error instead of an empty list.
    if (isLatchkeyError(error, 'wallet/unauthorized')) return null;
    throw error;
  }
};
