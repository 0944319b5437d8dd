import type { Clock } from '../../application/ports/clock.port.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt } from '../../domain/wire.js';
import { type Eip1193Provider, requestProvider } from './eip1193.js';
import { toLatchkeyError } from './to-latchkey-error.js';

/** Timeout of requests that need no prompt. A locked or restarting wallet may never respond. */
const NO_PROMPT_TIMEOUT_MS = 5_000;

/** Requests to one provider; failures are mapped to Latchkey errors. After an abort the promise rejects with the signal's reason. */
export class Eip155Requests {
  readonly #provider: Eip1193Provider;
  readonly #clock: Clock;
  /** The provider's function; `null` if each read of it returns another one. */
  readonly #function: unknown;

  constructor(provider: Eip1193Provider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
    const [first, second] = [0, 1].map(() => attempt((): unknown => provider.request));
    this.#function = first === second ? first : null;
  }

  /** True if a script has replaced the provider's function since it was connected. */
  get isReplaced(): boolean {
    return this.#function !== null && attempt((): unknown => this.#provider.request) !== this.#function;
  }

  /** Sends a request that the user may have to approve: no timeout, no retry. */
  prompt(method: string, params: readonly unknown[], signal: AbortSignal, switchingTo?: string): Promise<unknown> {
    return this.awaitResponse(method, requestProvider(this.#provider, { method, params }, signal), signal, switchingTo);
  }

  /** Like {@link prompt}, for requests that broadcast: `onLateResponse` receives a response that arrives after an abort. */
  broadcast(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    onLateResponse: (response: unknown) => void,
  ): Promise<unknown> {
    return this.awaitResponse(method, requestProvider(this.#provider, { method, params }, signal, onLateResponse), signal);
  }

  /** Sends a request that needs no approval. */
  read(method: string, signal: AbortSignal, params?: readonly unknown[]): Promise<unknown> {
    const request = params === undefined ? { method } : { method, params };
    return this.awaitResponse(
      method,
      withTimeout(NO_PROMPT_TIMEOUT_MS, this.#clock, requestProvider(this.#provider, request, signal)),
      signal,
    );
  }

  /** Awaits the response of a request already sent. */
  async awaitResponse(method: string, response: Promise<unknown>, signal: AbortSignal, switchingTo?: string): Promise<unknown> {
    try {
      return await response;
    } catch (error) {
      signal.throwIfAborted();
      // Our own providers already throw Latchkey errors.
      throw isLatchkeyError(error) ? error : toLatchkeyError(error, method, switchingTo);
    }
  }
}
