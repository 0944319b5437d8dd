import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Connector } from '../../domain/connection/connector.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type Chain, type Chains, requireChain } from '../ports/chain.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { onAbort } from '../shared/on-abort.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';
import type { RemoteConnector } from './remote-connector.js';

/** Which wallet to connect. */
export interface ConnectWalletInput {
  readonly namespace: Namespace;
  readonly connectorId: string;
  /**
   * The session of a remote wallet, as pairing or a login returns it; by default the connector opens one. It connects the namespace, or the
   * first without a wallet that it allows instead, and then each other one that it allows and that has no wallet. Where it connects none it
   * is disconnected.
   */
  readonly session?: Promise<RemoteSession>;
}

/** Why connecting can fail. */
export type ConnectWalletError =
  | WalletErrorCode
  | 'config/disposed'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'connection/connector-not-found'
  | 'connection/no-accounts'
  | 'connection/cancelled'
  // Of wallets that are not on the page.
  | 'pairing/expired'
  | 'wallet-protocol/unsupported-chains'
  | 'config/project-id-missing';

/** `open-wallet` until the user answered in the wallet. */
export type ConnectWalletState = UseCaseState<'open-wallet', AccountState, ConnectWalletError>;

/** What connecting needs. */
export interface ConnectWalletDeps {
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly events: EventBus;
  readonly reconnect: Pick<ReconnectWallets, 'execute'>;
  readonly remotes: readonly RemoteConnector[];
}

/** An attempt that is under way in a namespace. */
interface Attempt {
  readonly id: number;
  readonly chain: Chain;
  readonly network: Network;
}

/**
 * Connects a wallet: opens it, waits for the user, makes the answer the namespace's session and remembers it for the next
 * reload. The session of a remote wallet is opened by its connector, or given, and adopted by the namespace's chain. An earlier session of
 * the namespace stays until the new one is there. Unsubscribing cancels: an answer that comes later is ignored.
 * @example connectWallet.execute({ namespace: 'eip155', connectorId: 'io.metamask' })
 */
export class ConnectWallet {
  readonly #deps: ConnectWalletDeps;

  constructor(deps: ConnectWalletDeps) {
    this.#deps = deps;
  }

  execute(input: ConnectWalletInput): Observable<ConnectWalletState> {
    const { chains, connections, events, remotes } = this.#deps;
    return runUseCase('open-wallet', async ({ signal }) => {
      if (connections.life.aborted) throw new LatchkeyError('config/disposed', {});
      const { namespace, connectorId } = input;
      const chain = requireChain(chains, namespace);
      if (connections.state.namespaces[namespace] === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
      const remote = chain.adopt && remotes.find(({ id }) => id === connectorId);
      try {
        const connected = await (remote === undefined
          ? this.#attempt(namespace, connectorId, signal, (attempt) => this.#open(attempt, connectorId, signal))
          : this.#connectRemote(input, remote, signal));
        return accountOf(connections.state, connected);
      } catch (error) {
        // A user who cancels, or picks another wallet, has seen no error.
        if (!signal.aborted && !isLatchkeyError(error, 'connection/cancelled'))
          events.track('CONNECT_ERROR', { message: errorText(error) });
        throw error;
      }
    });
  }

  /** Runs an attempt in a namespace, and ends it with what it came to. */
  async #attempt<T>(namespace: Namespace, connectorId: string, signal: AbortSignal, run: (attempt: Attempt) => Promise<T>): Promise<T> {
    const { chains, connections } = this.#deps;
    const state = connections.state.namespaces[namespace];
    const id = connections.begin(namespace, connectorId, false);
    if (state === undefined || id === null) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const finish = (): void => connections.finish(namespace, id);
    const stay = onAbort(signal, finish);
    try {
      signal.throwIfAborted();
      return await run({ id, chain: requireChain(chains, namespace), network: networkOf(state) });
    } finally {
      stay();
      finish();
    }
  }

  /** Has the chain open one of its own wallets. */
  async #open({ id, chain, network }: Attempt, connectorId: string, signal: AbortSignal): Promise<Namespace> {
    const session = await chain.connect({ connectorId, network }, signal);
    if (!this.#deps.connections.establish(chain.namespace, id, session)) throw new LatchkeyError('connection/cancelled', { connectorId });
    this.#keep(chain.namespace, session.connector, false);
    return chain.namespace;
  }

  async #connectRemote(
    { namespace, session: given }: ConnectWalletInput,
    remote: RemoteConnector,
    signal: AbortSignal,
  ): Promise<Namespace> {
    const opened = given ?? remote.open(signal);
    const adoptIn = (each: Namespace): Promise<boolean> =>
      this.#attempt(each, remote.id, signal, async (attempt) => this.#adopt(attempt, remote, await opened, given !== undefined, signal));
    try {
      if (await adoptIn(namespace)) return namespace;
      for (const other of given === undefined ? [] : remote.sessions.freeIn(await opened))
        if (other !== namespace && (await adoptIn(other))) return other;
      throw new LatchkeyError('connection/no-accounts', { connectorId: remote.id });
    } catch (error) {
      // The wallet would show a connection that the app does not have.
      opened.then(
        (session) => remote.sessions.release(session),
        () => undefined,
      );
      throw error;
    }
  }

  /** Has the chain adopt the session of a remote wallet; `false` where that shares no account of its namespace. */
  async #adopt(
    { id, chain, network }: Attempt,
    remote: RemoteConnector,
    opened: RemoteSession,
    connectsOthers: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const session = await remote.sessions.adopt(chain, opened, network, signal);
    if (session === null) return false;
    if (!remote.sessions.establish(chain.namespace, id, opened, session))
      throw new LatchkeyError('connection/cancelled', { connectorId: remote.id });
    this.#keep(chain.namespace, session.connector, true);
    if (connectsOthers) this.#connectOthers(chain.namespace, remote, opened);
    return true;
  }

  /** Keeps what was connected; at once, so that what its followers do next comes after it. */
  #keep(namespace: Namespace, connector: Connector, isRemote: boolean): void {
    const { memory, connections, events } = this.#deps;
    memory.remember(namespace, connector.id, isRemote);
    connections.dispatch({ type: 'namespace-activated', namespace });
    events.track('CONNECT_SUCCESS', this.#how(connector));
  }

  /** One approval may give several namespaces. What they come to is not waited for: the run has succeeded. */
  #connectOthers(connected: Namespace, remote: RemoteConnector, opened: RemoteSession): void {
    const { connections, memory, reconnect } = this.#deps;
    for (const namespace of remote.keepBeside(connected, opened)) {
      if (connections.sessionOf(namespace) !== null) continue;
      memory.remember(namespace, remote.id, true);
      reconnect.execute({ namespace }).subscribe();
    }
  }

  /** A remote wallet was reached by a link on this device, or by a QR code on another one. */
  #how({ type, name }: Connector): { readonly method: 'browser' | 'mobile' | 'qrcode'; readonly name: string } {
    if (type !== 'WALLET_CONNECT') return { method: 'browser', name };
    const { wcLinking, recentWallet } = this.#deps.connections.state.pairing;
    return { method: wcLinking === undefined ? 'qrcode' : 'mobile', name: recentWallet?.name ?? name };
  }
}
