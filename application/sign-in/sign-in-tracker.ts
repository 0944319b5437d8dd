import { distinctUntilChanged, filter, map, merge, Subscription, skip, TimeoutError } from 'rxjs';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { accountOf, networkOf } from '../../domain/connection/connection-views.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NOTICES } from '../../domain/modal/snackbar-machine.js';
import { type ViewName, view } from '../../domain/router/views.js';
import { expiryOf, type SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { isSameAccount, type NamespaceSignIn } from '../../domain/sign-in/sign-in-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { DisconnectWallet } from '../connect/disconnect-wallet.use-case.js';
import type { CloseModal } from '../modal/close-modal.use-case.js';
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
}

/** When an account without a session is prompted: after what the user did always, after a reload only if sign-in is required. */
type PromptRule = 'always' | 'if-required';

/** Time limit for a service to return the sessions of an account. */
const READ_TIMEOUT_MS = 10_000;
/** Time limit for a service to verify what a wallet signed while connecting. */
const VERIFY_TIMEOUT_MS = 30_000;
/** Longest delay of a timer in browsers. @see https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers */
const MAX_DELAY_MS = 2 ** 31 - 1;

const SIGN_IN_VIEWS: readonly ViewName[] = ['SIWXSignMessage', 'ConnectingSiwe'];

/**
 * Finds out whether connected accounts are signed in, and prompts those that are not: once after connecting and after a change of the
 * account, and after a reload if sign-in is required. A valid session outlasts reloads and switches of the network. Disconnecting a
 * namespace revokes the sessions of its account. A service that cannot be reached ends no session.
 */
export class SignInTracker {
  readonly #deps: SignInTrackerDeps;
  readonly #subscriptions = new Subscription();
  /** The last known account of each namespace. */
  readonly #accounts = new Map<Namespace, AccountId>();
  readonly #rules = new Map<Namespace, PromptRule>();
  /** Accounts that were prompted and have not signed in since. */
  readonly #prompted = new Map<Namespace, AccountId>();
  /** Namespaces whose account is signed in. */
  readonly #signedIn = new Set<Namespace>();
  /** Accounts whose sessions were requested. */
  readonly #checked = new Map<Namespace, AccountId>();
  /** Wallet sessions whose sign-ins were taken. */
  readonly #seen = new WeakSet<WalletSession>();
  /** Accounts whose wallet's messages are being verified. */
  readonly #verifying = new Map<Namespace, AccountId>();
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
    const closed$ = modal.snapshot$.pipe(
      map((snapshot) => snapshot.modal.open),
      distinctUntilChanged(),
      skip(1),
      filter((isOpen) => !isOpen),
    );
    for (const subscription of [
      merge(becameVisible$, becameOnline$).subscribe(() => this.#retry()),
      changedByOtherTab$.subscribe(() => this.#checkAgain()),
      store.state$.subscribe(() => this.#onSignInChange()),
      connections.state$.subscribe((state) => this.#onConnectionChange(state)),
      closed$.subscribe(() => this.#promptIfNeeded(this.#activeNamespace)),
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
    if (status === 'signed-out') {
      this.#prompted.delete(namespace);
      this.#promptIfNeeded(namespace);
    }
    // Nothing is prompted, and no sessions are awaited.
    if (status !== 'checking') this.#closeNow();
  };

  dispose(): void {
    this.#expiryTimer?.unsubscribe();
    this.#subscriptions.unsubscribe();
  }

  get #isRequired(): boolean {
    return this.#deps.service.getRequired?.() === true;
  }

  #closeNow(): void {
    const close = this.#closeWaiting;
    this.#closeWaiting = null;
    close?.();
  }

  #onConnectionChange(state: ConnectionState): void {
    for (const namespace of new Set([...this.#accounts.keys(), ...namespacesOf(state.namespaces)])) {
      const isConnected = state.namespaces[namespace]?.session != null;
      const account = (isConnected ? accountOf(state, namespace).caipAddress : undefined) ?? null;
      const before = this.#accounts.get(namespace) ?? null;
      const signIns = account === null ? [] : this.#takeSignIns(namespace);
      if (account !== before) this.#onAccountChange(namespace, before, account, signIns);
      else if (account !== null && signIns.length > 0) void this.#addSignIns(namespace, account, signIns);
    }
    if (state.activeNamespace === this.#activeNamespace) return;
    this.#activeNamespace = state.activeNamespace;
    this.#promptIfNeeded(state.activeNamespace);
  }

  #onAccountChange(namespace: Namespace, before: AccountId | null, after: AccountId | null, signIns: readonly SignInSession[]): void {
    const { store } = this.#deps;
    const signIn = store.current(namespace);
    if (after === null) this.#accounts.delete(namespace);
    else this.#accounts.set(namespace, after);
    store.dispatch({ type: 'account-changed', namespace, account: after });
    const isRevoked = before !== null && this.#shouldRevoke(namespace, before, after);
    const revoked = isRevoked ? this.#revoke(before, signIn) : null;
    if (after === null) {
      for (const each of [this.#rules, this.#prompted, this.#checked, this.#signedIn]) each.delete(namespace);
      store.connectedByUser.delete(namespace);
      return;
    }
    const isSame = before !== null && isSameAccount(before, after);
    if (!isSame) {
      this.#signedIn.delete(namespace);
      this.#prompted.delete(namespace);
      this.#rules.set(namespace, before !== null || store.connectedByUser.has(namespace) ? 'always' : 'if-required');
    }
    if (signIns.length > 0) {
      void (revoked ?? Promise.resolve()).then(() => this.#addSignIns(namespace, after, signIns));
      return;
    }
    if (revoked === null) {
      if (!isSame || !this.#checked.has(namespace)) void this.#check(namespace, after);
      return;
    }
    this.#signedIn.delete(namespace);
    store.dispatch({ type: 'sessions-read', account: after, sessions: [] });
    this.#rules.set(namespace, 'always');
    void revoked.then(() => this.#check(namespace, after));
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
    return (isSameAccount(before, after) ? service.signOutOnNetworkChange : service.signOutOnAccountChange) === true;
  }

  /** Revokes the sessions of an account, including one whose sessions are not known yet. */
  async #revoke(account: AccountId, signIn: NamespaceSignIn): Promise<void> {
    const { service, store, logger } = this.#deps;
    const { chainId, address } = parseAccountId(account);
    if (signIn.status === 'disconnected' || signIn.status === 'signed-out') return;
    const sessions = signIn.status === 'signed-in' ? signIn.sessions.map(({ data }) => data) : [{ chainId, accountAddress: address }];
    for (const session of sessions) {
      try {
        await service.revokeSession(session.chainId, session.accountAddress);
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
   * Has messages verified that the wallet signed while it connected, then reads the sessions of the account. If they are refused, a wallet of
   * one-click sign-in is disconnected, as one that declines to connect is; the user of another one is prompted.
   */
  async #addSignIns(namespace: Namespace, account: AccountId, signIns: readonly SignInSession[]): Promise<void> {
    const { service, store, clock, connections, events, modal, logger } = this.#deps;
    const isOneClick = signIns.some(({ cacao }) => cacao !== undefined);
    this.#checked.set(namespace, account);
    this.#verifying.set(namespace, account);
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
      if (this.#subscriptions.closed || !store.isCurrent(namespace, account)) return;
      events.track('SIWX_AUTH_ERROR', signInEventOf(connections, namespace));
      if (isOneClick) {
        this.#disconnect(namespace, error);
        return;
      }
      modal.show({ message: errorText(error), variant: 'error', error });
    } finally {
      this.#verifying.delete(namespace);
    }
    await this.#check(namespace, account);
  }

  /** Reads the sessions of an account. Not while it is on a network that the app does not support, where it cannot sign in. */
  async #check(namespace: Namespace, account: AccountId): Promise<void> {
    const { service, store, clock, connections } = this.#deps;
    const own = connections.state.namespaces[namespace];
    if (own === undefined || networkOf(own).unknown) return;
    const verifying = this.#verifying.get(namespace);
    if (verifying !== undefined && isSameAccount(verifying, account)) return;
    this.#checked.set(namespace, account);
    const { chainId, address } = parseAccountId(account);
    try {
      const { changeCount } = store;
      const sessions = await withTimeout(READ_TIMEOUT_MS, clock, service.getSessions(chainId, address));
      // Read before a sign-in or sign-out of this page.
      if (store.changeCount !== changeCount && !this.#subscriptions.closed) return await this.#check(namespace, account);
      const wasSignedIn = store.current(namespace).status === 'signed-in';
      store.dispatch({ type: 'sessions-read', account, sessions });
      // The session has expired, or another tab has ended it.
      if (wasSignedIn) this.#prompted.delete(namespace);
      this.#promptIfNeeded(namespace);
    } catch (error) {
      if (!this.#subscriptions.closed && store.isCurrent(namespace, account)) this.#onCheckFailed(namespace, account, error);
    }
  }

  /** Disconnects an account that could not sign in, and shows why on the connect view. Its earlier sessions are kept. */
  #disconnect(namespace: Namespace, error: LatchkeyError): void {
    const { modal, disconnect } = this.#deps;
    this.#closeWaiting = null;
    disconnect.execute({ namespace, keepSignIns: true }).subscribe();
    modal.open(view('Connect'), null);
    modal.show({ message: errorText(error), variant: 'error', error });
  }

  #onCheckFailed(namespace: Namespace, account: AccountId, cause: unknown): void {
    const { store, events, connections, logger, modal } = this.#deps;
    const error = isLatchkeyError(cause) ? cause : new LatchkeyError('sign-in/initialization-failed', {}, { cause });
    logger.warn('The sign-in sessions could not be read', error);
    const isFirst = store.current(namespace).status === 'checking';
    store.dispatch({ type: 'read-failed', account, error });
    // Later failures change nothing that the user sees.
    if (!isFirst) return;
    events.track('SIWX_AUTH_ERROR', signInEventOf(connections, namespace));
    const isAwaited = namespace === this.#activeNamespace && this.#rules.get(namespace) === 'always';
    if (!isAwaited || !(modal.snapshot.modal.open || this.#isRequired)) return;
    this.#disconnect(namespace, new LatchkeyError('sign-in/initialization-failed', {}, { cause: error }));
  }

  /** Opens the sign-in view for an active account without a session, once. */
  #promptIfNeeded(namespace: Namespace): void {
    const { store, modal, open } = this.#deps;
    const current = store.current(namespace);
    if (current.status !== 'signed-out' || namespace !== this.#activeNamespace || !this.#isVisible || this.#subscriptions.closed) return;
    const prompted = this.#prompted.get(namespace);
    if (prompted !== undefined && isSameAccount(prompted, current.account)) return;
    if (this.#rules.get(namespace) !== 'always' && !this.#isRequired) return;
    const { modal: frame, view: shown } = modal.snapshot;
    // Its further namespaces are still being connected.
    if (frame.open && shown.name === 'ConnectingMultiChain' && this.#closeWaiting === null) return;
    this.#prompted.set(namespace, current.account);
    this.#closeWaiting = null;
    if (frame.open) modal.navigate({ type: 'reset', view: view('SIWXSignMessage') });
    else open.execute({ view: view('SIWXSignMessage') }).subscribe();
  }

  #onSignInChange(): void {
    const { store, modal, close } = this.#deps;
    for (const [namespace, account] of this.#accounts) {
      const isSignedIn = store.current(namespace).status === 'signed-in';
      // A user who has signed out is not prompted to sign in again.
      if (!isSignedIn && this.#signedIn.delete(namespace)) this.#prompted.set(namespace, account);
      if (!isSignedIn) continue;
      this.#signedIn.add(namespace);
      this.#prompted.delete(namespace);
      this.#rules.set(namespace, 'if-required');
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
    const expiries = [...this.#accounts.keys()].flatMap((namespace) => {
      const current = store.current(namespace);
      return current.status === 'signed-in' ? current.sessions.map(expiryOf) : [];
    });
    // One that is over already is the service's to end: the clocks may differ.
    const remainingMs = Math.min(...expiries.filter((expiry) => expiry > clock.now())) - clock.now();
    // Infinite without an expiry.
    this.#expiryTimer = Number.isFinite(remainingMs)
      ? clock.scheduler.schedule(() => this.#checkAgain(), Math.min(remainingMs, MAX_DELAY_MS))
      : null;
  }

  #checkAgain(): void {
    for (const [namespace, account] of this.#accounts) void this.#check(namespace, account);
  }

  /** Checks what could not be read, and what may have changed while the page was hidden and a prompt waited. */
  #retry(): void {
    for (const [namespace, account] of this.#accounts) {
      const { status } = this.#deps.store.current(namespace);
      const isPromptDue = status === 'signed-out' && !this.#prompted.has(namespace);
      if (status === 'error' || isPromptDue) void this.#check(namespace, account);
    }
  }
}

/** A service may reject with any error. */
const toSignInError = (cause: unknown): LatchkeyError => {
  if (isLatchkeyError(cause)) return cause;
  return cause instanceof TimeoutError
    ? new LatchkeyError('sign-in/unavailable', {}, { cause })
    : new LatchkeyError('sign-in/refused', { reason: errorText(cause) }, { cause });
};
