import type { WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { within } from '../../application/shared/within.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { awaitWallet } from '../shared/await-wallet.js';
import type { StandardWallets } from '../shared/standard-wallets.js';
import { SolanaSession, type SolanaSessionParts } from './solana-session.js';
import { featureOf } from './standard-features.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readConnectAnswer } from './wallet-answers.js';

const METHOD = 'standard:connect';
/** How long a wallet may take for what it answers without its owner. A locked or restarting one may never answer. */
const SILENT_TIMEOUT_MS = 5_000;

/**
 * Opens a session with what a wallet answered; `null` when it shares no account. The wallet is listened to before its answer
 * is taken, so that no change between the two is lost.
 */
export const openSession = async (
  { asked, ...parts }: SolanaSessionParts & { readonly asked: Promise<unknown> },
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const session = new SolanaSession(parts);
  try {
    const accounts = readConnectAnswer(await asked, METHOD);
    session.hear(accounts);
    if (accounts.length > 0) return session;
  } catch (error) {
    session.release();
    signal.throwIfAborted();
    throw toLatchkeyError(error, METHOD);
  }
  session.release();
  return null;
};

/** What a remembered session is taken up with. */
export interface ResumeSession extends Omit<SolanaSessionParts, 'wallet' | 'connector'> {
  readonly connectorId: string;
  /** Has begun. */
  readonly wallets: StandardWallets;
  readonly clock: Clock;
}

/** Takes up a session with a remembered wallet, also when it registers itself late; `null` when it shares nothing. Nobody is asked. */
export const resumeSession = async (
  { connectorId, wallets, clock, ...parts }: ResumeSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const listed = await awaitWallet(wallets, connectorId, clock, signal);
  // Two wallets go by this name: which of them was meant only the person can say.
  if (listed.connector.suspicious) return null;
  const answer = new Promise((resolve) => resolve(featureOf(listed.wallet, METHOD)?.connect({ silent: true })));
  try {
    const asked = within(SILENT_TIMEOUT_MS, clock, abortable(answer, signal));
    return await openSession({ ...listed, ...parts, asked }, signal);
  } catch (error) {
    // Some wallets answer a site that they do not share with by an error instead of an empty list.
    if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/rejected')) return null;
    throw error;
  }
};
