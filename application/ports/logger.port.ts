import { token } from '../shared/token.js';

/** Levels from most to least severe. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Where Latchkey writes what a developer should see. No secrets ever. */
export interface Logger {
  error(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  info(message: string, detail?: unknown): void;
  debug(message: string, detail?: unknown): void;
}

export const LOGGER = token<Logger>('Logger');
