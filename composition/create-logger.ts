import { BufferedLogger } from '../adapters/logger/buffered-logger.js';
import { CoreLogger } from '../adapters/sign-client/core-logger.js';
import type { AppLogger } from '../adapters/sign-client/sign-options.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { Logger, LogLevel } from '../application/ports/logger.port.js';

/** Maps the log levels of the official clients to Latchkey's. `silent` logs nothing. */
const LEVELS: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
};

const noop = (): void => undefined;
const SILENT_LOGGER: AppLogger = { error: noop, warn: noop, info: noop, debug: noop };

/** Creates a logger from a level or from the app's own logger. Keys, URIs and signatures are redacted first. */
export const createLogger = (option: string | AppLogger | undefined, clock: Clock): Logger => {
  // JavaScript apps may pass `null`, or a logger that lacks methods.
  if (typeof option === 'object' && option !== null) return new BufferedLogger({ clock, level: 'debug', sink: CoreLogger.from(option) });
  if (option === 'silent') return new BufferedLogger({ clock, sink: SILENT_LOGGER });
  return new BufferedLogger({ clock, level: LEVELS[option ?? 'error'] ?? 'error' });
};
