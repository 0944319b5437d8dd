import { type Observable, TimeoutError } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { parseAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SignInMessageRequest, SignInService } from '../ports/sign-in.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { resultFrom } from '../shared/result-from.js';
import { type Run, runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { PrepareSignIn, PrepareSignInError } from './prepare-sign-in.use-case.js';
import { revokeIfGone } from './revoke-if-gone.js';
import type { SignInStore } from './sign-in.store.js';
import { type SignInAccount, signInAccount, signInEventOf } from './sign-in-account.js';

/** The namespace of the account; default: the active one. */
export interface SignInInput {
  readonly namespace?: Namespace;
  /** Nonce of the message on screen. If another message would be signed by now, nothing is. Default: any message. */
  readonly nonce?: string | undefined;
}

/** Error codes of signing in. */
export type SignInError =
  | PrepareSignInError
  | Exclude<WalletErrorCode, 'wallet/rejected'>
  | 'connection/not-connected'
  | 'sign-in/declined'
  | 'sign-in/refused'
  | 'sign-in/smart-account-unsupported';

/** `working` while the message is created and verified, `approve-in-wallet` until the user signs or declines. */
export type SignInRunState = UseCaseState<'working' | 'approve-in-wallet', SignInSession, SignInError>;

/** Errors with a snackbar message of the specification. Screens explain the others. */
const SNACKBAR_CODES: readonly string[] = ['sign-in/declined', 'sign-in/smart-account-unsupported'];

/** Time limit for a service to verify a signature: that of a contract takes a read of its chain. */
const VERIFY_TIMEOUT_MS = 30_000;
/** Time limit for a service to return the sessions of an account. */
const READ_TIMEOUT_MS = 10_000;

type SignInRun = Run<'working' | 'approve-in-wallet'>;

export interface SignInDeps {
  readonly service: SignInService | null;
  readonly prepare: Pick<PrepareSignIn, 'execute'>;
  readonly store: SignInStore;
  readonly connections: ConnectionStore;
  readonly modal: Pick<ModalStore, 'show'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Signs the connected account in: requests a signature of the message that `PrepareSignIn` created, or of a new one, and has the service
 * verify it. Never retried. A message that was signed and could not be verified for want of a connection is sent again by the next run.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  execute({ namespace, nonce }: SignInInput = {}): Observable<SignInRunState> {
    const { service, connections, store, events, modal, logger } = this.#deps;
    return runUseCase('working', async (run) => {
      const account = signInAccount(service, connections, namespace);
      const own = connections.state.activeNamespace;
      try {
        const session =
          (await this.#addUnverified(account)) ??
          (await this.#signAndAdd(account, { ...(namespace === undefined ? {} : { namespace }), nonce }, run));
        if (await revokeIfGone(account.service, connections, account.account, logger))
          throw new LatchkeyError('sign-in/address-missing', {});
        store.dispatch({ type: 'sessions-read', account: account.account, sessions: await this.#sessionsOf(account, session) });
        store.announceChange();
        events.track('SIWX_AUTH_SUCCESS', signInEventOf(connections, namespace ?? own));
        return session;
      } catch (error) {
        if (run.signal.aborted || !isLatchkeyError(error)) throw error;
        events.track('SIWX_AUTH_ERROR', signInEventOf(connections, namespace ?? own));
        if (SNACKBAR_CODES.includes(error.code)) modal.show({ message: errorText(error), variant: 'error', error });
        throw error;
      }
    });
  }

  /** The account's sessions with the ends that the service has set; only the new one if they cannot be read. */
  async #sessionsOf({ service, account }: SignInAccount, added: SignInSession): Promise<readonly SignInSession[]> {
    const { chainId, address } = parseAccountId(account);
    try {
      const sessions = await withTimeout(READ_TIMEOUT_MS, this.#deps.clock, service.getSessions(chainId, address));
      return sessions.length === 0 ? [added] : sessions;
    } catch (error) {
      this.#deps.logger.warn('The sign-in sessions could not be read', error);
      return [added];
    }
  }

  /** Adds the session of a message that is signed already; `null` without one, or if its nonce is not valid any more. */
  async #addUnverified(account: SignInAccount): Promise<SignInSession | null> {
    const signed = this.#deps.store.unverifiedFor(account.account);
    if (signed === null) return null;
    try {
      await this.#addSession(account, signed);
      return signed;
    } catch (error) {
      if (isLatchkeyError(error, 'sign-in/unavailable')) throw error;
      return null;
    }
  }

  async #signAndAdd(account: SignInAccount, { namespace, nonce }: SignInInput, { signal, step }: SignInRun): Promise<SignInSession> {
    const { prepare, store } = this.#deps;
    const message = await resultFrom(prepare.execute(namespace === undefined ? {} : { namespace }));
    signal.throwIfAborted();
    // Another account may be in use by now, which the message names then.
    if (!isSameAddress(parseAccountId(account.account).namespace, message.accountAddress, account.address))
      throw new LatchkeyError('sign-in/address-missing', {});
    if (nonce !== undefined && message.nonce !== nonce) throw new LatchkeyError('sign-in/refused', { reason: 'expired' });
    step('approve-in-wallet');
    const signed = await this.#sign(account, message, signal);
    step('working');
    // Its nonce is used up, whatever the service responds.
    store.discardMessage();
    await this.#addSession(account, signed);
    return signed;
  }

  async #sign({ session, account }: SignInAccount, message: SignInMessageRequest, signal: AbortSignal): Promise<SignInSession> {
    const { toString: _, ...data } = message;
    const text = message.toString();
    try {
      return { data, message: text, signature: await requestSignature(session, { account, data, message: text }, signal) };
    } catch (error) {
      throw isLatchkeyError(error, 'wallet/rejected') ? new LatchkeyError('sign-in/declined', {}, { cause: error }) : error;
    }
  }

  /** Not cancelled: the service may already have added the session. */
  async #addSession({ service, session, account }: SignInAccount, signed: SignInSession): Promise<void> {
    const { store, clock, logger } = this.#deps;
    try {
      await withTimeout(VERIFY_TIMEOUT_MS, clock, service.addSession(signed));
      store.keepUnverified(account, null);
    } catch (error) {
      const isUnavailable = error instanceof TimeoutError || isLatchkeyError(error, 'sign-in/unavailable');
      store.keepUnverified(account, isUnavailable ? signed : null);
      if (isUnavailable) throw isLatchkeyError(error) ? error : new LatchkeyError('sign-in/unavailable', {}, { cause: error });
      const refusal = isLatchkeyError(error) ? error : new LatchkeyError('sign-in/refused', { reason: errorText(error) }, { cause: error });
      // The user sees no reason of an app's own service.
      logger.warn('The sign-in was refused', refusal);
      const isSmartAccount = session.accounts[0]?.type === 'smartAccount';
      throw isSmartAccount && refusal.code === 'sign-in/refused'
        ? new LatchkeyError('sign-in/smart-account-unsupported', {}, { cause: refusal })
        : refusal;
    }
  }
}

/** Requests a signature with the wallet's own prompt for sign-in messages, or as any text if it has none. */
const requestSignature = async (
  session: WalletSession,
  request: Parameters<NonNullable<WalletSession['signInMessage']>>[0],
  signal: AbortSignal,
): Promise<string> => {
  try {
    if (session.signInMessage !== undefined) return await session.signInMessage(request, signal);
  } catch (error) {
    if (!isLatchkeyError(error, 'wallet/unsupported-method')) throw error;
  }
  return session.signMessage({ account: request.account, message: request.message }, signal);
};
