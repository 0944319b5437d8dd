import type { Logger } from 'latchkey';

/** Writes to the shop's log. Drops the details argument, which may contain sensitive data. */
export class ShopLogger implements Logger {
  readonly lines: string[] = [];

  get text(): string {
    return this.lines.join('\n');
  }

  readonly error = (message: string): void => this.#write('error', message);
  readonly warn = (message: string): void => this.#write('warn', message);
  readonly info = (message: string): void => this.#write('info', message);
  readonly debug = (message: string): void => this.#write('debug', message);

  #write(level: string, message: string): void {
    this.lines.push(`${level} ${message}`);
  }
}
