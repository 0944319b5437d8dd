import { filter, Subscription } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type ChainId, namespaceOf } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf, allNetworksOf, networkOf } from '../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID, type Connector, embeddedConnector } from '../../domain/connection/connector.js';
import { isSmartAccountEnabled } from '../../domain/connection/embedded-wallet-info.js';
import type { SharedAccounts } from '../../domain/connection/shared-accounts.js';
import type { FrameUser } from '../../domain/embedded-wallet/frame-actions.js';
import { fromFrameChain, toFrameChain } from '../../domain/embedded-wallet/frame-chain.js';
import { isFrameNamespace } from '../../domain/embedded-wallet/frame-namespace.js';
import { isFrameRejection } from '../../domain/embedded-wallet/frame-rejection.js';
import { type FrameAccountType, hasSmartAccount, toFrameAccountType, typeInUse } from '../../domain/embedded-wallet/smart-accounts.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { EMBEDDED_WALLET_CHAINS } from '../../domain/network/embedded-wallet-networks.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import { RemoteSessions } from '../connect/remote-sessions.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { Storage } from '../ports/storage.port.js';
import { abortable } from '../shared/abortable.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { FrameApprovals } from './frame-approvals.js';
import type { FrameLoginRepository } from './frame-login.repository.js';
import { FrameSession } from './frame-session.js';
import { RefreshSmartAccount } from './refresh-smart-account.js';

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
  readonly storage: Pick<Storage, 'changes$'>;
  readonly clock: Clock;
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
  readonly #smartAccount: RefreshSmartAccount;
  #session: FrameSession | null = null;
  /** The account type was set at the site once during this session, without the user. */
  #hasSetType = false;
  /** The restoration that all namespaces wait for. */
  #resuming: Promise<FrameSession | null> | null = null;

  constructor(deps: FrameWalletsDeps) {
    this.#deps = deps;
    const { chains, connections, repository, login, frame, storage, clock, logger } = deps;
    this.sessions = new RemoteSessions({
      connectorId: this.id,
      connectorOf: (namespace) => this.connectorOf(namespace),
      chains,
      connections,
      repository,
      onUsed: (namespace, { topic, peer }, { accounts }) => {
        const [{ address }] = accounts;
        this.#publishUser(namespace);
        if (namespace === 'eip155') this.#followAccount(accounts);
        repository.saveConnection(namespace, { connectorId: this.id, topic, address, name: peer.name });
      },
      onDisconnected: (namespace) => this.forget(namespace),
      onUnused: () => undefined,
      missingPermissionsIn: () => undefined,
    });
    this.#smartAccount = new RefreshSmartAccount({
      connections,
      storage,
      clock,
      logger,
      connectorId: this.id,
      smartAccountNetworks: () => login.smartAccountNetworks,
      user: () => this.#session?.userOf('eip155') ?? null,
      refresh: (chainId, signal) => this.#refreshUser(chainId, signal),
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
      const chainId = this.#lastChainOf(namespace, last);
      const user = await this.#readUser(session, chainId, this.#wantedTypeOf(namespace), signal).catch((error: unknown) => {
        // A site may have no account in a namespace that is not asked for. A user who has rejected is not asked for each namespace.
        const isOptional = namespace !== connections.state.activeNamespace;
        if (isOptional && isLatchkeyError(error, 'secure-frame/error-reply') && !isFrameRejection(error.context.reason)) return null;
        throw error;
      });
      if (user === null) continue;
      login.rememberLogin({ ...user, chainId: fromFrameChain(user.chainId) ?? undefined });
      if (namespace === 'eip155') await this.#readSmartAccountNetworks(signal);
      session.setUser(namespace === 'eip155' ? await this.#withWantedType(session, user, chainId, signal) : user);
    }
    this.#session = session;
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
  async setAccountType(type: FrameAccountType, signal: AbortSignal): Promise<AccountState> {
    const { connections, login, events } = this.#deps;
    const session = this.#session;
    const own = connections.state.namespaces.eip155;
    if (session?.isLive !== true || own?.session?.connector.id !== this.id)
      throw new LatchkeyError('embedded-wallet/connector-not-found', {});
    const set = await this.#setTypeAtSite(type, session.userOf('eip155'), signal);
    const user = await this.#readUser(session, networkOf(own).caipNetworkId, set, signal);
    const chosen = typeInUse(user);
    // So that a reload starts with it, whatever the app prefers.
    login.rememberAccountType(chosen);
    session.setUser(user);
    // The page may show the account that the site has refused.
    connections.dispatch({ type: 'account-selected', namespace: 'eip155', address: user.address });
    this.#publishUser('eip155');
    const account = accountOf(connections.state, 'eip155');
    events.track('SET_PREFERRED_ACCOUNT_TYPE', { accountType: chosen, network: account.caipAddress?.replace(/:[^:]*$/, '') ?? '' });
    return account;
  }

  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.#subscriptions.unsubscribe();
    this.#smartAccount.dispose();
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
      // Without the frame, the page knows nothing about the login.
      const isLoaded = !isLatchkeyError(error, 'secure-frame/load-failed') && !isLatchkeyError(error, 'secure-frame/bundle-not-found');
      if (isLoaded) login.forgetLogin();
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
  async #readSmartAccountNetworks(signal: AbortSignal): Promise<void> {
    const { frame, login } = this.#deps;
    const chainIds = await frame.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined, signal).then(
      ({ smartAccountEnabledNetworks }) => smartAccountEnabledNetworks,
      () => [],
    );
    signal.throwIfAborted();
    login.rememberSmartAccountNetworks(chainIds);
  }

  /** The chain used last in a namespace if it is still supported, or else the one in use. */
  #lastChainOf(namespace: Namespace, last: ChainId | null): ChainId {
    if (last !== null && namespaceOf(last) === namespace && this.#chains.includes(last)) return last;
    const own = this.#deps.connections.state.namespaces[namespace];
    if (own === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    return networkOf(own).caipNetworkId;
  }

  /** The type that the user has chosen, or else the app. */
  #wantedTypeOf(namespace: Namespace): string | undefined {
    const { login, options } = this.#deps;
    return (namespace === 'eip155' ? login.accountType : null) ?? options.current.defaultAccountTypes[namespace];
  }

  async #readUser(session: FrameSession, chainId: ChainId, type: string | undefined, signal: AbortSignal): Promise<FrameUser> {
    const payload = { chainId: toFrameChain(chainId), ...(type === undefined ? {} : { preferredAccountType: type }) };
    const user = await session.readUser(() => this.#deps.frame.request('GET_USER', payload, signal));
    const answered = fromFrameChain(user.chainId);
    if (answered === null || namespaceOf(answered) !== namespaceOf(chainId))
      throw new LatchkeyError('secure-frame/error-reply', { action: 'GET_USER', reason: null });
    return user;
  }

  /**
   * Sets the wanted type at the site if the user has another one there, once per session: afterwards the site decides. A smart account is
   * wanted only where the network has them.
   */
  async #withWantedType(session: FrameSession, user: FrameUser, chainId: ChainId, signal: AbortSignal): Promise<FrameUser> {
    const { login, logger } = this.#deps;
    const wanted = toFrameAccountType(this.#wantedTypeOf('eip155'));
    if (wanted === null || toFrameAccountType(user.preferredAccountType) === wanted || this.#hasSetType) return user;
    if (wanted === 'smartAccount' && !isSmartAccountEnabled(login.smartAccountNetworks, chainId)) return user;
    this.#hasSetType = true;
    try {
      return await this.#readUser(session, chainId, await this.#setTypeAtSite(wanted, user, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('The type of the account could not be set', error);
      return user;
    }
  }

  /** Returns the type that the site uses afterwards: the standard account if it refuses. */
  async #setTypeAtSite(type: FrameAccountType, user: FrameUser | null, signal: AbortSignal): Promise<FrameAccountType> {
    const { frame, logger } = this.#deps;
    try {
      if (type === 'smartAccount' && user !== null && !hasSmartAccount(user))
        await frame.request('INIT_SMART_ACCOUNT', undefined, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          // The site may make the account when its type is set.
          logger.warn('The smart account could not be initialized', error);
        });
      const reply = await frame.request('SET_PREFERRED_ACCOUNT', { type }, signal);
      return toFrameAccountType(reply.type) ?? 'eoa';
    } catch (error) {
      if (!isLatchkeyError(error, 'secure-frame/error-reply')) throw error;
      logger.warn('The site has refused the account type', error);
      return 'eoa';
    }
  }

  async #refreshUser(chainId: ChainId, signal: AbortSignal): Promise<void> {
    const session = this.#session;
    const before = session?.userOf('eip155');
    if (session == null || before == null) return;
    const read = await this.#readUser(session, chainId, this.#wantedTypeOf('eip155'), signal);
    // The first network with smart accounts may be another one than the user has connected on.
    const user = await this.#withWantedType(session, read, chainId, signal);
    this.#deps.login.rememberChain(chainId);
    // The account may have been switched meanwhile.
    if (!session.isLive || session.userOf('eip155') !== before) return;
    session.setUser(user);
    this.#publishUser('eip155');
  }

  /** Has the site use the account that the user has chosen in the page. */
  #followAccount([{ type }, ...others]: SharedAccounts): void {
    const user = this.#session?.userOf('eip155');
    // On a network without smart accounts, the wallet shows the standard account by itself.
    const isChosen = user != null && others.some((each) => isSameAddress('eip155', each.address, user.address));
    if (!isChosen || (type !== 'eoa' && type !== 'smartAccount')) return;
    this.setAccountType(type, this.#controller.signal).catch((error: unknown) => {
      if (!this.#controller.signal.aborted) this.#deps.logger.warn('The account of the embedded wallet could not be switched', error);
    });
  }

  /** Writes the user into the state of a namespace. */
  #publishUser(namespace: Namespace): void {
    const { connections, login } = this.#deps;
    const user = this.#session?.userOf(namespace) ?? null;
    const own = connections.state.namespaces[namespace]?.session;
    if (user === null || own?.connector.id !== this.id) return;
    const email = user.email ?? login.email ?? undefined;
    const username = user.userName ?? login.userName ?? undefined;
    connections.dispatch({
      type: 'details-changed',
      namespace,
      details: {
        user: { ...(email === undefined ? {} : { email }), ...(username === undefined ? {} : { username }) },
        socialProvider: login.socialProvider ?? undefined,
        // On another chain, the site has not told yet.
        smartAccountDeployed: user.smartAccountDeployed === true && fromFrameChain(user.chainId) === own.chainId,
        smartAccountEnabledNetworks: namespace === 'eip155' ? login.smartAccountNetworks : [],
      },
    });
  }

  #createSession(): FrameSession {
    const { frame, login, approvals } = this.#deps;
    this.#hasSetType = false;
    const session = new FrameSession({
      frame,
      login,
      approvals,
      chains: () => this.#chains,
      onSent: () => this.#smartAccount.onSent(),
      onEnded: () => {
        if (this.#session === session) this.#session = null;
      },
    });
    return session;
  }
}
