import { TimeoutError } from 'rxjs';
import type { WalletSession } from '../../application/ports/chain.port.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { Bip122Session, type OpenSession } from './bip122-session.js';
import type { WalletDiscovery } from './wallet-discovery.js';
import { openWallet } from './wallets/open-wallet.js';

/** Opens a session; `null` when the wallet shares no address. It is listened to before it is read, so that no change is lost. */
export const openSession = async (request: OpenSession, signal: AbortSignal): Promise<WalletSession | null> => {
  const session = new Bip122Session(request);
  try {
    if (await session.begin(signal)) return session;
  } catch (error) {
    session.release();
    throw error;
  }
  session.release();
  return null;
};

/** What a remembered session is taken up with. */
export interface ResumeSession extends Omit<OpenSession, 'wallet' | 'connector' | 'dialect' | 'asks'> {
  readonly connectorId: string;
  readonly discovery: WalletDiscovery;
}

/** Takes up a session with a remembered wallet, also when it comes late; `null` when it shares nothing. The wallet is never opened. */
export const resumeSession = async (
  { connectorId, discovery, ...rest }: ResumeSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const found = await awaitWallet(discovery, connectorId, rest.clock, signal);
  // Two wallets claim this name: which of them was meant only the person can say.
  if (found.connector.suspicious) return null;
  const { connector, dialect } = found;
  try {
    return await openSession({ ...rest, wallet: openWallet(found), connector, dialect, asks: false }, signal);
  } catch (error) {
    // A wallet that cannot tell without its owner shares nothing until asked, and one that is silent nothing until it says otherwise.
    if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/unsupported-method')) return null;
    if (isLatchkeyError(error) && error.cause instanceof TimeoutError) return null;
    throw error;
  }
};
