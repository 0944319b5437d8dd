import type { Logger } from 'latchkey';

/** Writes to the log of the shop. Details stay out: they may hold anything. */
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
