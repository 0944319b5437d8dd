import type { SchedulerLike } from 'rxjs';
import { token } from '../shared/token.js';

/** The clock. Tests advance it manually. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Scheduler for RxJS operators (`timer`, `timeout`, …). */
  readonly scheduler: SchedulerLike;
}

/** Token of the clock port. */
export const CLOCK = token<Clock>('Clock');
