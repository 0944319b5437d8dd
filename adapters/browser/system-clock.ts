import { asyncScheduler } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), scheduler: asyncScheduler };
