import { filter, Subscription } from 'rxjs';
import type { AccountType } from '../../domain/account/account-record.js';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type ChainId, namespaceOf } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf, allNetworksOf, networkOf } from '../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID, type Connector, embeddedConnector } from '../../domain/connection/connector.js';
import type { FrameUser } from '../../domain/embedded-wallet/frame-actions.js';
import { fromFrameChain, toFrameChain } from '../../domain/embedded-wallet/frame-chain.js';
import { isFrameNamespace } from '../../domain/embedded-wallet/frame-namespace.js';
import { isFrameRejection } from '../../domain/embedded-wallet/frame-rejection.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { EMBEDDED_WALLET_CHAINS } from '../../domain/network/embedded-wallet-networks.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import { RemoteSessions } from '../connect/remote-sessions.js';
import type { Chains } from '../ports/chain.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import { abortable } from '../shared/abortable.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { FrameApprovals } from './frame-approvals.js';
import type { FrameLoginRepository } from './frame-login.repository.js';
import { FrameSession } from './frame-session.js';

/** Dependencies of {@link FrameWallets}. */
export interface FrameWalletsDeps {
  readonly frame: SecureFrame;
  readonly login: FrameLoginRepository;
  readonly approvals: Pick<FrameApprovals, 'run' | 'refuse' | 'duringRestore'>;
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  readonly chains: Chains;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly logger: Logger;
}

/** Connector of the embedded wallet, once a user has logged in there. */
export class FrameWallets implements RemoteConnector {
  readonly id = AUTH_CONNECTOR_ID;
  readonly sessions: RemoteSessions;
  readonly connectsEveryNamespace = true;
  readonly defaultChainId = undefined;
  readonly #deps: FrameWalletsDeps;
  readonly #controller = new AbortController();
  readonly #subscriptions = new Subscription();
  #session: FrameSession | null = null;
  /** The restoration that all namespaces wait for. */
  #resuming: Promise<FrameSession | null> | null = null;

  constructor(deps: FrameWalletsDeps) {
    this.#deps = deps;
    const { chains, connections, repository, login, frame } = deps;
    this.sessions = new RemoteSessions({
      connectorId: this.id,
      connectorOf: (namespace) => this.connectorOf(namespace),
      chains,
      connections,
      repository,
      onUsed: (namespace, { topic, peer }, { accounts: [{ address, type }] }) => {
        this.#publishUser(namespace);
        if (namespace === 'eip155') this.#followAccount(address, type);
        repository.saveConnection(namespace, { connectorId: this.id, topic, address, name: peer.name });
      },
      onDisconnected: (namespace) => this.forget(namespace),
      onUnused: () => undefined,
      missingPermissionsIn: () => undefined,
    });
    // Sessions of all tabs are one session of the frame.
    this.#subscriptions.add(login.loggedOutElsewhere$.subscribe(() => this.#session?.end('wallet')));
    this.#subscriptions.add(
      frame.events$.pipe(filter(({ type }) => type === 'session-updated')).subscribe(() => void this.#checkSession()),
    );
  }

  connectorOf(namespace: Namespace): Connector | null {
    return isFrameNamespace(namespace) ? embeddedConnector(namespace) : null;
  }

  /** Opens the session of the user who has logged in. */
  async open(signal: AbortSignal): Promise<FrameSession> {
    const session = this.#session?.isLive ? this.#session : this.#createSession();
    const { login, connections } = this.#deps;
    // Before it is stored for the first namespace.
    const last = login.lastChainId;
    for (const namespace of this.#namespaces) {
      const user = await this.#readUser(namespace, last, signal).catch((error: unknown) => {
        // A site may have no account in a namespace that is not asked for. A user who has rejected is not asked for each namespace.
        const isOptional = namespace !== connections.state.activeNamespace;
        if (isOptional && isLatchkeyError(error, 'secure-frame/error-reply') && !isFrameRejection(error.context.reason)) return null;
        throw error;
      });
      if (user === null) continue;
      session.setUser(user);
      login.rememberLogin({ ...user, chainId: fromFrameChain(user.chainId) ?? undefined });
    }
    this.#session = session;
    void this.#readSmartAccountNetworks();
    return session;
  }

  /** Restores the session; `null` if the user is not logged in any more. */
  async resume(_namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> {
    if (this.#session?.isLive) return this.#session;
    if (!this.#deps.login.isLoggedIn) return null;
    // Namespaces are restored at the same time.
    this.#resuming ??= this.#deps.approvals
      .duringRestore(() => this.#restore(this.#controller.signal))
      .finally(() => {
        this.#resuming = null;
      });
    return abortable(this.#resuming, signal);
  }

  storeForOtherNamespaces(connected: Namespace, remote: RemoteSession): readonly Namespace[] {
    return this.sessions.freeNamespacesOf(remote).filter((namespace) => namespace !== connected);
  }

  forget(namespace: Namespace): void {
    const { repository } = this.#deps;
    if (repository.connectorIdOf(namespace) === this.id) repository.forget(namespace);
  }

  /** Sets the user's address after it was changed. */
  setEmail(email: string): void {
    this.#deps.login.rememberLogin({ email });
    this.#session?.setEmail(email);
    for (const namespace of this.#namespaces) this.#publishUser(namespace);
  }

  /**
   * Switches to the account of a type on EVM chains; to the standard account if the site refuses.
   * @throws LatchkeyError `embedded-wallet/connector-not-found` without a session, `secure-frame/…`
   */
  async setAccountType(type: 'eoa' | 'smartAccount', signal: AbortSignal): Promise<AccountState> {
    const { connections, repository, frame, login, events } = this.#deps;
    const session = this.#session;
    if (session?.isLive !== true || connections.state.namespaces.eip155?.session?.connector.id !== this.id)
      throw new LatchkeyError('embedded-wallet/connector-not-found', {});
    const chosen: typeof type = await frame.request('SET_PREFERRED_ACCOUNT', { type }, signal).then(
      (reply): typeof type => (reply.type.toLowerCase() === 'smartaccount' ? 'smartAccount' : 'eoa'),
      (error: unknown): typeof type => {
        if (isLatchkeyError(error, 'secure-frame/error-reply')) return 'eoa';
        throw error;
      },
    );
    login.rememberAccountType(chosen);
    // Before the accounts change, whose order follows it.
    connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { preferredAccountType: chosen } });
    const user = await this.#readUser('eip155', login.lastChainId, signal);
    // So that a reload starts with it, whatever the app prefers.
    repository.saveAccountChoice('eip155', { address: user.address, type: chosen, firstAddress: user.address });
    session.setUser(user);
    this.#publishUser('eip155');
    const account = accountOf(connections.state, 'eip155');
    events.track('SET_PREFERRED_ACCOUNT_TYPE', { accountType: chosen, network: account.caipAddress?.replace(/:[^:]*$/, '') ?? '' });
    return account;
  }

  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.#subscriptions.unsubscribe();
    this.sessions.dispose();
    this.#session?.end('lost', true);
  }

  /** The configured namespaces in which the embedded wallet has accounts: the active one last, so that the frame ends on its chain. */
  get #namespaces(): readonly Namespace[] {
    const { activeNamespace } = this.#deps.connections.state;
    const supported = this.sessions.supportedNamespaces.filter(
      (namespace) => isFrameNamespace(namespace) && this.#chains.some((chainId) => namespaceOf(chainId) === namespace),
    );
    return [...supported.filter((each) => each !== activeNamespace), ...supported.filter((each) => each === activeNamespace)];
  }

  /** The configured chains that the site supports. That of the app decides by itself. */
  get #chains(): readonly ChainId[] {
    const { connections, options } = this.#deps;
    return allNetworksOf(connections.state)
      .map(({ caipNetworkId }) => caipNetworkId)
      .filter((chainId) => options.current.endpoints.secureSite !== undefined || EMBEDDED_WALLET_CHAINS.includes(chainId));
  }

  async #restore(signal: AbortSignal): Promise<FrameSession | null> {
    const { login, frame } = this.#deps;
    try {
      const { isConnected } = await frame.request('IS_CONNECTED', undefined, signal);
      if (isConnected) return await this.open(signal);
    } catch (error) {
      signal.throwIfAborted();
      // A page that is offline knows nothing about the login.
      if (!isLatchkeyError(error, 'secure-frame/load-failed')) login.forgetLogin();
      throw error;
    }
    login.forgetLogin();
    return null;
  }

  /** The login has changed at the site, such as in another tab or app. */
  async #checkSession(): Promise<void> {
    const { login, frame } = this.#deps;
    const session = this.#session;
    if (session?.isLive !== true) return;
    try {
      const { isConnected } = await frame.request('IS_CONNECTED', undefined, this.#controller.signal);
      if (isConnected) return;
    } catch (error) {
      if (!isLatchkeyError(error, 'secure-frame/error-reply')) return;
    }
    login.forgetLogin();
    session.end('wallet');
  }

  /** A failure is stored as no networks. */
  async #readSmartAccountNetworks(): Promise<void> {
    const { frame, login } = this.#deps;
    const { signal } = this.#controller;
    const chainIds = await frame.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined, signal).then(
      ({ smartAccountEnabledNetworks }) => smartAccountEnabledNetworks,
      () => [],
    );
    if (!signal.aborted && login.isLoggedIn) login.rememberSmartAccountNetworks(chainIds);
  }

  async #readUser(namespace: Namespace, last: ChainId | null, signal: AbortSignal): Promise<FrameUser> {
    const { connections, frame, options, login } = this.#deps;
    const own = connections.state.namespaces[namespace];
    if (own === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const selected = networkOf(own).caipNetworkId;
    const chainId = last !== null && namespaceOf(last) === namespace && this.#chains.includes(last) ? last : selected;
    const preferredAccountType: string | undefined =
      (namespace === 'eip155' ? login.accountType : null) ?? options.current.defaultAccountTypes[namespace];
    const user = await frame.request(
      'GET_USER',
      { chainId: toFrameChain(chainId), ...(preferredAccountType === undefined ? {} : { preferredAccountType }) },
      signal,
    );
    const answered = fromFrameChain(user.chainId);
    if (answered === null || namespaceOf(answered) !== namespace)
      throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_USER', reason: null });
    return user;
  }

  /** Has the site use the account that the user, or the app's preference, has chosen in the page. */
  #followAccount(address: string, type: AccountType): void {
    const user = this.#session?.userOf('eip155');
    if (user == null || isSameAddress('eip155', user.address, address) || (type !== 'eoa' && type !== 'smartAccount')) return;
    this.setAccountType(type, this.#controller.signal).catch((error: unknown) => {
      if (!this.#controller.signal.aborted) this.#deps.logger.warn('The account of the embedded wallet could not be switched', error);
    });
  }

  /** Writes the user into the state of a namespace. */
  #publishUser(namespace: Namespace): void {
    const { connections, login } = this.#deps;
    const user = this.#session?.userOf(namespace) ?? null;
    if (user === null || connections.state.namespaces[namespace]?.session?.connector.id !== this.id) return;
    const email = user.email ?? login.email ?? undefined;
    const username = user.userName ?? login.userName ?? undefined;
    connections.dispatch({
      type: 'details-changed',
      namespace,
      details: {
        user: { ...(email === undefined ? {} : { email }), ...(username === undefined ? {} : { username }) },
        socialProvider: login.socialProvider ?? undefined,
        smartAccountDeployed: user.smartAccountDeployed === true,
      },
    });
  }

  #createSession(): FrameSession {
    const { frame, login, approvals } = this.#deps;
    const session = new FrameSession({
      frame,
      login,
      approvals,
      chains: () => this.#chains,
      onEnded: () => {
        if (this.#session === session) this.#session = null;
      },
    });
    return session;
  }
}
