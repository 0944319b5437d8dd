import { BufferedLogger } from '../adapters/logger/buffered-logger.js';
import type { HostLogger } from '../adapters/sign-client/sign-options.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { Logger, LogLevel } from '../application/ports/logger.port.js';

/** The levels of the official clients, and what of ours they come to. `silent` shows nothing. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
};

const nothing = (): void => undefined;
const SILENT: HostLogger = { error: nothing, warn: nothing, info: nothing, debug: nothing };

/** The log of a client, as a host wants it. Keys, URIs and signatures are taken out before anything is shown. */
export const hostLogger = (wanted: string | HostLogger | undefined, clock: Clock): Logger => {
  if (typeof wanted === 'object') return new BufferedLogger({ clock, level: 'debug', sink: wanted });
  if (wanted === 'silent') return new BufferedLogger({ clock, sink: SILENT });
  return new BufferedLogger({ clock, level: LEVELS[wanted ?? 'error'] ?? 'error' });
};
