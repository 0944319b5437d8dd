import { TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { pause } from '../../../application/shared/pause.js';
import { within } from '../../../application/shared/within.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import type { NodeAnswer, NodeCall } from '../node-call.js';
import { HttpError } from './post-json.js';
import { RpcEndpoint } from './rpc-endpoint.js';

/** Specification, section 9: how long one URL may take. */
export const RPC_TIMEOUT_MS = 10_000;
/** Specification, section 9: how many calls one request may carry. */
const MAX_BATCH = 1_000;
/** Further rounds over all URLs after a failure that may pass (429, 5xx, a lost connection), and the pause that doubles. */
const RETRIES = 2;
const RETRY_PAUSE_MS = 150;
/** Ranking samples every URL so often at most, and only beside a read: an idle page asks nothing. */
const SAMPLE_PAUSE_MS = 4_000;
/** A URL that takes longer for a sample counts as down. */
const SAMPLE_TIMEOUT_MS = 1_000;
/** What counts more in the ranking: that a URL answers, or that it is quick. */
const STABILITY_SHARE = 0.7;

/** HTTP statuses that may pass. @see https://www.rfc-editor.org/rfc/rfc9110#name-status-codes */
const PASSING: readonly number[] = [408, 429, 500, 502, 503, 504];

/** What the nodes are asked by. */
export interface NodesOptions {
  readonly clock: Clock;
  /** Orders the URLs of a network by how they answer, instead of the host's order. */
  readonly rank?: boolean | undefined;
}

/** The nodes of all networks: each URL of a network in turn, the host's own first, or the best one where that is wanted. */
export class Eip155Nodes {
  readonly #clock: Clock;
  readonly #rank: boolean;
  readonly #endpoints = new Map<string, readonly RpcEndpoint[]>();
  readonly #sampledAt = new Map<string, number>();
  readonly #life = new AbortController();

  constructor({ clock, rank = false }: NodesOptions) {
    this.#clock = clock;
    this.#rank = rank;
  }

  /**
   * Asks one thing.
   * @throws LatchkeyError `network/rpc-failed`, whose cause is the last URL's own error; `network/timeout`; `network/wrong-node`
   */
  async ask(network: Network, call: NodeCall, signal: AbortSignal): Promise<NodeAnswer> {
    const [answer] = await this.#askOnce(network, [call], signal);
    // One call, one answer: the endpoint throws where there is none.
    return answer as NodeAnswer;
  }

  /**
   * Asks several things in as few requests as there can be: a thousand in each.
   * @throws as {@link ask} does
   */
  async askAll(network: Network, calls: readonly NodeCall[], signal: AbortSignal): Promise<readonly NodeAnswer[]> {
    const parts: NodeCall[][] = [];
    for (let at = 0; at < calls.length; at += MAX_BATCH) parts.push(calls.slice(at, at + MAX_BATCH));
    return (await Promise.all(parts.map((part) => this.#askOnce(network, part, signal)))).flat();
  }

  /** Ends every request under way. */
  dispose(): void {
    this.#life.abort();
    this.#endpoints.clear();
  }

  async #askOnce(network: Network, calls: readonly NodeCall[], signal: AbortSignal): Promise<readonly NodeAnswer[]> {
    signal.throwIfAborted();
    const { caipNetworkId: chainId } = network;
    const failures: unknown[] = [];
    for (let round = 0; round <= RETRIES; round += 1) {
      let isBusy = false;
      let isLost = false;
      for (const endpoint of this.#inOrder(network)) {
        try {
          return await this.#try(endpoint, RPC_TIMEOUT_MS, signal, (attempt) => endpoint.ask(calls, attempt));
        } catch (error) {
          signal.throwIfAborted();
          if (this.#life.signal.aborted) throw new LatchkeyError('config/disposed', {});
          failures.push(error);
          isBusy ||= isBusyNode(error);
          isLost ||= isLostConnection(error);
        }
      }
      if (!isBusy && (!isLost || round > 0)) break;
      // A connection that broke is made anew at once; a node that sent us away is left alone for a moment.
      if (isBusy && round < RETRIES) await pause(RETRY_PAUSE_MS * 2 ** round, this.#clock, signal);
    }
    throw this.#failure(chainId, calls[0]?.method ?? '', failures, network.rpcUrls.default.http.length);
  }

  /** What all URLs together failed with. */
  #failure(chainId: string, method: string, failures: readonly unknown[], urls: number): LatchkeyError {
    const cause = failures.at(-1);
    const wrong = failures.find((error) => isLatchkeyError(error, 'network/wrong-node'));
    if (isLatchkeyError(wrong, 'network/wrong-node') && failures.every((error) => isLatchkeyError(error, 'network/wrong-node')))
      return wrong;
    return failures.length > 0 && failures.every((error) => error instanceof TimeoutError)
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS * urls }, { cause })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
  }

  /** One request to one URL, within its time, until the caller or the owner leaves. Its connection ends with it. */
  async #try<T>(endpoint: RpcEndpoint, timeoutMs: number, signal: AbortSignal, send: (attempt: AbortSignal) => Promise<T>): Promise<T> {
    const attempt = new AbortController();
    const startedAt = this.#clock.now();
    let ok = false;
    try {
      const answer = await within(timeoutMs, this.#clock, abortable(send(attempt.signal), signal, this.#life.signal));
      ok = true;
      return answer;
    } finally {
      attempt.abort();
      endpoint.keep({ ok, ms: this.#clock.now() - startedAt });
    }
  }

  #inOrder(network: Network): readonly RpcEndpoint[] {
    const { http: urls } = network.rpcUrls.default;
    const key = [network.caipNetworkId, ...urls].join(' ');
    const known = this.#endpoints.get(key);
    const endpoints = known ?? urls.map((url) => new RpcEndpoint(url, network));
    if (known === undefined) this.#endpoints.set(key, endpoints);
    if (!this.#rank || endpoints.length < 2) return endpoints;
    this.#sample(key, endpoints);
    return ranked(endpoints);
  }

  /** Takes one sample of each URL, where the last one is old enough. Nobody waits for it. */
  #sample(key: string, endpoints: readonly RpcEndpoint[]): void {
    const now = this.#clock.now();
    if (now - (this.#sampledAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAMPLE_PAUSE_MS) return;
    this.#sampledAt.set(key, now);
    const nobody = new AbortController().signal;
    for (const endpoint of endpoints)
      this.#try(endpoint, SAMPLE_TIMEOUT_MS, nobody, (attempt) => endpoint.ping(attempt)).catch(() => undefined);
  }
}

/** The best first; equal ones stay in the host's order. */
const ranked = (endpoints: readonly RpcEndpoint[]): readonly RpcEndpoint[] => {
  const slowest = Math.max(1, ...endpoints.map(({ standing }) => standing.meanMs).filter(Number.isFinite));
  const score = (endpoint: RpcEndpoint): number => {
    const { failed, meanMs } = endpoint.standing;
    return STABILITY_SHARE * failed + (1 - STABILITY_SHARE) * Math.min(1, meanMs / slowest);
  };
  return [...endpoints].sort((a, b) => score(a) - score(b));
};

/** The node sent us away, and may take us in later. */
const isBusyNode = (error: unknown): boolean => error instanceof HttpError && PASSING.includes(error.status);

/** Nobody answered: browsers and Node say so with a TypeError. @see https://fetch.spec.whatwg.org/#fetch-method */
const isLostConnection = (error: unknown): boolean => error instanceof TypeError;
