import { token } from '../shared/token.js';

/** Levels from most to least severe. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Where Latchkey writes what a developer should see. No secrets ever. */
export interface Logger {
  error(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  info(message: string, detail?: unknown): void;
  debug(message: string, detail?: unknown): void;
  /** What is still remembered, of all levels, oldest first, one entry a line: for a bug report. */
  readonly text: string;
}

/** Token of the logger port. */
export const LOGGER = token<Logger>('Logger');
