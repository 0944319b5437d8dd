import { ApiPromise, HttpProvider, WsProvider } from '@polkadot/api';
import type { ApiOptions } from '@polkadot/api/types';
import { type Subscription, TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { within } from '../../../application/shared/within.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { nodeHeaders } from '../../../domain/network/node-headers.js';
import { type HostNodes, nodeUrls } from './node-urls.js';

/** Specification, section 9: how long one URL may take. */
export const RPC_TIMEOUT_MS = 10_000;
/** A socket that nobody read by for so long is closed: a balance that is read once a minute keeps it. */
const IDLE_MS = 75_000;
/** What a node told of its runtime, which is much, is kept for so long after that: who comes back asks for what they want alone. */
const KEPT_MS = 15 * 60_000;

/** What a connection is read by. */
interface Connection {
  readonly api: ApiPromise;
  readonly provider: NonNullable<ApiOptions['provider']>;
}

/**
 * A socket without subscriptions. By one that has them the SDK asks for the node's health every ten seconds, and subscribes to
 * what it reads once.
 */
class QuietSocket extends WsProvider {
  override get hasSubscriptions(): boolean {
    return false;
  }
}

/** A connection to one node. */
interface Line {
  readonly opened: Promise<Connection>;
  /** A socket that was closed is being opened again. */
  reopening: Promise<void> | null;
  /** How many read it now. */
  uses: number;
  idle: Subscription | null;
}

/**
 * Connections to the nodes of networks: one per URL that is read, opened when it is needed and left when nobody reads it any more. Each URL
 * of a network is tried in turn; a node counts once its genesis is the network's. One that is known to be another chain's is tried last.
 */
export class PolkadotNodes {
  readonly #clock: Clock;
  readonly #hostNodes: HostNodes;
  readonly #lines = new Map<string, Line>();
  /** Keys of nodes that said they are of another chain. */
  readonly #strangers = new Set<string>();
  readonly #life = new AbortController();

  constructor(clock: Clock, hostNodes: HostNodes = () => []) {
    this.#clock = clock;
    this.#hostNodes = hostNodes;
  }

  /**
   * Reads from the first node that answers.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`; what `read` throws of the registry's own
   */
  async read<T>(network: Network, method: string, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const chainId = network.caipNetworkId;
    let failure: unknown;
    for (const url of this.#urls(network)) {
      signal.throwIfAborted();
      try {
        return await this.#use(url, network, signal, (api) => within(RPC_TIMEOUT_MS, this.#clock, read(api)));
      } catch (error) {
        signal.throwIfAborted();
        if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
        if (isLatchkeyError(error) && !isLatchkeyError(error, 'network/wrong-node')) throw error;
        // A socket that gives nothing any more may stand for long: the next read opens another.
        if (error instanceof TimeoutError) this.#leave(keyOf(network, url));
        // Of a node that answered badly more is known than of one that is another chain's.
        if (failure === undefined || !isLatchkeyError(error, 'network/wrong-node')) failure = error;
      }
    }
    if (isLatchkeyError(failure)) throw failure;
    throw failure instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS }, { cause: failure })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: failure });
  }

  /** Ends every read under way and every connection. */
  dispose(): void {
    this.#life.abort();
    for (const key of [...this.#lines.keys()]) this.#leave(key);
  }

  /**
   * Forgets what the nodes of a network told of a runtime that is not theirs any more: what is made for an old one is refused.
   * @throws as {@link read} does
   */
  async renew(network: Network, signal: AbortSignal): Promise<void> {
    const method = 'state_getRuntimeVersion';
    const isOld = await this.read(network, method, signal, async (api) => {
      const { specVersion } = await api.rpc.state.getRuntimeVersion();
      return !specVersion.eq(api.runtimeVersion.specVersion);
    });
    if (isOld) for (const url of this.#urls(network)) this.#leave(keyOf(network, url));
  }

  #urls(network: Network): readonly string[] {
    const isStranger = (url: string): boolean => this.#strangers.has(keyOf(network, url));
    return nodeUrls(network, this.#hostNodes(network)).toSorted((one, other) => Number(isStranger(one)) - Number(isStranger(other)));
  }

  async #use<T>(url: string, network: Network, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const key = keyOf(network, url);
    const standing = this.#lines.get(key);
    if (standing !== undefined) {
      try {
        return await this.#over(key, standing, signal, read);
      } catch (error) {
        // A connection that broke while nobody looked, as when a computer slept, says so only to who uses it: that one reads over another.
        const isBroken = await standing.opened.then(
          ({ provider }) => !provider.isConnected,
          () => false,
        );
        if (!isBroken || signal.aborted || this.#life.signal.aborted) throw error;
      }
    }
    return this.#over(key, this.#lines.get(key) ?? this.#open(key, url, network), signal, read);
  }

  async #over<T>(key: string, line: Line, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    line.uses += 1;
    line.idle?.unsubscribe();
    try {
      return await abortable(
        line.opened.then(async ({ api, provider }) => {
          await this.#reopen(line, provider);
          return read(api);
        }),
        signal,
        this.#life.signal,
      );
    } finally {
      line.uses -= 1;
      if (line.uses === 0 && this.#lines.get(key) === line)
        line.idle = this.#clock.scheduler.schedule(() => this.#rest(key, line), IDLE_MS);
    }
  }

  /** Opens a socket that was closed by either side. What the node told of its runtime holds on. */
  async #reopen(line: Line, provider: Connection['provider']): Promise<void> {
    if (provider.isConnected || !(provider instanceof QuietSocket)) return;
    line.reopening ??= within(RPC_TIMEOUT_MS, this.#clock, open(provider));
    try {
      await line.reopening;
    } catch (error) {
      provider.disconnect().catch(() => undefined);
      throw error;
    } finally {
      line.reopening = null;
    }
  }

  #open(key: string, url: string, network: Network): Line {
    const connecting = connect(url, network);
    const line: Line = { opened: within(RPC_TIMEOUT_MS, this.#clock, connecting), reopening: null, uses: 0, idle: null };
    this.#lines.set(key, line);
    // Who reads is told; the next read begins anew.
    line.opened.catch((error: unknown) => {
      if (isLatchkeyError(error, 'network/wrong-node')) this.#strangers.add(key);
      this.#forget(key, line);
      // One that comes too late is nobody's.
      connecting.then(hangUp, () => undefined);
    });
    return line;
  }

  /** Closes the socket of a line that nobody uses, and forgets it when nobody comes back. */
  #rest(key: string, line: Line): void {
    line.opened.then(hangUp, () => undefined);
    line.idle = this.#clock.scheduler.schedule(() => this.#forget(key, line), KEPT_MS);
  }

  #forget(key: string, line: Line): void {
    line.idle?.unsubscribe();
    if (this.#lines.get(key) === line) this.#lines.delete(key);
  }

  #leave(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    this.#forget(key, line);
    line.opened.then(hangUp, () => undefined);
  }
}

const keyOf = ({ caipNetworkId }: Network, url: string): string => `${caipNetworkId} ${url}`;

const hangUp = ({ api }: Connection): void => {
  api.disconnect().catch(() => undefined);
};

/** Opens a socket. One that breaks stays broken until it is read by. */
const open = async (socket: WsProvider): Promise<void> => {
  const leaves: (() => void)[] = [];
  const opened = new Promise<void>((resolve, reject) => {
    leaves.push(
      socket.on('connected', () => resolve()),
      socket.on('error', () => reject(new Error('The node cannot be reached'))),
      socket.on('disconnected', () => reject(new Error('The node closed the connection'))),
    );
  });
  try {
    await Promise.all([socket.connect(), opened]);
  } finally {
    for (const leave of leaves) leave();
  }
};

/** Connects, reads what the runtime is made of and checks whose node it is. */
const connect = async (url: string, network: Network): Promise<Connection> => {
  const { caipNetworkId: chainId } = network;
  const isHttp = /^http/i.test(url);
  const socket = isHttp ? new HttpProvider(url, nodeHeaders(network, url)) : new QuietSocket(url, false, {}, RPC_TIMEOUT_MS);
  // The provider's types were not written for exact optional properties.
  const provider = socket as NonNullable<ApiOptions['provider']>;
  if (socket instanceof WsProvider) await open(socket);
  try {
    // Hashes are made in JavaScript as well: a page whose policy refuses WebAssembly would wait for ever.
    const api = await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true, initWasm: false });
    const nodeChainId = `polkadot:${api.genesisHash.toHex().slice(2, 34)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId });
    return { api, provider };
  } catch (error) {
    provider.disconnect().catch(() => undefined);
    throw error;
  }
};
