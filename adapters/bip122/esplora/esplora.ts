import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { onAbort } from '../../../application/shared/on-abort.js';
import { TimeoutError, within } from '../../../application/shared/within.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { CHAIN_ERRORS } from '../../../domain/errors/on-demand/chain-errors.js';
import type { Network } from '../../../domain/network/network.js';

/** Specification, section 9: how long one address may take. */
const TIMEOUT_MS = 10_000;

/** Where Esplora services are: base addresses of a network without a trailing slash, in order of preference. */
export type EsploraAddresses = (network: Network) => readonly string[];

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
interface Question {
  readonly network: Network;
  readonly path: string;
  /** Text to post; without it the path is read. */
  readonly body?: string;
}

/**
 * Questions to Esplora services, each address of a network in turn. An address is asked for its genesis block before its
 * first use: one of another network would show, or spend, what is not there.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export class Esplora {
  readonly #clock: Clock;
  readonly #addresses: EsploraAddresses;
  readonly #genesis = new Map<string, Promise<string>>();
  readonly #life = new AbortController();

  constructor(clock: Clock, addresses: EsploraAddresses) {
    this.#clock = clock;
    this.#addresses = addresses;
  }

  /**
   * Reads or posts; gives the text.
   * @throws EsploraError when the service refuses (4xx): all addresses would; LatchkeyError `network/rpc-failed`,
   * `network/timeout`, `network/wrong-node`
   */
  async ask(question: Question, signal: AbortSignal): Promise<string> {
    const { network, path } = question;
    const chainId = network.caipNetworkId;
    let last: unknown;
    for (const base of this.#addresses(network)) {
      try {
        await this.#check(base, chainId, signal);
        return await this.#fetch(`${base}${path}`, question.body, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
        if (error instanceof EsploraError && error.status < 500 && error.status !== 429) throw error;
        last = error;
      }
    }
    if (isLatchkeyError(last)) throw last;
    const method = path.split('/')[1] ?? path;
    throw last instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS }, { cause: last })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: last });
  }

  /**
   * Reads JSON.
   * @throws LatchkeyError `network/rpc-failed` for what is none; and what {@link ask} throws
   */
  async read(network: Network, path: string, signal: AbortSignal): Promise<unknown> {
    const text = await this.ask({ network, path }, signal);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method: path.split('/')[1] ?? path }, { cause });
    }
  }

  /** Ends every question under way. */
  dispose(): void {
    this.#life.abort();
  }

  async #check(base: string, chainId: string, signal: AbortSignal): Promise<void> {
    const asked = this.#genesis.get(base) ?? this.#fetch(`${base}/block-height/0`, undefined, this.#life.signal);
    this.#genesis.set(base, asked);
    asked.catch(() => this.#genesis.delete(base));
    const hash = (await within(TIMEOUT_MS, this.#clock, abortable(asked, signal))).trim();
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      this.#genesis.delete(base);
      throw new Error('The service gave no block');
    }
    const nodeChainId = `bip122:${hash.slice(0, 32)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId }, { tables: CHAIN_ERRORS });
  }

  /** `fetch` that also ends with this reader. */
  async #fetch(url: string, body: string | undefined, signal: AbortSignal): Promise<string> {
    for (const each of [signal, this.#life.signal]) each.throwIfAborted();
    const joined = new AbortController();
    const end = (): void => joined.abort();
    const stays = [onAbort(signal, end), onAbort(this.#life.signal, end)];
    try {
      const post = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
      const answer = async (): Promise<string> => {
        const response = await fetch(url, { ...post, signal: joined.signal });
        const text = await response.text();
        if (!response.ok) throw new EsploraError(response.status, text.slice(0, 500));
        return text;
      };
      return await within(TIMEOUT_MS, this.#clock, answer());
    } finally {
      end();
      for (const stay of stays) stay();
    }
  }
}
