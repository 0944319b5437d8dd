import { ApiPromise, HttpProvider, WsProvider } from '@polkadot/api';
import type { ApiOptions } from '@polkadot/api/types';
import { type Subscription, TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { withTimeout } from '../../../application/shared/with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { rpcHeaders } from '../../../domain/network/rpc-headers.js';
import { type AppRpcUrls, nodeUrls } from './node-urls.js';

/** Timeout of one URL (specification, section 9). */
export const RPC_TIMEOUT_MS = 10_000;
/** Idle time before a socket is closed; longer than the one-minute balance refresh. */
const IDLE_MS = 75_000;
/** How long runtime metadata, which is large, stays cached after the socket closes. */
const METADATA_CACHE_MS = 15 * 60_000;

interface Connection {
  readonly api: ApiPromise;
  readonly provider: NonNullable<ApiOptions['provider']>;
}

/**
 * A socket without subscriptions. With subscriptions the SDK polls the node's health every ten seconds and subscribes for one-time reads.
 */
class QuietSocket extends WsProvider {
  override get hasSubscriptions(): boolean {
    return false;
  }
}

/** A pooled connection to one node. */
interface PooledConnection {
  readonly opened: Promise<Connection>;
  /** Pending reopening of a closed socket. */
  reopening: Promise<void> | null;
  /** Number of pending reads. */
  activeReads: number;
  idle: Subscription | null;
}

/**
 * Connections to nodes: one per URL, opened on demand and closed when idle. Falls back through a network's URLs; a node is used once its
 * genesis hash matches. URLs found to serve another chain are tried last.
 */
export class PolkadotNodes {
  readonly #clock: Clock;
  readonly #appRpcUrls: AppRpcUrls;
  readonly #connections = new Map<string, PooledConnection>();
  /** Keys of URLs found to serve another chain. */
  readonly #wrongChainKeys = new Set<string>();
  readonly #controller = new AbortController();

  constructor(clock: Clock, appRpcUrls: AppRpcUrls = () => []) {
    this.#clock = clock;
    this.#appRpcUrls = appRpcUrls;
  }

  /**
   * Reads from the first node that responds.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`; Latchkey errors thrown by `read`
   */
  async read<T>(network: Network, method: string, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const chainId = network.caipNetworkId;
    let failure: unknown;
    for (const url of this.#urls(network)) {
      signal.throwIfAborted();
      try {
        return await this.#use(url, network, signal, (api) => withTimeout(RPC_TIMEOUT_MS, this.#clock, read(api)));
      } catch (error) {
        signal.throwIfAborted();
        if (this.#controller.signal.aborted) throw new LatchkeyError('config/disposed', {});
        if (isLatchkeyError(error) && !isLatchkeyError(error, 'network/wrong-node')) throw error;
        // A socket that stopped responding may stay open for long: the next read opens a new one.
        if (error instanceof TimeoutError) this.#close(keyOf(network, url));
        // Errors of nodes on the right chain take precedence.
        if (failure === undefined || !isLatchkeyError(error, 'network/wrong-node')) failure = error;
      }
    }
    if (isLatchkeyError(failure)) throw failure;
    throw failure instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS }, { cause: failure })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: failure });
  }

  /** Aborts every pending read and closes every connection. */
  dispose(): void {
    this.#controller.abort();
    for (const key of [...this.#connections.keys()]) this.#close(key);
  }

  /**
   * Drops cached metadata if the runtime was upgraded: nodes reject extrinsics built for the old one.
   * @throws as {@link read} does
   */
  async refreshRuntime(network: Network, signal: AbortSignal): Promise<void> {
    const method = 'state_getRuntimeVersion';
    const isOld = await this.read(network, method, signal, async (api) => {
      const { specVersion } = await api.rpc.state.getRuntimeVersion();
      return !specVersion.eq(api.runtimeVersion.specVersion);
    });
    if (isOld) for (const url of this.#urls(network)) this.#close(keyOf(network, url));
  }

  #urls(network: Network): readonly string[] {
    const isWrongChain = (url: string): boolean => this.#wrongChainKeys.has(keyOf(network, url));
    return nodeUrls(network, this.#appRpcUrls(network)).toSorted((a, b) => Number(isWrongChain(a)) - Number(isWrongChain(b)));
  }

  async #use<T>(url: string, network: Network, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const key = keyOf(network, url);
    const existing = this.#connections.get(key);
    if (existing !== undefined) {
      try {
        return await this.#readWith(key, existing, signal, read);
      } catch (error) {
        // A socket that broke unnoticed, e.g. while the computer slept, fails on first use: retry the read over a new one.
        const isBroken = await existing.opened.then(
          ({ provider }) => !provider.isConnected,
          () => false,
        );
        if (!isBroken || signal.aborted || this.#controller.signal.aborted) throw error;
      }
    }
    return this.#readWith(key, this.#connections.get(key) ?? this.#open(key, url, network), signal, read);
  }

  async #readWith<T>(key: string, connection: PooledConnection, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    connection.activeReads += 1;
    connection.idle?.unsubscribe();
    try {
      return await abortable(
        connection.opened.then(async ({ api, provider }) => {
          await this.#reopen(connection, provider);
          return read(api);
        }),
        signal,
        this.#controller.signal,
      );
    } finally {
      connection.activeReads -= 1;
      if (connection.activeReads === 0 && this.#connections.get(key) === connection)
        connection.idle = this.#clock.scheduler.schedule(() => this.#closeIdle(key, connection), IDLE_MS);
    }
  }

  /** Reopens a closed socket and keeps the cached metadata. */
  async #reopen(connection: PooledConnection, provider: Connection['provider']): Promise<void> {
    if (provider.isConnected || !(provider instanceof QuietSocket)) return;
    connection.reopening ??= withTimeout(RPC_TIMEOUT_MS, this.#clock, openSocket(provider));
    try {
      await connection.reopening;
    } catch (error) {
      provider.disconnect().catch(() => undefined);
      throw error;
    } finally {
      connection.reopening = null;
    }
  }

  #open(key: string, url: string, network: Network): PooledConnection {
    const connecting = connect(url, network);
    const connection: PooledConnection = {
      opened: withTimeout(RPC_TIMEOUT_MS, this.#clock, connecting),
      reopening: null,
      activeReads: 0,
      idle: null,
    };
    this.#connections.set(key, connection);
    // Reported to the pending reads; the next read opens a new connection.
    connection.opened.catch((error: unknown) => {
      if (isLatchkeyError(error, 'network/wrong-node')) this.#wrongChainKeys.add(key);
      this.#forget(key, connection);
      // Close a connection that opens after the timeout.
      connecting.then(disconnect, () => undefined);
    });
    return connection;
  }

  /** Closes the socket of an idle connection, and later drops its metadata. */
  #closeIdle(key: string, connection: PooledConnection): void {
    connection.opened.then(disconnect, () => undefined);
    connection.idle = this.#clock.scheduler.schedule(() => this.#forget(key, connection), METADATA_CACHE_MS);
  }

  #forget(key: string, connection: PooledConnection): void {
    connection.idle?.unsubscribe();
    if (this.#connections.get(key) === connection) this.#connections.delete(key);
  }

  #close(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#forget(key, connection);
    connection.opened.then(disconnect, () => undefined);
  }
}

const keyOf = ({ caipNetworkId }: Network, url: string): string => `${caipNetworkId} ${url}`;

const disconnect = ({ api }: Connection): void => {
  api.disconnect().catch(() => undefined);
};

/** Opens a socket. Broken sockets are not reopened automatically. */
const openSocket = async (socket: WsProvider): Promise<void> => {
  const unsubscribers: (() => void)[] = [];
  const opened = new Promise<void>((resolve, reject) => {
    unsubscribers.push(
      socket.on('connected', () => resolve()),
      socket.on('error', () => reject(new Error('The node cannot be reached'))),
      socket.on('disconnected', () => reject(new Error('The node closed the connection'))),
    );
  });
  try {
    await Promise.all([socket.connect(), opened]);
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe();
  }
};

/** Connects, loads the metadata and verifies the chain. */
const connect = async (url: string, network: Network): Promise<Connection> => {
  const { caipNetworkId: chainId } = network;
  const isHttp = /^http/i.test(url);
  const socket = isHttp ? new HttpProvider(url, rpcHeaders(network, url)) : new QuietSocket(url, false, {}, RPC_TIMEOUT_MS);
  // The provider's types do not support exactOptionalPropertyTypes.
  const provider = socket as NonNullable<ApiOptions['provider']>;
  if (socket instanceof WsProvider) await openSocket(socket);
  try {
    // Use JavaScript hashing: under a CSP that forbids WebAssembly the SDK would wait forever.
    const api = await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true, initWasm: false });
    const nodeChainId = `polkadot:${api.genesisHash.toHex().slice(2, 34)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId });
    return { api, provider };
  } catch (error) {
    provider.disconnect().catch(() => undefined);
    throw error;
  }
};
