import { Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { LossReason, SessionInfo, Ungranted } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { accountsOf, chainsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Chain, Chains, WalletSession } from '../ports/chain.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';

/** What the sessions of a connector are followed with, and what it does at each turn. */
export interface RemoteSessionsDeps {
  readonly connectorId: string;
  /** As a session's wallet is shown in a namespace; `null` where the connector does not serve it. */
  readonly connectorOf: (namespace: Namespace, walletName: string) => Connector | null;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  /** A namespace uses a session: called when it is connected, and when its account changes. */
  readonly used: (namespace: Namespace, remote: RemoteSession, shown: SessionInfo) => void;
  /** A session of a namespace is over. @param reason of a loss; absent where it was ended on this side */
  readonly ended: (namespace: Namespace, remote: RemoteSession, reason?: LossReason) => void;
  /** No namespace uses a session any more. */
  readonly unused: () => void;
  /** What the connector asked for and the session does not grant in a namespace. */
  readonly ungrantedIn: (namespace: Namespace, remote: RemoteSession) => Ungranted | undefined;
}

interface Use {
  readonly namespace: Namespace;
  readonly remote: RemoteSession;
  readonly session: WalletSession;
  readonly following: Subscription;
  /** Address of the account that was shown last. */
  shown: string | null;
}

/** The sessions with remote wallets that namespaces use. A session that no namespace uses is disconnected. */
export class RemoteSessions {
  readonly #deps: RemoteSessionsDeps;
  readonly #uses = new Set<Use>();
  readonly #life = new AbortController();

  constructor(deps: RemoteSessionsDeps) {
    this.#deps = deps;
  }

  /** The configured namespaces whose chain can adopt a session. */
  get served(): readonly Namespace[] {
    const { chains, connections } = this.#deps;
    return [...chains.values()]
      .filter(({ namespace, adopt }) => adopt !== undefined && connections.state.namespaces[namespace] !== undefined)
      .map(({ namespace }) => namespace);
  }

  /** Whether a namespace uses a session: a given one, or any. */
  isUsed(remote?: RemoteSession): boolean {
    return [...this.#uses].some((use) => remote === undefined || use.remote.topic === remote.topic);
  }

  /** The namespaces without a wallet that a session shares accounts of. */
  freeIn({ namespaces }: RemoteSession): readonly Namespace[] {
    return this.served.filter(
      (namespace) => this.#deps.connections.sessionOf(namespace) === null && accountsOf(namespaces, namespace).length > 0,
    );
  }

  /** Has a chain adopt a session; `null` where that shares no account of the chain's namespace. */
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
   * Makes an adopted session the namespace's and follows it; `false` where the attempt is outdated.
   * @throws LatchkeyError as {@link ConnectionStore.establish}
   */
  establish(namespace: Namespace, attemptId: number, remote: RemoteSession, session: WalletSession): boolean {
    // Counted before it is established: the session that it replaces may be the same one, which stays then.
    const use = this.#use(namespace, remote, session);
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
   * Makes the adopted session of an earlier page the namespace's and follows it. Where a user's attempt is in the way it waits for how that
   * ends. One that was disconnected meanwhile is disconnected for its wallet.
   */
  restore(namespace: Namespace, attemptId: number, remote: RemoteSession, session: WalletSession): void {
    const { memory, connections, connectorId } = this.#deps;
    if (memory.connectorOf(namespace) !== connectorId) {
      session.release();
      this.release(remote);
      return;
    }
    this.#follow(this.#use(namespace, remote, session));
    connections.establish(namespace, attemptId, session);
  }

  /** Disconnects a session, unless a namespace uses it. */
  release(remote: RemoteSession): void {
    // No one waits for it: a wallet that cannot be reached keeps a session that leads nowhere until it expires.
    if (remote.live && !this.isUsed(remote)) remote.disconnect(this.#life.signal).catch(() => undefined);
    this.#checkUnused();
  }

  /** Ends all following; the sessions stay. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    for (const { following } of this.#uses) following.unsubscribe();
  }

  #use(namespace: Namespace, remote: RemoteSession, session: WalletSession): Use {
    const use: Use = { namespace, remote, session, following: new Subscription(), shown: null };
    this.#uses.add(use);
    return use;
  }

  #follow(use: Use): void {
    const { following, remote } = use;
    if (this.#life.signal.aborted) return;
    following.add(this.#deps.connections.state$.subscribe(() => this.#update(use)));
    if (following.closed) return;
    following.add(
      remote.events$.subscribe({
        next: (event) => (event.type === 'ended' ? this.#end(use, event.reason) : this.#update(use)),
        // Also one that was ended here: it is over for all its namespaces, whichever was disconnected.
        complete: () => this.#end(use),
      }),
    );
  }

  /** Shows what the wallet allows. A session that another wallet's replaces is disconnected. */
  #update(use: Use): void {
    const { connections, used, ungrantedIn } = this.#deps;
    const { namespace, remote, session } = use;
    const own = connections.state.namespaces[namespace];
    if (connections.sessionOf(namespace) !== session) {
      if (own?.session == null) return;
      this.#leave(use);
      this.release(remote);
      return;
    }
    if (own?.session == null) return;
    const { address } = own.session.accounts[0];
    if (address !== use.shown) {
      use.shown = address;
      used(namespace, remote, own.session);
    }
    const approvedChainIds = chainsOf(remote.namespaces, namespace);
    const ungranted = ungrantedIn(namespace, remote);
    // Few and short lists.
    if (JSON.stringify([own.approvedChainIds, own.ungranted]) === JSON.stringify([approvedChainIds, ungranted ?? null])) return;
    const approval = { approvedChainIds, supportsAllNetworks: false, ...(ungranted === undefined ? {} : { ungranted }) };
    connections.dispatch({ type: 'approved-chains', namespace, ...approval });
  }

  #end(use: Use, reason?: LossReason): void {
    const { connections, memory, ended } = this.#deps;
    const { namespace, remote, session } = use;
    this.#leave(use);
    const current = connections.sessionOf(namespace);
    if (current === null || current === session) {
      ended(namespace, remote, reason);
      // What is resumed here in its place goes on.
      if (current !== null || memory.connectorOf(namespace) === null) connections.end(namespace, 'silent');
    }
    this.#checkUnused();
  }

  #leave(use: Use): void {
    use.following.unsubscribe();
    this.#uses.delete(use);
  }

  #checkUnused(): void {
    if (!this.isUsed()) this.#deps.unused();
  }
}
