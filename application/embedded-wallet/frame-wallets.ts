import { type ChainId, namespaceOf } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { allNetworksOf, networkOf } from '../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID, type Connector, makeConnector } from '../../domain/connection/connector.js';
import type { FrameUser } from '../../domain/embedded-wallet/frame-actions.js';
import { fromFrameChain, toFrameChain } from '../../domain/embedded-wallet/frame-chain.js';
import { isFrameNamespace } from '../../domain/embedded-wallet/frame-namespaces.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { EMBEDDED_WALLET_CHAINS } from '../../domain/network/embedded-wallet-networks.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import { RemoteSessions } from '../connect/remote-sessions.js';
import type { Chains } from '../ports/chain.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { FrameApprovals } from './frame-approvals.js';
import type { FrameLoginRepository } from './frame-login.repository.js';
import { FrameSession } from './frame-session.js';

/** Name of the embedded wallet where wallets are named. */
const NAME = 'Embedded wallet';

/** Dependencies of {@link FrameWallets}. */
export interface FrameWalletsDeps {
  readonly frame: SecureFrame;
  readonly login: FrameLoginRepository;
  readonly approvals: FrameApprovals;
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  readonly chains: Chains;
  readonly options: OptionsStore;
}

/** Connector of the embedded wallet, once a user has logged in there. */
export class FrameWallets implements RemoteConnector {
  readonly id = AUTH_CONNECTOR_ID;
  readonly sessions: RemoteSessions;
  readonly defaultChainId = undefined;
  readonly #deps: FrameWalletsDeps;
  readonly #connectors = new Map<Namespace, Connector>();
  #session: FrameSession | null = null;

  constructor(deps: FrameWalletsDeps) {
    this.#deps = deps;
    const { chains, connections, repository } = deps;
    this.sessions = new RemoteSessions({
      connectorId: this.id,
      connectorOf: (namespace) => this.connectorOf(namespace),
      chains,
      connections,
      repository,
      onUsed: () => undefined,
      onDisconnected: () => this.forget(),
      onUnused: () => undefined,
      missingPermissionsIn: () => undefined,
    });
  }

  connectorOf(namespace: Namespace): Connector | null {
    if (!isFrameNamespace(namespace)) return null;
    const connector = this.#connectors.get(namespace) ?? makeConnector({ id: this.id, namespace, type: 'AUTH', name: NAME });
    this.#connectors.set(namespace, connector);
    return connector;
  }

  /** Opens the session of the user who has logged in. */
  async open(signal: AbortSignal): Promise<RemoteSession> {
    const session = this.#session?.isLive ? this.#session : this.#createSession();
    // Before it is stored for the first namespace.
    const last = this.#deps.login.lastChainId;
    for (const namespace of this.#namespaces) {
      const user = await this.#readUser(namespace, last, signal);
      session.setUser(user);
      this.#deps.login.rememberLogin({ email: user.email, chainId: fromFrameChain(user.chainId) ?? undefined });
    }
    this.#session = session;
    return session;
  }

  /** Restores the session; `null` if the user is not logged in any more. */
  async resume(_namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> {
    if (this.#session?.isLive) return this.#session;
    const { login, frame } = this.#deps;
    if (!login.isLoggedIn) return null;
    try {
      const { isConnected } = await frame.request('IS_CONNECTED', undefined, signal);
      if (isConnected) return await this.open(signal);
    } catch (error) {
      signal.throwIfAborted();
      login.forgetLogin();
      throw error;
    }
    login.forgetLogin();
    return null;
  }

  /** The frame has one login for all namespaces. */
  storeForOtherNamespaces(): readonly Namespace[] {
    return [];
  }

  forget(): void {
    // What is stored of the login is forgotten when the user signs out.
  }

  dispose(): void {
    this.sessions.dispose();
    this.#session?.end('lost', true);
  }

  /** The configured namespaces in which the embedded wallet has accounts: the active one last, so that the frame ends on its chain. */
  get #namespaces(): readonly Namespace[] {
    const { activeNamespace } = this.#deps.connections.state;
    const supported = this.sessions.supportedNamespaces.filter(isFrameNamespace);
    return [...supported.filter((each) => each !== activeNamespace), ...supported.filter((each) => each === activeNamespace)];
  }

  get #chains(): readonly ChainId[] {
    return allNetworksOf(this.#deps.connections.state)
      .map(({ caipNetworkId }) => caipNetworkId)
      .filter((chainId) => EMBEDDED_WALLET_CHAINS.includes(chainId));
  }

  async #readUser(namespace: Namespace, last: ChainId | null, signal: AbortSignal): Promise<FrameUser> {
    const { connections, frame, options } = this.#deps;
    const own = connections.state.namespaces[namespace];
    if (own === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const selected = networkOf(own).caipNetworkId;
    const chainId = last !== null && namespaceOf(last) === namespace && this.#chains.includes(last) ? last : selected;
    const preferredAccountType = options.current.defaultAccountTypes[namespace];
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
