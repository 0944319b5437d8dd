import type { SchedulerLike } from 'rxjs';
import { token } from '../shared/token.js';

/** Time. Tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** For `elapsed`, and for what RxJS does in time (`delay` …). */
  readonly scheduler: SchedulerLike;
}

/** Token of the clock port. */
export const CLOCK = token<Clock>('Clock');
