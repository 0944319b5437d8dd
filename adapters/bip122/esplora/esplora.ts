import { TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { onAbort } from '../../../application/shared/on-abort.js';
import { within } from '../../../application/shared/within.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { nodeHeaders } from '../../../domain/network/node-headers.js';
import { readText } from '../../shared/read-body.js';

/** Specification, section 9: how long one address may take. */
const TIMEOUT_MS = 10_000;

/** Where Esplora services are: base addresses of a network without a trailing slash, in order of preference. */
export type EsploraAddresses = (network: Network) => readonly string[];

/** What the host wants requests to an address to carry. */
type Headers = ReturnType<typeof nodeHeaders>;

/** An answer of the service that is an error. */
export class EsploraError extends Error {
  override readonly name = 'EsploraError';
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** One question. */
interface Question<T> {
  readonly network: Network;
  readonly path: string;
  /** Text to post; without it the path is read. */
  readonly body?: string;
  /** Makes sense of the text; what it throws makes the answer one of a broken service. */
  readonly read: (text: string) => T;
  /** Told each time just before it leaves. */
  readonly sent?: () => void;
}

/**
 * Questions to Esplora services, each address of a network in turn. An address is asked for its genesis block before its
 * first use: one of another network would show, or spend, what is not there.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export class Esplora {
  readonly clock: Clock;
  readonly #addresses: EsploraAddresses;
  readonly #genesis = new Map<string, Promise<string>>();
  readonly #life = new AbortController();

  constructor(clock: Clock, addresses: EsploraAddresses) {
    this.clock = clock;
    this.#addresses = addresses;
  }

  /**
   * Reads or posts.
   * @throws EsploraError when the service refuses (4xx): all addresses would; LatchkeyError `network/rpc-failed`,
   * `network/timeout`; `network/wrong-node` only when each address serves another network
   */
  async ask<T>({ network, path, body, read, sent }: Question<T>, signal: AbortSignal): Promise<T> {
    const chainId = network.caipNetworkId;
    let last: unknown;
    for (const base of this.#addresses(network)) {
      try {
        const own = nodeHeaders(network, base);
        await this.#check(base, chainId, own, signal);
        sent?.();
        return read(await this.#fetch(`${base}${path}`, body, own, signal));
      } catch (error) {
        signal.throwIfAborted();
        if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
        if (error instanceof EsploraError && error.status < 500 && error.status !== 429) throw error;
        // Of a service that was asked it is not known what it did; one of another network was asked for nothing.
        if (last === undefined || !isLatchkeyError(error, 'network/wrong-node')) last = error;
      }
    }
    if (isLatchkeyError(last)) throw last;
    const method = path.split('/')[1] ?? path;
    throw last instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS }, { cause: last })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: last });
  }

  /**
   * Reads JSON, and makes sense of it with `read`.
   * @throws LatchkeyError `network/rpc-failed` also for what makes none, and when the service refuses; `network/timeout`, `network/wrong-node`
   */
  read<T>(network: Network, path: string, read: (answer: unknown) => T, signal: AbortSignal): Promise<T> {
    return this.readText(network, path, (text) => read(JSON.parse(text)), signal);
  }

  /** Reads text, as {@link read} reads JSON. */
  async readText<T>(network: Network, path: string, read: (text: string) => T, signal: AbortSignal): Promise<T> {
    try {
      return await this.ask({ network, path, read }, signal);
    } catch (cause) {
      if (!(cause instanceof EsploraError)) throw cause;
      throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method: path.split('/')[1] ?? path }, { cause });
    }
  }

  /** Reads as {@link read}; `null` when the service has no such thing. */
  async find<T>(network: Network, path: string, read: (answer: unknown) => T, signal: AbortSignal): Promise<T | null> {
    try {
      return await this.ask({ network, path, read: (text) => read(JSON.parse(text)) }, signal);
    } catch (error) {
      if (error instanceof EsploraError) return null;
      throw error;
    }
  }

  /** Ends every question under way. */
  dispose(): void {
    this.#life.abort();
  }

  async #check(base: string, chainId: string, own: Headers, signal: AbortSignal): Promise<void> {
    const asked = this.#genesis.get(base) ?? this.#fetch(`${base}/block-height/0`, undefined, own, this.#life.signal);
    this.#genesis.set(base, asked);
    asked.catch(() => this.#genesis.delete(base));
    const hash = await within(TIMEOUT_MS, this.clock, abortable(asked, signal)).then(
      (text) => text.trim(),
      (error: unknown) => {
        // What refuses its first block is no service of a chain; the next address may be one.
        throw error instanceof EsploraError ? new Error('The service has no first block', { cause: error }) : error;
      },
    );
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      this.#genesis.delete(base);
      throw new Error('The service gave no block');
    }
    const nodeChainId = `bip122:${hash.slice(0, 32)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId });
  }

  /** `fetch` that also ends with this reader. */
  async #fetch(url: string, body: string | undefined, own: Headers, signal: AbortSignal): Promise<string> {
    for (const each of [signal, this.#life.signal]) each.throwIfAborted();
    const joined = new AbortController();
    const end = (): void => joined.abort();
    const stays = [onAbort(signal, end), onAbort(this.#life.signal, end)];
    try {
      const post = body === undefined ? {} : { method: 'POST', body };
      const headers = { ...(body === undefined ? {} : { 'content-type': 'text/plain' }), ...own };
      const answer = async (): Promise<string> => {
        const response = await fetch(url, { ...post, headers, signal: joined.signal });
        const text = await readText(response);
        if (!response.ok) throw new EsploraError(response.status, text.slice(0, 500));
        return text;
      };
      return await within(TIMEOUT_MS, this.clock, answer());
    } finally {
      end();
      for (const stay of stays) stay();
    }
  }
}
