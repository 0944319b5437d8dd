import { ApiPromise, HttpProvider, WsProvider } from '@polkadot/api';
import type { ApiOptions } from '@polkadot/api/types';
import type { Subscription } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { TimeoutError, within } from '../../../application/shared/within.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { CHAIN_ERRORS } from '../../../domain/errors/on-demand/chain-errors.js';
import type { Network } from '../../../domain/network/network.js';
import { nodeUrls } from './node-urls.js';

/** Specification, section 9: how long one URL may take. */
export const RPC_TIMEOUT_MS = 10_000;
/** A node that nobody read for so long is left. */
const IDLE_MS = 20_000;

/** What a connection is read by. */
interface Connection {
  readonly api: ApiPromise;
  readonly provider: NonNullable<ApiOptions['provider']>;
}

/** A connection to one node. */
interface Line {
  readonly opened: Promise<Connection>;
  /** How many read it now. */
  uses: number;
  idle: Subscription | null;
}

/**
 * Connections to the nodes of networks: one per URL that is read, opened when it is needed and left when nobody reads it any more. Each URL
 * of a network is tried in turn; a node counts once its genesis is the network's.
 */
export class PolkadotNodes {
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();
  readonly #life = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads from the first node that answers.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`; what `read` throws of the registry's own
   */
  async read<T>(network: Network, method: string, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const chainId = network.caipNetworkId;
    let failure: unknown;
    for (const url of nodeUrls(network)) {
      signal.throwIfAborted();
      try {
        return await this.#use(url, network, signal, (api) => within(RPC_TIMEOUT_MS, this.#clock, read(api)));
      } catch (error) {
        signal.throwIfAborted();
        if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
        if (isLatchkeyError(error) && !isLatchkeyError(error, 'network/wrong-node')) throw error;
        failure = error;
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

  async #use<T>(url: string, network: Network, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    const key = `${network.caipNetworkId} ${url}`;
    const standing = this.#lines.get(key);
    if (standing !== undefined) {
      try {
        return await this.#over(key, standing, signal, read);
      } catch (error) {
        // A connection that broke while nobody looked, as when a computer slept, says so only to who uses it: that one reads over a new one.
        const isBroken = await standing.opened.then(
          ({ provider }) => !provider.isConnected,
          () => false,
        );
        if (!isBroken || signal.aborted || this.#life.signal.aborted) throw error;
        this.#forget(key, standing);
      }
    }
    return this.#over(key, this.#lines.get(key) ?? this.#open(key, url, network), signal, read);
  }

  async #over<T>(key: string, line: Line, signal: AbortSignal, read: (api: ApiPromise) => Promise<T>): Promise<T> {
    line.uses += 1;
    line.idle?.unsubscribe();
    try {
      return await abortable(
        line.opened.then(({ api }) => read(api)),
        signal,
        this.#life.signal,
      );
    } finally {
      line.uses -= 1;
      if (line.uses === 0 && this.#lines.get(key) === line) line.idle = this.#clock.scheduler.schedule(() => this.#leave(key), IDLE_MS);
    }
  }

  #open(key: string, url: string, network: Network): Line {
    const line: Line = {
      opened: within(
        RPC_TIMEOUT_MS,
        this.#clock,
        connect(url, network, () => this.#forget(key, line)),
      ),
      uses: 0,
      idle: null,
    };
    this.#lines.set(key, line);
    // Who reads is told; the next read begins anew.
    line.opened.catch(() => this.#forget(key, line));
    return line;
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

const hangUp = ({ api }: Connection): void => {
  api.disconnect().catch(() => undefined);
};

/** Opens a socket, or nothing where the node is asked by HTTP. A socket that breaks stays broken: the next read opens another. */
const open = async (url: string): Promise<HttpProvider | WsProvider> => {
  if (/^http/i.test(url)) return new HttpProvider(url);
  const provider = new WsProvider(url, false, {}, RPC_TIMEOUT_MS);
  const opened = new Promise<void>((resolve, reject) => {
    provider.on('connected', () => resolve());
    provider.on('error', () => reject(new Error('The node cannot be reached')));
    provider.on('disconnected', () => reject(new Error('The node closed the connection')));
  });
  await Promise.all([provider.connect(), opened]);
  return provider;
};

/** Connects, reads what the runtime is made of and checks whose node it is. */
const connect = async (url: string, { caipNetworkId: chainId }: Network, ended: () => void): Promise<Connection> => {
  // The provider's types were not written for exact optional properties.
  const provider = (await open(url)) as NonNullable<ApiOptions['provider']>;
  provider.on('disconnected', ended);
  try {
    const api = await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true });
    const nodeChainId = `polkadot:${api.genesisHash.toHex().slice(2, 34)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId }, { tables: CHAIN_ERRORS });
    return { api, provider };
  } catch (error) {
    provider.disconnect().catch(() => undefined);
    throw error;
  }
};
