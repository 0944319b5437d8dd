import { TimeoutError } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RelayError } from '../../application/ports/relay.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** How an attempt is waited for. */
export interface AttemptPatience {
  /** Milliseconds since 1970; 0 for who takes the first failure for an answer. */
  readonly endsAt: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly unreachable: (cause: unknown) => RelayError;
}

/**
 * Waits for an attempt to open a line. With patience, one that fails before the time is up resolves too: there may be another.
 * @throws LatchkeyError what the attempt failed with, and `relay/unreachable` when the time is up
 */
export const awaitAttempt = async (attempt: Promise<void>, { endsAt, clock, signal, unreachable }: AttemptPatience): Promise<void> => {
  if (endsAt === 0) return abortable(attempt, signal);
  try {
    await askWithin(Math.max(0, endsAt - clock.now()), clock, signal, () => attempt);
  } catch (error) {
    if (error instanceof TimeoutError) throw unreachable(error);
    if (!isLatchkeyError(error, 'relay/unreachable') || clock.now() >= endsAt) throw error;
  }
};
