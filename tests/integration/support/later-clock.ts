import { SYSTEM_CLOCK } from '../../../adapters/browser/system-clock.js';
import type { Clock } from '../../../application/ports/clock.port.js';

/** The machine's time, ten seconds on: of a page that is opened when every claim of a page before it has run out. */
export const LATER: Clock = { now: () => Date.now() + 10_000, scheduler: SYSTEM_CLOCK.scheduler };
