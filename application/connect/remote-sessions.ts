import { Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { LossReason, MissingPermissions, SessionInfo } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { accountsOf, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Chain, Chains, WalletSession } from '../ports/chain.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionRepository } from './connection-repository.js';

/** Dependencies and callbacks of {@link RemoteSessions}. */
export interface RemoteSessionsDeps {
  readonly connectorId: string;
  /** Connector of a session in a namespace; `null` if the namespace is not supported. */
  readonly connectorOf: (namespace: Namespace, walletName: string) => Connector | null;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  /** Called when a session is connected in a namespace, and when the account changes. */
  readonly onUsed: (namespace: Namespace, remote: RemoteSession, info: SessionInfo) => void;
  /** Called when a session of a namespace has ended. @param reason absent after a local disconnect */
  readonly onDisconnected: (namespace: Namespace, remote: RemoteSession, reason?: LossReason) => void;
  /** Called when no namespace uses a session any more. */
  readonly onUnused: () => void;
  /** Permissions that the connector requested and the session does not grant in a namespace. */
  readonly missingPermissionsIn: (namespace: Namespace, remote: RemoteSession) => MissingPermissions | undefined;
}

interface SessionUse {
  readonly namespace: Namespace;
  readonly remote: RemoteSession;
  readonly session: WalletSession;
  readonly subscription: Subscription;
  /** Address last reported to `onUsed`. */
  displayedAddress: string | null;
}

/** Tracks which namespaces use which remote sessions. Disconnects a session that no namespace uses. */
export class RemoteSessions {
  readonly #deps: RemoteSessionsDeps;
  readonly #uses = new Set<SessionUse>();
  readonly #controller = new AbortController();

  constructor(deps: RemoteSessionsDeps) {
    this.#deps = deps;
  }

  /** The configured namespaces whose chain can adopt a session. */
  get supportedNamespaces(): readonly Namespace[] {
    const { chains, connections } = this.#deps;
    return [...chains.values()]
      .filter(({ namespace, adopt }) => adopt !== undefined && connections.state.namespaces[namespace] !== undefined)
      .map(({ namespace }) => namespace);
  }

  /** Returns true if a namespace uses the given session, or any session by default. */
  isUsed(remote?: RemoteSession): boolean {
    return [...this.#uses].some((use) => remote === undefined || use.remote.topic === remote.topic);
  }

  /** The sessions in use, the one that was connected last at the end. */
  get used(): readonly RemoteSession[] {
    return [...new Set([...this.#uses].map(({ remote }) => remote))];
  }

  /** The disconnected namespaces that a session shares accounts of. */
  freeNamespacesOf({ namespaces }: RemoteSession): readonly Namespace[] {
    return this.supportedNamespaces.filter(
      (namespace) => this.#deps.connections.sessionOf(namespace) === null && accountsOf(namespaces, namespace).length > 0,
    );
  }

  /** Has a chain adopt a session; `null` if the session shares no account of the chain's namespace. */
  async adopt(chain: Chain, remote: RemoteSession, network: Network, signal: AbortSignal): Promise<WalletSession | null> {
    const { connectorOf, connections } = this.#deps;
    const connector = connectorOf(chain.namespace, remote.peer.name);
    if (connector === null) return null;
    const networks = (): readonly Network[] =>
      allNetworksOf(connections.state).filter(({ chainNamespace }) => chainNamespace === chain.namespace);
    const session = (await chain.adopt?.({ remote, connector, network, networks }, signal)) ?? null;
    if (signal.aborted) session?.release();
    signal.throwIfAborted();
    return session;
  }

  /**
   * Sets an adopted session as the namespace's session and follows it; `false` if the attempt is outdated.
   * @throws LatchkeyError as {@link ConnectionStore.establish}
   */
  establish(namespace: Namespace, attemptId: number, remote: RemoteSession, session: WalletSession): boolean {
    // Added first: the replaced wallet session may use the same remote session, which must stay open.
    const use = this.#addUse(namespace, remote, session);
    let isEstablished = false;
    try {
      isEstablished = this.#deps.connections.establish(namespace, attemptId, session);
    } finally {
      if (isEstablished) this.#follow(use);
      else this.#uses.delete(use);
    }
    return isEstablished;
  }

  /**
   * Sets the restored session as the namespace's session and follows it, after a pending attempt of the user has finished. If the
   * namespace was disconnected meanwhile, the remote session is disconnected.
   */
  restore(namespace: Namespace, attemptId: number, remote: RemoteSession, session: WalletSession): void {
    const { repository, connections, connectorId } = this.#deps;
    if (repository.connectorIdOf(namespace) !== connectorId) {
      session.release();
      this.release(remote);
      return;
    }
    this.#follow(this.#addUse(namespace, remote, session));
    connections.establish(namespace, attemptId, session);
  }

  /** Disconnects a session, unless a namespace uses it. */
  release(remote: RemoteSession): void {
    // Not awaited: an unreachable wallet keeps the unused session until it expires.
    if (remote.isLive && !this.isUsed(remote)) remote.disconnect(this.#controller.signal).catch(() => undefined);
    this.#checkUnused();
  }

  /** Stops following; sessions are not disconnected. */
  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    for (const { subscription } of this.#uses) subscription.unsubscribe();
  }

  #addUse(namespace: Namespace, remote: RemoteSession, session: WalletSession): SessionUse {
    const use: SessionUse = { namespace, remote, session, subscription: new Subscription(), displayedAddress: null };
    this.#uses.add(use);
    return use;
  }

  #follow(use: SessionUse): void {
    const { subscription, remote } = use;
    if (this.#controller.signal.aborted) return;
    subscription.add(this.#deps.connections.state$.subscribe(() => this.#update(use)));
    if (subscription.closed) return;
    subscription.add(
      remote.events$.subscribe({
        next: (event) => (event.type === 'ended' ? this.#handleDisconnect(use, event.reason) : this.#update(use)),
        // Also after a local disconnect, which ends the session for all its namespaces.
        complete: () => this.#handleDisconnect(use),
      }),
    );
  }

  /** Updates account and approved chains in the state. Releases the remote session when another wallet replaces it. */
  #update(use: SessionUse): void {
    const { connections, onUsed, missingPermissionsIn } = this.#deps;
    const { namespace, remote, session } = use;
    const own = connections.state.namespaces[namespace];
    if (connections.sessionOf(namespace) !== session) {
      if (own?.session == null) return;
      this.#unfollow(use);
      this.release(remote);
      return;
    }
    if (own?.session == null) return;
    const { address } = own.session.accounts[0];
    if (address !== use.displayedAddress) {
      use.displayedAddress = address;
      onUsed(namespace, remote, own.session);
    }
    const approvedChainIds = chainsOf(remote.namespaces, namespace);
    const missingPermissions = missingPermissionsIn(namespace, remote);
    // The lists are short.
    if (JSON.stringify([own.approvedChainIds, own.missingPermissions]) === JSON.stringify([approvedChainIds, missingPermissions ?? null]))
      return;
    const approval = { approvedChainIds, supportsAllNetworks: false, ...(missingPermissions === undefined ? {} : { missingPermissions }) };
    connections.dispatch({ type: 'approved-chains', namespace, ...approval });
  }

  #handleDisconnect(use: SessionUse, reason?: LossReason): void {
    const { connections, repository, onDisconnected } = this.#deps;
    const { namespace, remote, session } = use;
    this.#unfollow(use);
    const current = connections.sessionOf(namespace);
    if (current === null || current === session) {
      onDisconnected(namespace, remote, reason);
      // A reconnect that is already pending in the namespace continues.
      if (current !== null || repository.connectorIdOf(namespace) === null) connections.closeSession(namespace, { attempts: 'automatic' });
    }
    this.#checkUnused();
  }

  #unfollow(use: SessionUse): void {
    use.subscription.unsubscribe();
    this.#uses.delete(use);
  }

  #checkUnused(): void {
    if (!this.isUsed()) this.#deps.onUnused();
  }
}
