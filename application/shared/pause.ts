import { firstValueFrom, timer } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from './aborted.js';

/** Waits on the given clock. On abort, rejects with the signal's reason and clears the timer. */
export const pause = async (ms: number, { scheduler }: Clock, signal: AbortSignal): Promise<void> => {
  await firstValueFrom(timer(ms, scheduler).pipe(throwOnAbort(signal)));
};
