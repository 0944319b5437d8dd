import type { SchedulerLike } from 'rxjs';
import { token } from '../shared/token.js';

/** Time. Tests move it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** For what RxJS does in time (`timer`, `timeout` …). */
  readonly scheduler: SchedulerLike;
}

/** Token of the clock port. */
export const CLOCK = token<Clock>('Clock');
