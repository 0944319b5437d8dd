import { TimeoutError } from 'rxjs';
import type { Clock } from '../../../application/ports/clock.port.js';
import { abortable } from '../../../application/shared/abortable.js';
import { onAbort } from '../../../application/shared/on-abort.js';
import { withTimeout } from '../../../application/shared/with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { rpcHeaders } from '../../../domain/network/rpc-headers.js';
import { readText } from '../../shared/read-body.js';

/** Timeout of one URL (specification, section 9). */
const TIMEOUT_MS = 10_000;

/** Base URLs of a network's Esplora services without a trailing slash, in order of preference. */
export type EsploraUrls = (network: Network) => readonly string[];

/** Request headers configured by the app for a URL. */
type CustomHeaders = ReturnType<typeof rpcHeaders>;

/** An HTTP error response of the service. */
export class EsploraError extends Error {
  override readonly name = 'EsploraError';
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }

  /** True if the service rejected the request itself; false if it failed, timed out or limits its rate. */
  get isRejection(): boolean {
    return this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

/** Maps the failure of the last service to a Latchkey error. */
export const toReadError = (cause: unknown, chainId: string, path: string): LatchkeyError => {
  if (isLatchkeyError(cause)) return cause;
  const method = path.split('/')[1] ?? path;
  return cause instanceof TimeoutError
    ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS }, { cause })
    : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause });
};

interface EsploraRequest<T> {
  readonly network: Network;
  readonly path: string;
  /** Text to post; without it the request is a GET. */
  readonly body?: string;
  /** Parses the response; if it throws, the service counts as broken. */
  readonly read: (text: string) => T;
  /** Called just before each send. */
  readonly onSend?: () => void;
}

/**
 * Client of Esplora services, with fallback through a network's URLs. The genesis block of a URL is verified before its first use, so that
 * balances and transactions are never of another network.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export class Esplora {
  readonly clock: Clock;
  readonly #urls: EsploraUrls;
  readonly #genesis = new Map<string, Promise<string>>();
  readonly #controller = new AbortController();

  constructor(clock: Clock, urls: EsploraUrls) {
    this.clock = clock;
    this.#urls = urls;
  }

  /**
   * Sends a GET or POST request.
   * @throws EsploraError when the service rejects the request (4xx), as every service would; LatchkeyError `network/rpc-failed`,
   * `network/timeout`; `network/wrong-node` only when every URL serves another network
   */
  async request<T>(request: EsploraRequest<T>, signal: AbortSignal): Promise<T> {
    const { network, path } = request;
    let lastError: unknown;
    for (const base of this.urls(network)) {
      try {
        return await this.requestFrom(base, request, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (isLatchkeyError(error, 'config/disposed') || (error instanceof EsploraError && error.isRejection)) throw error;
        // Errors of a service on the right network take precedence: a wrong-network service was not sent the request.
        if (lastError === undefined || !isLatchkeyError(error, 'network/wrong-node')) lastError = error;
      }
    }
    throw toReadError(lastError, network.caipNetworkId, path);
  }

  /** Base URLs of a network's services, in order of preference. */
  urls(network: Network): readonly string[] {
    return this.#urls(network);
  }

  /**
   * Sends a GET or POST request to one service.
   * @throws EsploraError for an HTTP error; LatchkeyError `network/wrong-node`, `config/disposed`; any error of the transport or `read`
   */
  async requestFrom<T>(base: string, { network, path, body, read, onSend }: EsploraRequest<T>, signal: AbortSignal): Promise<T> {
    try {
      const customHeaders = rpcHeaders(network, base);
      await this.#checkGenesis(base, network.caipNetworkId, customHeaders, signal);
      onSend?.();
      return read(await this.#fetch(`${base}${path}`, body, customHeaders, signal));
    } catch (error) {
      if (this.#controller.signal.aborted) throw new LatchkeyError('config/disposed', {});
      throw error;
    }
  }

  /**
   * Reads and parses JSON.
   * @throws LatchkeyError `network/rpc-failed`, also when `read` throws or the service rejects the request; `network/timeout`,
   * `network/wrong-node`
   */
  read<T>(network: Network, path: string, read: (response: unknown) => T, signal: AbortSignal): Promise<T> {
    return this.readText(network, path, (text) => read(JSON.parse(text)), signal);
  }

  /** Reads and parses text, with the errors of {@link read}. */
  async readText<T>(network: Network, path: string, read: (text: string) => T, signal: AbortSignal): Promise<T> {
    try {
      return await this.request({ network, path, read }, signal);
    } catch (cause) {
      if (!(cause instanceof EsploraError)) throw cause;
      throw new LatchkeyError('network/rpc-failed', { chainId: network.caipNetworkId, method: path.split('/')[1] ?? path }, { cause });
    }
  }

  /** Like {@link read}; `null` when the service rejects the request, e.g. with 404. */
  async find<T>(network: Network, path: string, read: (response: unknown) => T, signal: AbortSignal): Promise<T | null> {
    try {
      return await this.request({ network, path, read: (text) => read(JSON.parse(text)) }, signal);
    } catch (error) {
      if (error instanceof EsploraError) return null;
      throw error;
    }
  }

  /** Aborts every pending request. */
  dispose(): void {
    this.#controller.abort();
  }

  async #checkGenesis(base: string, chainId: string, customHeaders: CustomHeaders, signal: AbortSignal): Promise<void> {
    const pendingHash = this.#genesis.get(base) ?? this.#fetch(`${base}/block-height/0`, undefined, customHeaders, this.#controller.signal);
    this.#genesis.set(base, pendingHash);
    pendingHash.catch(() => this.#genesis.delete(base));
    const hash = await withTimeout(TIMEOUT_MS, this.clock, abortable(pendingHash, signal)).then(
      (text) => text.trim(),
      (error: unknown) => {
        // A URL that rejects the genesis request is not an Esplora service; the next URL may be one.
        throw error instanceof EsploraError ? new Error('The service has no genesis block', { cause: error }) : error;
      },
    );
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      this.#genesis.delete(base);
      throw new Error('The service returned no block hash');
    }
    const nodeChainId = `bip122:${hash.slice(0, 32)}`;
    if (nodeChainId !== chainId) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId });
  }

  /** `fetch` with a timeout, also aborted by {@link dispose}. */
  async #fetch(url: string, body: string | undefined, customHeaders: CustomHeaders, signal: AbortSignal): Promise<string> {
    for (const each of [signal, this.#controller.signal]) each.throwIfAborted();
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const cleanups = [onAbort(signal, abort), onAbort(this.#controller.signal, abort)];
    try {
      const post = body === undefined ? {} : { method: 'POST', body };
      const headers = { ...(body === undefined ? {} : { 'content-type': 'text/plain' }), ...customHeaders };
      const fetchText = async (): Promise<string> => {
        const response = await fetch(url, { ...post, headers, signal: controller.signal });
        const text = await readText(response);
        if (!response.ok) throw new EsploraError(response.status, text.slice(0, 500));
        return text;
      };
      return await withTimeout(TIMEOUT_MS, this.clock, fetchText());
    } finally {
      abort();
      for (const cleanup of cleanups) cleanup();
    }
  }
}
