import { TimeoutError } from 'rxjs';
import type { WalletSession } from '../../application/ports/chain.port.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { awaitWallet } from '../shared/await-wallet.js';
import { Bip122Session, type OpenSessionOptions } from './bip122-session.js';
import type { WalletDiscovery } from './wallet-discovery.js';
import { openWallet } from './wallets/open-wallet.js';

/** Opens a session; `null` when the wallet shares no address. Listeners are attached before the first read, so that no change is lost. */
export const openSession = async (request: OpenSessionOptions, signal: AbortSignal): Promise<WalletSession | null> => {
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

export interface ResumeSessionOptions extends Omit<OpenSessionOptions, 'wallet' | 'connector' | 'dialect' | 'canPrompt'> {
  readonly connectorId: string;
  readonly discovery: WalletDiscovery;
}

/** Resumes a session with a stored wallet, waiting for one that is injected late; `null` when it shares no address. Never prompts. */
export const resumeSession = async (
  { connectorId, discovery, ...options }: ResumeSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const found = await awaitWallet(discovery, connectorId, options.clock, signal);
  // Two wallets claim this name, and only the user knows which one was meant.
  if (found.connector.suspicious) return null;
  const { connector, dialect } = found;
  try {
    return await openSession({ ...options, wallet: openWallet(found), connector, dialect, canPrompt: false }, signal);
  } catch (error) {
    // A wallet that needs a prompt to share addresses, or that does not respond, counts as disconnected.
    if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/unsupported-method')) return null;
    if (isLatchkeyError(error) && error.cause instanceof TimeoutError) return null;
    throw error;
  }
};
