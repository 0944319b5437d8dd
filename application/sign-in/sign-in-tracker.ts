import { distinctUntilChanged, filter, map, merge, Subscription, skip, TimeoutError } from 'rxjs';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { accountOf, networkOf } from '../../domain/connection/connection-views.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NOTICES } from '../../domain/modal/snackbar-machine.js';
import { isReplaceable } from '../../domain/router/closing-rules.js';
import { type ViewName, view } from '../../domain/router/views.js';
import {
  type PromptContext,
  type PromptEffect,
  type PromptEvent,
  type PromptState,
  promptTransition,
} from '../../domain/sign-in/prompt-machine.js';
import { expiryOf, type SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { isSameAccount, type NamespaceSignIn } from '../../domain/sign-in/sign-in-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { DisconnectWallet } from '../connect/disconnect-wallet.use-case.js';
import type { CloseModal } from '../modal/close-modal.use-case.js';
import type { DeveloperNotices } from '../modal/developer-notices.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { OpenModal } from '../modal/open-modal.use-case.js';
import type { Browser } from '../ports/browser.port.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { SignInService } from '../ports/sign-in.port.js';
import type { Storage } from '../ports/storage.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { withTimeout } from '../shared/with-timeout.js';
import { revokeIfGone } from './revoke-if-gone.js';
import type { SignInStore } from './sign-in.store.js';
import { signInEventOf } from './sign-in-account.js';

/** Dependencies of {@link SignInTracker}. */
export interface SignInTrackerDeps {
  readonly service: SignInService;
  readonly store: SignInStore;
  readonly connections: ConnectionStore;
  readonly repository: Pick<ConnectionRepository, 'connectorIdOf'>;
  readonly modal: ModalStore;
  readonly open: Pick<OpenModal, 'execute'>;
  readonly close: Pick<CloseModal, 'execute'>;
  readonly disconnect: Pick<DisconnectWallet, 'execute'>;
  readonly storage: Storage;
  readonly browser: Browser;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly logger: Logger;
  readonly notices: Pick<DeveloperNotices, 'report'>;
}

/** Time limit for a service to return the sessions of an account, and to revoke one. */
const READ_TIMEOUT_MS = 10_000;
/** Time limit for a service to verify what a wallet signed while connecting. */
const VERIFY_TIMEOUT_MS = 30_000;
/** Time until sessions are read again that are over by this clock, but not by that of the service. */
const RECHECK_MS = 5 * 60_000;
/** Longest delay of a timer in browsers. @see https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers */
const MAX_DELAY_MS = 2 ** 31 - 1;

const SIGN_IN_VIEWS: readonly ViewName[] = ['SIWXSignMessage', 'ConnectingSiwe'];

/**
 * Finds out whether connected accounts are signed in, and prompts those that are not: once after connecting and after a change of the
 * account, and after a reload if sign-in is required. A valid session outlasts reloads and switches of the network. Disconnecting a
 * namespace revokes the sessions of its account. A service that cannot be reached ends no session. The rules are those of
 * `promptTransition`; this class runs their effects.
 */
export class SignInTracker {
  readonly #deps: SignInTrackerDeps;
  readonly #subscriptions = new Subscription();
  /** The connected accounts. */
  readonly #prompts = new Map<Namespace, PromptState>();
  /** Wallet sessions whose sign-ins were taken. */
  readonly #seen = new WeakSet<WalletSession>();
  /** Connectors of the connected accounts. */
  readonly #connectors = new Map<Namespace, string>();
  /** Revocations that are not answered yet: sessions are read after them. */
  readonly #revocations = new Map<Namespace, Promise<void>>();
  #verifications = 0;
  #activeNamespace: Namespace;
  #expiryTimer: Subscription | null = null;
  /** Closes the modal, which waits for the sessions of an account that has just connected. */
  #closeWaiting: (() => void) | null = null;
  #isVisible = true;

  constructor(deps: SignInTrackerDeps) {
    const { connections, store, storage, browser, modal } = deps;
    this.#deps = deps;
    this.#activeNamespace = connections.state.activeNamespace;
    const becameVisible$ = browser.visible$.pipe(
      map((isVisible) => {
        this.#isVisible = isVisible;
        return isVisible;
      }),
      skip(1),
      filter(Boolean),
    );
    const becameOnline$ = browser.online$.pipe(skip(1), filter(Boolean));
    const changedByOtherTab$ = storage.changes$.pipe(filter(({ key }) => key === STORAGE_KEYS.signInChanged));
    const screen$ = modal.snapshot$.pipe(
      map(({ modal: { open }, view: { name } }) => (open ? name : null)),
      distinctUntilChanged(),
      skip(1),
    );
    for (const subscription of [
      merge(becameVisible$, becameOnline$).subscribe(() => this.#dispatchAll('resumed')),
      changedByOtherTab$.subscribe(() => this.#dispatchAll('check-due')),
      store.state$.subscribe(() => this.#onSignInChange()),
      connections.state$.subscribe((state) => this.#onConnectionChange(state)),
      screen$.subscribe((name) => {
        // Closed by the user: what is opened later is not closed.
        if (name === null) this.#closeWaiting = null;
        this.#promptIfDue();
      }),
    ])
      this.#subscriptions.add(subscription);
  }

  /** Called when the user has connected and the modal would close: it stays open until the sessions are known, and for the prompt. */
  readonly afterConnect = (close: () => void): void => {
    const { connections, store } = this.#deps;
    const namespace = connections.state.activeNamespace;
    const { status } = store.current(namespace);
    this.#closeWaiting = close;
    // The caller was notified of the connection before this tracker is.
    if (status === 'disconnected' && connections.sessionOf(namespace) !== null) return;
    this.#dispatch(namespace, { type: 'connect-completed', context: this.#contextOf(namespace) });
    // Nothing is prompted, and no sessions are awaited.
    if (status !== 'checking' || !this.#isSupported(namespace)) this.#closeNow();
  };

  dispose(): void {
    this.#expiryTimer?.unsubscribe();
    this.#subscriptions.unsubscribe();
  }

  #contextOf(namespace: Namespace): PromptContext {
    const { service, modal } = this.#deps;
    const { modal: frame, view: shown } = modal.snapshot;
    return {
      isActive: namespace === this.#activeNamespace,
      isRequired: service.getRequired?.() === true,
      isVisible: this.#isVisible,
      isFree: !frame.open || this.#closeWaiting !== null || isReplaceable(shown.name),
    };
  }

  /** False on a network that the app does not support, where an account cannot sign in. */
  #isSupported(namespace: Namespace): boolean {
    const own = this.#deps.connections.state.namespaces[namespace];
    return own !== undefined && networkOf(own).unknown !== true;
  }

  #dispatch(namespace: Namespace, event: PromptEvent): void {
    const effect = this.#reduce(namespace, event);
    // Only a change of the account begins a verification.
    if (effect !== null && effect !== 'verify') this.#run(namespace, effect);
  }

  /** Applies an event. The caller runs the effect that it returns. */
  #reduce(namespace: Namespace, event: PromptEvent): PromptEffect | null {
    if (this.#subscriptions.closed) return null;
    const { state, effect } = promptTransition(this.#prompts.get(namespace) ?? null, event);
    if (state === null) this.#prompts.delete(namespace);
    else this.#prompts.set(namespace, state);
    return effect;
  }

  #run(namespace: Namespace, effect: Exclude<PromptEffect, 'verify'>): void {
    if (effect === 'check') void this.#check(namespace);
    else if (effect === 'prompt') this.#prompt();
    else this.#disconnect(namespace, new LatchkeyError('sign-in/initialization-failed', {}));
  }

  #dispatchAll(type: 'check-due' | 'resumed'): void {
    for (const namespace of this.#prompts.keys()) this.#dispatch(namespace, { type, isSupported: this.#isSupported(namespace) });
  }

  #promptIfDue(): void {
    const namespace = this.#activeNamespace;
    this.#dispatch(namespace, { type: 'context-changed', context: this.#contextOf(namespace) });
  }

  /** Opens the sign-in view. */
  #prompt(): void {
    const { modal, open } = this.#deps;
    this.#closeWaiting = null;
    if (modal.snapshot.modal.open) modal.navigate({ type: 'reset', view: view('SIWXSignMessage') });
    else open.execute({ view: view('SIWXSignMessage') }).subscribe();
  }

  #closeNow(): void {
    const close = this.#closeWaiting;
    this.#closeWaiting = null;
    close?.();
  }

  #onConnectionChange(state: ConnectionState): void {
    for (const namespace of new Set([...this.#prompts.keys(), ...namespacesOf(state.namespaces)])) {
      const isConnected = state.namespaces[namespace]?.session != null;
      const account = (isConnected ? accountOf(state, namespace).caipAddress : undefined) ?? null;
      const before = this.#prompts.get(namespace)?.account ?? null;
      const signIns = account === null ? [] : this.#takeSignIns(namespace);
      if (account !== before || signIns.length > 0) this.#onAccountChange(namespace, before, account, signIns);
      const connectorId = state.namespaces[namespace]?.session?.connector.id;
      if (connectorId !== undefined) this.#connectors.set(namespace, connectorId);
    }
    if (state.activeNamespace === this.#activeNamespace) return;
    this.#activeNamespace = state.activeNamespace;
    this.#promptIfDue();
  }

  #onAccountChange(namespace: Namespace, before: AccountId | null, after: AccountId | null, signIns: readonly SignInSession[]): void {
    const { store } = this.#deps;
    const signIn = store.current(namespace);
    const isRevoked = before !== null && before !== after && this.#shouldRevoke(namespace, before, after);
    const verification = signIns.length === 0 ? null : ++this.#verifications;
    const isByUser = store.connectedByUser.has(namespace);
    const isSupported = this.#isSupported(namespace);
    const event: PromptEvent =
      after === null
        ? { type: 'disconnected' }
        : { type: 'account-changed', account: after, isByUser, isRevoked, verification, isSupported };
    // First: a change of the store may lead to one of the connection.
    const effect = this.#reduce(namespace, event);
    store.dispatch({ type: 'account-changed', namespace, account: after, isSignedOut: isRevoked && verification === null });
    if (isRevoked) this.#revoke(namespace, before, signIn);
    if (after === null) {
      store.connectedByUser.delete(namespace);
      if (namespace === this.#activeNamespace) this.#closeWaiting = null;
      if (!isRevoked && signIn.status === 'signed-in' && this.#isLocked(namespace)) store.locked.set(namespace, signIn);
      return;
    }
    const locked = store.locked.get(namespace);
    store.locked.delete(namespace);
    if (locked !== undefined && !isSameAccount(locked.account, after)) this.#revoke(namespace, locked.account, locked);
    const revoked = this.#revocations.get(namespace) ?? null;
    const run = (): void => {
      if (effect === 'verify' && verification !== null) void this.#addSignIns(namespace, after, signIns, verification);
      else if (effect !== null && effect !== 'verify') this.#run(namespace, effect);
    };
    if (revoked === null) run();
    else void revoked.then(run);
    // Nothing is awaited on a network that the app does not support.
    if (effect === null && !isSupported && namespace === this.#activeNamespace) this.#closeNow();
  }

  /** True for a wallet that ended its session by itself, and stays in the repository. */
  #isLocked(namespace: Namespace): boolean {
    const { service, repository, connections } = this.#deps;
    return (
      service.signOutOnDisconnect !== false &&
      repository.connectorIdOf(namespace) !== null &&
      connections.state.namespaces[namespace]?.keepsSignIns !== true
    );
  }

  #shouldRevoke(namespace: Namespace, before: AccountId, after: AccountId | null): boolean {
    const { service, repository, connections } = this.#deps;
    // A wallet that is only locked stays in the repository.
    if (after === null)
      return (
        service.signOutOnDisconnect !== false &&
        repository.connectorIdOf(namespace) === null &&
        connections.state.namespaces[namespace]?.keepsSignIns !== true
      );
    if (isSameAccount(before, after)) return service.signOutOnNetworkChange === true;
    // Another wallet has disconnected the one before.
    const isReplaced = this.#connectors.get(namespace) !== connections.state.namespaces[namespace]?.session?.connector.id;
    return service.signOutOnAccountChange === true || (isReplaced && service.signOutOnDisconnect !== false);
  }

  /** Revokes the sessions of an account, including one whose sessions are not known yet. */
  #revoke(namespace: Namespace, account: AccountId, signIn: NamespaceSignIn): void {
    const revocation = this.#revokeSessions(account, signIn).then(() => {
      if (this.#revocations.get(namespace) === revocation) this.#revocations.delete(namespace);
    });
    this.#revocations.set(namespace, revocation);
  }

  async #revokeSessions(account: AccountId, signIn: NamespaceSignIn): Promise<void> {
    const { service, store, clock, logger } = this.#deps;
    const { chainId, address } = parseAccountId(account);
    if (signIn.status === 'disconnected' || signIn.status === 'signed-out') return;
    const sessions = signIn.status === 'signed-in' ? signIn.sessions.map(({ data }) => data) : [{ chainId, accountAddress: address }];
    for (const session of sessions) {
      try {
        await withTimeout(READ_TIMEOUT_MS, clock, service.revokeSession(session.chainId, session.accountAddress));
      } catch (error) {
        logger.warn('A sign-in session could not be revoked', error);
      }
    }
    store.announceChange();
  }

  /** The messages that the wallet of a namespace signed while it connected: once for each wallet session, since nonces are used up. */
  #takeSignIns(namespace: Namespace): readonly SignInSession[] {
    const session = this.#deps.connections.sessionOf(namespace);
    if (session === null || this.#seen.has(session)) return [];
    this.#seen.add(session);
    return session.signIns ?? [];
  }

  /**
   * Has messages verified that the wallet signed while it connected. If they are refused, a wallet of one-click sign-in is disconnected, as one
   * that declines to connect is; the user of another one is prompted.
   */
  async #addSignIns(namespace: Namespace, account: AccountId, signIns: readonly SignInSession[], verification: number): Promise<void> {
    const { service, store, clock, connections, events, modal, logger, notices } = this.#deps;
    const isOneClick = signIns.some(({ cacao }) => cacao !== undefined);
    modal.show(NOTICES.authenticating);
    try {
      if (isOneClick) await withTimeout(VERIFY_TIMEOUT_MS, clock, service.setSessions(signIns));
      else for (const signIn of signIns) await withTimeout(READ_TIMEOUT_MS, clock, service.addSession(signIn));
      modal.show(null);
      if (this.#subscriptions.closed) return;
      await revokeIfGone(service, connections, account, logger);
      events.track('SIWX_AUTH_SUCCESS', signInEventOf(connections, namespace));
      store.announceChange();
    } catch (cause) {
      modal.show(null);
      const error = toSignInError(cause);
      logger.warn('The wallet was not signed in while connecting', error);
      notices.report(error);
      if (this.#subscriptions.closed) return;
      // Another account may be in use by now, to which it means nothing.
      if (store.isCurrent(namespace, account)) {
        events.track('SIWX_AUTH_ERROR', signInEventOf(connections, namespace));
        if (isOneClick) {
          this.#disconnect(namespace, error);
          return;
        }
        modal.show({ message: errorText(error), variant: 'error', error });
      }
    }
    this.#dispatch(namespace, { type: 'verification-ended', verification, isSupported: this.#isSupported(namespace) });
  }

  /** Reads the sessions of the account. */
  async #check(namespace: Namespace): Promise<void> {
    const { service, store, clock } = this.#deps;
    const account = this.#prompts.get(namespace)?.account;
    if (account === undefined) return;
    const { chainId, address } = parseAccountId(account);
    try {
      const { changeCount } = store;
      const sessions = await withTimeout(READ_TIMEOUT_MS, clock, service.getSessions(chainId, address));
      if (this.#subscriptions.closed) return;
      // Read before a sign-in or sign-out of this page.
      if (store.changeCount !== changeCount) {
        this.#dispatch(namespace, { type: 'check-due', isSupported: this.#isSupported(namespace) });
        return;
      }
      const isSignedIn = sessions.length > 0;
      const effect = this.#reduce(namespace, { type: 'sessions-read', account, isSignedIn, context: this.#contextOf(namespace) });
      store.dispatch({ type: 'sessions-read', account, sessions });
      if (effect === 'prompt') this.#prompt();
    } catch (error) {
      if (!this.#subscriptions.closed && store.isCurrent(namespace, account)) this.#onCheckFailed(namespace, account, error);
    }
  }

  #onCheckFailed(namespace: Namespace, account: AccountId, cause: unknown): void {
    const { store, events, connections, logger, notices, modal } = this.#deps;
    const error = isLatchkeyError(cause) ? cause : new LatchkeyError('sign-in/initialization-failed', {}, { cause });
    logger.warn('The sign-in sessions could not be read', error);
    notices.report(error);
    if (store.current(namespace).status === 'checking') events.track('SIWX_AUTH_ERROR', signInEventOf(connections, namespace));
    store.dispatch({ type: 'read-failed', account, error });
    const { open: isModalOpen } = modal.snapshot.modal;
    this.#dispatch(namespace, { type: 'read-failed', account, isModalOpen, context: this.#contextOf(namespace) });
  }

  /** Disconnects an account that could not sign in, and shows why on the connect view. Earlier sessions are kept. */
  #disconnect(namespace: Namespace, error: LatchkeyError): void {
    const { modal, disconnect } = this.#deps;
    this.#closeWaiting = null;
    disconnect.execute({ namespace, keepSignIns: true }).subscribe();
    modal.open(view('Connect'), null);
    modal.show({ message: errorText(error), variant: 'error', error });
  }

  #onSignInChange(): void {
    const { store, modal, close } = this.#deps;
    for (const namespace of this.#prompts.keys()) {
      const { status } = store.current(namespace);
      if (status === 'signed-in' || status === 'signed-out')
        this.#dispatch(namespace, { type: 'sign-in-changed', isSignedIn: status === 'signed-in' });
    }
    this.#followExpiry();
    if (store.current(this.#activeNamespace).status !== 'signed-in') return;
    this.#closeNow();
    const { modal: frame, view: shown } = modal.snapshot;
    if (frame.open && SIGN_IN_VIEWS.includes(shown.name)) close.execute({ by: 'app' }).subscribe();
  }

  /** Reads the sessions again when the first of them expires. */
  #followExpiry(): void {
    const { store, clock } = this.#deps;
    this.#expiryTimer?.unsubscribe();
    const expiries = [...this.#prompts.keys()].flatMap((namespace) => {
      const current = store.current(namespace);
      return current.status === 'signed-in' ? current.sessions.map(expiryOf) : [];
    });
    // One that is over already is the service's to end: the clocks may differ.
    const remainingMs = Math.min(...expiries.map((expiry) => (expiry > clock.now() ? expiry - clock.now() : RECHECK_MS)));
    // Infinite without an expiry.
    this.#expiryTimer = Number.isFinite(remainingMs)
      ? clock.scheduler.schedule(() => this.#dispatchAll('check-due'), Math.min(remainingMs, MAX_DELAY_MS))
      : null;
  }
}

/** A service may reject with any error. */
const toSignInError = (cause: unknown): LatchkeyError => {
  if (isLatchkeyError(cause)) return cause;
  return cause instanceof TimeoutError
    ? new LatchkeyError('sign-in/unavailable', {}, { cause })
    : new LatchkeyError('sign-in/refused', { reason: errorText(cause) }, { cause });
};
