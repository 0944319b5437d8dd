import type { WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { SignInMessageRequest } from '../../application/ports/sign-in.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { awaitWallet } from '../shared/await-wallet.js';
import type { StandardWallets } from '../shared/standard-wallets.js';
import { SolanaSession, type SolanaSessionDeps } from './solana-session.js';
import { featureOf } from './standard-features.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readConnectResponse } from './wallet-responses.js';

const METHOD = 'standard:connect';
/** Timeout of requests that need no prompt. A locked or restarting wallet may never respond. */
const NO_PROMPT_TIMEOUT_MS = 5_000;

/**
 * Opens a session; `null` when the wallet shares no account. Listeners are attached before the wallet's response is read, so that no change
 * in between is lost.
 */
const open = async (
  deps: SolanaSessionDeps,
  connect: (session: SolanaSession) => Promise<void>,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const session = new SolanaSession(deps);
  try {
    await connect(session);
    if (session.accounts.length > 0) return session;
  } catch (error) {
    session.release();
    signal.throwIfAborted();
    throw toLatchkeyError(error, METHOD);
  }
  session.release();
  return null;
};

const readResponse = async (session: SolanaSession, pendingResponse: Promise<unknown>): Promise<void> =>
  session.updateAccounts(readConnectResponse(await pendingResponse, METHOD));

/** Opens a session from a pending connect response; `null` when the wallet shares no account. */
export const openSession = (
  { pendingResponse, ...deps }: SolanaSessionDeps & { readonly pendingResponse: Promise<unknown> },
  signal: AbortSignal,
): Promise<WalletSession | null> => open(deps, (session) => readResponse(session, pendingResponse), signal);

export interface SignInSessionOptions extends SolanaSessionDeps {
  readonly message: SignInMessageRequest;
  /** Connects the wallet without a sign-in. */
  readonly requestAccounts: () => Promise<unknown>;
}

/** Opens a session with one prompt that connects and signs in, or with `requestAccounts` if the wallet cannot do that. */
export const openSignInSession = (
  { message, requestAccounts, ...deps }: SignInSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> =>
  open(
    deps,
    async (session) => {
      if (!(await session.connectWithSignIn(message, signal))) await readResponse(session, requestAccounts());
    },
    signal,
  );

export interface ResumeSessionOptions extends Omit<SolanaSessionDeps, 'wallet' | 'connector'> {
  readonly connectorId: string;
  /** Already started. */
  readonly wallets: StandardWallets;
  readonly clock: Clock;
}

/** Resumes a session with a stored wallet, waiting for one that registers late; `null` when it shares no account. Never prompts. */
export const resumeSession = async (
  { connectorId, wallets, clock, ...deps }: ResumeSessionOptions,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const listed = await awaitWallet(wallets, connectorId, clock, signal);
  // Two wallets claim this name, and only the user knows which one was meant.
  if (listed.connector.suspicious) return null;
  const response = new Promise((resolve) => resolve(featureOf(listed.wallet, METHOD)?.connect({ silent: true })));
  try {
    const pendingResponse = withTimeout(NO_PROMPT_TIMEOUT_MS, clock, abortable(response, signal));
    return await openSession({ ...listed, ...deps, pendingResponse }, signal);
  } catch (error) {
    // Some wallets return an error instead of an empty list to an app without permission.
    if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/rejected')) return null;
    throw error;
  }
};
