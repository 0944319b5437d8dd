import type { Logger, LogLevel } from './logger.port.js';

/** One call of a fake logger. */
export interface FakeLogEntry {
  readonly level: LogLevel;
  readonly message: string;
  readonly detail: unknown;
}

/** A logger that records its entries. */
export class FakeLogger implements Logger {
  /** Entries so far, oldest first. */
  readonly entries: FakeLogEntry[] = [];

  readonly error = (message: string, detail?: unknown): void => this.#add('error', message, detail);
  readonly warn = (message: string, detail?: unknown): void => this.#add('warn', message, detail);
  readonly info = (message: string, detail?: unknown): void => this.#add('info', message, detail);
  readonly debug = (message: string, detail?: unknown): void => this.#add('debug', message, detail);

  get text(): string {
    return this.entries.map(({ level, message }) => `${level} ${message}\n`).join('');
  }

  /** The messages of one level, oldest first. */
  messages(level: LogLevel): readonly string[] {
    return this.entries.filter((entry) => entry.level === level).map(({ message }) => message);
  }

  #add(level: LogLevel, message: string, detail: unknown): void {
    this.entries.push({ level, message, detail });
  }
}
