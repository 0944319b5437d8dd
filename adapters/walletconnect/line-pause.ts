import type { Clock } from '../../application/ports/clock.port.js';
import { pause } from '../../application/shared/pause.js';

/** The pause before another attempt, which somebody in a hurry may cut short. */
export class LinePause {
  #hurry: AbortController | null = null;

  /** Rejects with the signal's reason once that is aborted. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const hurry = new AbortController();
    const leave = (): void => hurry.abort();
    this.#hurry = hurry;
    signal.addEventListener('abort', leave, { once: true });
    await pause(ms, clock, hurry.signal).catch(() => undefined);
    signal.removeEventListener('abort', leave);
    this.#hurry = null;
    signal.throwIfAborted();
  }

  /** Ends the pause that there is. */
  hurry(): void {
    this.#hurry?.abort();
  }
}
