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
import type { ConnectSignIn } from './connect-sign-in.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionRepository } from './connection-repository.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';
import type { RemoteConnector } from './remote-connector.js';

/** The connector to connect. */
export interface ConnectWalletInput {
  readonly namespace: Namespace;
  readonly connectorId: string;
  /**
   * An existing remote session, from pairing or a login; by default the connector opens one. It connects `namespace`, or else the first
   * disconnected namespace that it approves, and then every other disconnected namespace that it approves. If it connects none,
   * it is disconnected.
   */
  readonly session?: Promise<RemoteSession>;
}

/** Error codes of connecting. */
export type ConnectWalletError =
  | WalletErrorCode
  | 'config/disposed'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'connection/connector-not-found'
  | 'connection/no-accounts'
  | 'connection/cancelled'
  // Remote wallets only.
  | 'pairing/expired'
  | 'wallet-protocol/unsupported-chains'
  | 'config/project-id-missing';

/** `open-wallet` until the user approves or rejects in the wallet. */
export type ConnectWalletState = UseCaseState<'open-wallet', AccountState, ConnectWalletError>;

/** Dependencies of `ConnectWallet`. */
export interface ConnectWalletDeps {
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  readonly events: EventBus;
  readonly reconnect: Pick<ReconnectWallets, 'execute'>;
  readonly remotes: readonly RemoteConnector[];
  /** `null` if the app does not use sign-in. */
  readonly signIn: ConnectSignIn | null;
}

/** A pending connection attempt in a namespace. */
interface Attempt {
  readonly id: number;
  readonly chain: Chain;
  readonly network: Network;
}

/**
 * Connects a wallet: opens it, waits for approval, sets the namespace's session and stores the connection, so that a reload
 * restores it. A wallet that can sign in with the same prompt does so, if the app uses sign-in. A remote session is opened by its connector, or passed as input, and adopted by the namespace's chain. An existing
 * session of the namespace remains until it is replaced. Unsubscribing cancels: a later response is ignored.
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
      if (connections.signal.aborted) throw new LatchkeyError('config/disposed', {});
      const { namespace, connectorId } = input;
      const chain = requireChain(chains, namespace);
      if (connections.state.namespaces[namespace] === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
      const remote = chain.adopt && remotes.find(({ id }) => id === connectorId);
      try {
        const connected = await (remote === undefined
          ? this.#runAttempt(namespace, connectorId, signal, (attempt) => this.#open(attempt, connectorId, signal))
          : this.#connectRemote(input, remote, signal));
        return accountOf(connections.state, connected);
      } catch (error) {
        // Cancelling, or picking another wallet, is not an error for the user.
        if (!signal.aborted && !isLatchkeyError(error, 'connection/cancelled'))
          events.track('CONNECT_ERROR', { message: errorText(error) });
        throw error;
      }
    });
  }

  /** Runs a connection attempt in a namespace and finishes it. */
  async #runAttempt<T>(namespace: Namespace, connectorId: string, signal: AbortSignal, run: (attempt: Attempt) => Promise<T>): Promise<T> {
    const { chains, connections } = this.#deps;
    const state = connections.state.namespaces[namespace];
    const id = connections.beginAttempt(namespace, connectorId, false);
    if (state === undefined || id === null) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const finish = (): void => connections.finishAttempt(namespace, id);
    const removeAbortListener = onAbort(signal, finish);
    try {
      signal.throwIfAborted();
      return await run({ id, chain: requireChain(chains, namespace), network: networkOf(state) });
    } finally {
      removeAbortListener();
      finish();
    }
  }

  /** Connects a wallet of the chain's own connectors. */
  async #open({ id, chain, network }: Attempt, connectorId: string, signal: AbortSignal): Promise<Namespace> {
    const { connections, signIn } = this.#deps;
    const offered = signIn === null ? {} : { signIn: () => signIn(network.caipNetworkId) };
    const session = await chain.connect({ connectorId, network, ...offered }, signal);
    if (!connections.establish(chain.namespace, id, session)) throw new LatchkeyError('connection/cancelled', { connectorId });
    this.#onConnected(chain.namespace, session.connector, false);
    return chain.namespace;
  }

  async #connectRemote(
    { namespace, session: providedSession }: ConnectWalletInput,
    remote: RemoteConnector,
    signal: AbortSignal,
  ): Promise<Namespace> {
    const opened = providedSession ?? remote.open(signal);
    const adoptIn = (each: Namespace): Promise<boolean> =>
      this.#runAttempt(each, remote.id, signal, async (attempt) =>
        this.#adopt(attempt, remote, await opened, providedSession !== undefined || remote.connectsEveryNamespace === true, signal),
      );
    try {
      if (await adoptIn(namespace)) return namespace;
      for (const other of providedSession === undefined ? [] : remote.sessions.freeNamespacesOf(await opened))
        if (other !== namespace && (await adoptIn(other))) return other;
      throw new LatchkeyError('connection/no-accounts', { connectorId: remote.id });
    } catch (error) {
      // Otherwise the wallet would show a connection that the app does not have.
      opened.then(
        (session) => remote.sessions.release(session),
        () => undefined,
      );
      throw error;
    }
  }

  /** Has the chain adopt a remote session; `false` if the session shares no account of the chain's namespace. */
  async #adopt(
    { id, chain, network }: Attempt,
    remote: RemoteConnector,
    opened: RemoteSession,
    connectsOthers: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const networks = this.#deps.connections.state.namespaces[chain.namespace]?.networks ?? [];
    const initialNetwork = networks.find(({ caipNetworkId }) => caipNetworkId === remote.defaultChainId) ?? network;
    const session = await remote.sessions.adopt(chain, opened, initialNetwork, signal);
    if (session === null) return false;
    if (!remote.sessions.establish(chain.namespace, id, opened, session))
      throw new LatchkeyError('connection/cancelled', { connectorId: remote.id });
    this.#onConnected(chain.namespace, session.connector, true);
    if (connectsOthers) this.#connectOthers(chain.namespace, remote, opened);
    return true;
  }

  /** Stores the connection synchronously, before any subscriber reacts to it. */
  #onConnected(namespace: Namespace, connector: Connector, isRemote: boolean): void {
    const { repository, connections, events } = this.#deps;
    repository.remember(namespace, connector.id, isRemote);
    connections.dispatch({ type: 'namespace-activated', namespace });
    // A login with a social account has its own event, SOCIAL_LOGIN_SUCCESS, and none of the methods is its.
    if (connections.state.namespaces[namespace]?.details.socialProvider === undefined)
      events.track('CONNECT_SUCCESS', this.#connectMethodOf(connector));
  }

  /** Connects the other namespaces of the same approval. Not awaited: the run has already succeeded. */
  #connectOthers(connected: Namespace, remote: RemoteConnector, opened: RemoteSession): void {
    const { connections, repository, reconnect } = this.#deps;
    for (const namespace of remote.storeForOtherNamespaces(connected, opened)) {
      if (connections.sessionOf(namespace) !== null) continue;
      repository.remember(namespace, remote.id, true);
      reconnect.execute({ namespace }).subscribe();
    }
  }

  /** Remote wallets connect by a deep link on this device or by a QR code. */
  #connectMethodOf({ type, name }: Connector): { readonly method: 'browser' | 'email' | 'mobile' | 'qrcode'; readonly name: string } {
    if (type === 'AUTH') return { method: 'email', name };
    if (type !== 'WALLET_CONNECT') return { method: 'browser', name };
    const { wcLinking, recentWallet } = this.#deps.connections.state.pairing;
    return { method: wcLinking === undefined ? 'qrcode' : 'mobile', name: recentWallet?.name ?? name };
  }
}
