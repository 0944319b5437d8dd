import { TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { pause } from '../../../application/shared/pause.js';
import { withTimeout } from '../../../application/shared/with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import type { RpcCall, RpcResponse } from '../rpc-call.js';
import { HttpError } from './post-json.js';
import { RpcEndpoint } from './rpc-endpoint.js';

/** Timeout of one URL (specification, section 9). */
export const RPC_TIMEOUT_MS = 10_000;
/** Maximum number of calls per request (specification, section 9). */
const MAX_BATCH = 1_000;
/** Further rounds over all URLs after a transient failure (429, 5xx, a lost connection), and the initial pause, which doubles. */
const RETRIES = 2;
const RETRY_PAUSE_MS = 150;
/** Minimum time between two ranking samples of a URL. Samples are taken only alongside a read: an idle app sends no requests. */
const SAMPLE_PAUSE_MS = 4_000;
/** A URL whose sample takes longer counts as down. */
const SAMPLE_TIMEOUT_MS = 1_000;
/** Weight of stability against speed in the ranking. */
const STABILITY_WEIGHT = 0.7;

/** Transient HTTP statuses. @see https://www.rfc-editor.org/rfc/rfc9110#name-status-codes */
const TRANSIENT_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504];

export interface NodesOptions {
  readonly clock: Clock;
  /** Ranks a network's URLs by measured speed and stability, instead of the app's order. */
  readonly rank?: boolean | undefined;
}

/** JSON-RPC nodes of all networks. Falls back through a network's URLs in the app's order, or in ranked order if enabled. */
export class Eip155Nodes {
  readonly #clock: Clock;
  readonly #rank: boolean;
  readonly #endpoints = new Map<string, readonly RpcEndpoint[]>();
  readonly #sampledAt = new Map<string, number>();
  readonly #controller = new AbortController();

  constructor({ clock, rank = false }: NodesOptions) {
    this.#clock = clock;
    this.#rank = rank;
  }

  /**
   * Sends one call.
   * @throws LatchkeyError `network/rpc-failed`, whose cause is the last URL's own error; `network/timeout`; `network/wrong-node`
   */
  async request(network: Network, call: RpcCall, signal: AbortSignal): Promise<RpcResponse> {
    const [response] = await this.#requestBatch(network, [call], signal);
    // One call yields one response; otherwise the endpoint has thrown.
    return response as RpcResponse;
  }

  /**
   * Sends several calls, batched up to a thousand per request.
   * @throws as {@link request} does
   */
  async requestAll(network: Network, calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcResponse[]> {
    const batches: RpcCall[][] = [];
    for (let at = 0; at < calls.length; at += MAX_BATCH) batches.push(calls.slice(at, at + MAX_BATCH));
    return (await Promise.all(batches.map((batch) => this.#requestBatch(network, batch, signal)))).flat();
  }

  /** Aborts every pending request. */
  dispose(): void {
    this.#controller.abort();
    this.#endpoints.clear();
  }

  async #requestBatch(network: Network, calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcResponse[]> {
    signal.throwIfAborted();
    const { caipNetworkId: chainId } = network;
    const failures: unknown[] = [];
    for (let round = 0; round <= RETRIES; round += 1) {
      let isBusy = false;
      let isLost = false;
      for (const endpoint of this.#endpointsInOrder(network)) {
        try {
          return await this.#try(endpoint, RPC_TIMEOUT_MS, signal, (attempt) => endpoint.request(calls, attempt));
        } catch (error) {
          signal.throwIfAborted();
          if (this.#controller.signal.aborted) throw new LatchkeyError('config/disposed', {});
          failures.push(error);
          isBusy ||= isTransientHttpError(error);
          isLost ||= isLostConnection(error);
        }
      }
      if (!isBusy && (!isLost || round > 0)) break;
      // A lost connection is retried immediately; a busy node after a pause.
      if (isBusy && round < RETRIES) await pause(RETRY_PAUSE_MS * 2 ** round, this.#clock, signal);
    }
    throw this.#failure(chainId, calls[0]?.method ?? '', failures, network.rpcUrls.default.http.length);
  }

  /** The error when all URLs failed. */
  #failure(chainId: string, method: string, failures: readonly unknown[], urls: number): LatchkeyError {
    const cause = failures.at(-1);
    const wrongNode = failures.find((error) => isLatchkeyError(error, 'network/wrong-node'));
    if (isLatchkeyError(wrongNode, 'network/wrong-node') && failures.every((error) => isLatchkeyError(error, 'network/wrong-node')))
      return wrongNode;
    return failures.length > 0 && failures.every((error) => error instanceof TimeoutError)
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS * urls }, { cause })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
  }

  /** Sends one request to one URL, with a timeout, until the caller aborts or this object is disposed. Always closes its connection. */
  async #try<T>(endpoint: RpcEndpoint, timeoutMs: number, signal: AbortSignal, send: (attempt: AbortSignal) => Promise<T>): Promise<T> {
    const attempt = new AbortController();
    const startedAt = this.#clock.now();
    let ok = false;
    try {
      const result = await withTimeout(timeoutMs, this.#clock, abortable(send(attempt.signal), signal, this.#controller.signal));
      ok = true;
      return result;
    } finally {
      attempt.abort();
      endpoint.addSample({ ok, ms: this.#clock.now() - startedAt });
    }
  }

  #endpointsInOrder(network: Network): readonly RpcEndpoint[] {
    const { http: urls } = network.rpcUrls.default;
    const key = [network.caipNetworkId, ...urls].join(' ');
    const cached = this.#endpoints.get(key);
    const endpoints = cached ?? urls.map((url) => new RpcEndpoint(url, network));
    if (cached === undefined) this.#endpoints.set(key, endpoints);
    if (!this.#rank || endpoints.length < 2) return endpoints;
    this.#sample(key, endpoints);
    return rankEndpoints(endpoints);
  }

  /** Samples each URL in the background, if the last sample is old enough. */
  #sample(key: string, endpoints: readonly RpcEndpoint[]): void {
    const now = this.#clock.now();
    if (now - (this.#sampledAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAMPLE_PAUSE_MS) return;
    this.#sampledAt.set(key, now);
    const neverAborted = new AbortController().signal;
    for (const endpoint of endpoints)
      this.#try(endpoint, SAMPLE_TIMEOUT_MS, neverAborted, (attempt) => endpoint.ping(attempt)).catch(() => undefined);
  }
}

/** Best first; ties keep the app's order. */
const rankEndpoints = (endpoints: readonly RpcEndpoint[]): readonly RpcEndpoint[] => {
  const slowest = Math.max(1, ...endpoints.map(({ stats }) => stats.meanMs).filter(Number.isFinite));
  const score = (endpoint: RpcEndpoint): number => {
    const { failed, meanMs } = endpoint.stats;
    return STABILITY_WEIGHT * failed + (1 - STABILITY_WEIGHT) * Math.min(1, meanMs / slowest);
  };
  return [...endpoints].sort((a, b) => score(a) - score(b));
};

/** The node is busy and may respond later. */
const isTransientHttpError = (error: unknown): boolean => error instanceof HttpError && TRANSIENT_STATUSES.includes(error.status);

/** `fetch` rejects with a TypeError when there is no connection. @see https://fetch.spec.whatwg.org/#fetch-method */
const isLostConnection = (error: unknown): boolean => error instanceof TypeError;
