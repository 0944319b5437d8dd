import { token } from '../shared/token.js';

/** Levels from most to least severe. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Logger for messages to developers. Never logs secrets. */
export interface Logger {
  error(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  info(message: string, detail?: unknown): void;
  debug(message: string, detail?: unknown): void;
  /** The retained entries of all levels, oldest first, one per line: for a bug report. */
  readonly text: string;
}

/** Token of the logger port. */
export const LOGGER = token<Logger>('Logger');
