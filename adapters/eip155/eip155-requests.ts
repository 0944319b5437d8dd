import type { Clock } from '../../application/ports/clock.port.js';
import { within } from '../../application/shared/within.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { ask, type Eip1193Provider } from './eip1193.js';
import { toLatchkeyError } from './to-latchkey-error.js';

/** How long a wallet may take for what it answers without its owner. A locked or restarting one may never answer. */
const SILENT_TIMEOUT_MS = 5_000;

/** Requests of one provider whose failures are errors of the registry. An abort comes out as the signal's reason. */
export class Eip155Requests {
  readonly #provider: Eip1193Provider;
  readonly #clock: Clock;

  constructor(provider: Eip1193Provider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  /** Asks for something that the person may have to approve: no time-out, never repeated. */
  prompt(method: string, params: readonly unknown[], signal: AbortSignal, switchingTo?: string): Promise<unknown> {
    return this.settle(method, ask(this.#provider, { method, params }, signal), signal, switchingTo);
  }

  /** As {@link prompt}, for what the wallet broadcasts: `late` is told what it answers after an abort. */
  broadcast(method: string, params: readonly unknown[], signal: AbortSignal, late: (answer: unknown) => void): Promise<unknown> {
    return this.settle(method, ask(this.#provider, { method, params }, signal, late), signal);
  }

  /** Asks for something that the wallet answers by itself. */
  read(method: string, signal: AbortSignal, params?: readonly unknown[]): Promise<unknown> {
    const request = params === undefined ? { method } : { method, params };
    return this.settle(method, within(SILENT_TIMEOUT_MS, this.#clock, ask(this.#provider, request, signal)), signal);
  }

  /** Takes the answer of a request that is already under way. */
  async settle(method: string, answer: Promise<unknown>, signal: AbortSignal, switchingTo?: string): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      signal.throwIfAborted();
      // A provider of ours speaks the registry's language already.
      throw isLatchkeyError(error) ? error : toLatchkeyError(error, method, switchingTo);
    }
  }
}
