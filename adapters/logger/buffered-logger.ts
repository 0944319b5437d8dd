import type { Clock } from '../../application/ports/clock.port.js';
import type { Logger, LogLevel } from '../../application/ports/logger.port.js';
import { redactProperty, redactText } from './redact.js';

/** Longest detail of one entry, in characters. */
const MAX_LENGTH = 16_384;
/** How deep nested values and causes are described. */
const MAX_DEPTH = 6;
/** How many members of one list or object are described. */
const MAX_MEMBERS = 100;

/**
 * Writes anything as one line of JSON without secrets: errors with their code, message and cause, bigints as decimals,
 * cycles and what is too deep as `…`. Never throws.
 */
const describeDetail = (detail: unknown): string => {
  try {
    const line = JSON.stringify(plain('', detail, 0, new Set())) ?? String(detail);
    return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  } catch {
    // A getter or proxy of a foreign value may throw.
    return '"(cannot be described)"';
  }
};

const plain = (name: string, value: unknown, depth: number, above: ReadonlySet<unknown>): unknown => {
  if (typeof value === 'string') return redactProperty(name, value);
  if (typeof value === 'bigint') return redactProperty(name, value.toString());
  if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value) || depth === MAX_DEPTH) return '…';
  const within = new Set(above).add(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member) => plain(name, member, depth + 1, within));
  // Bytes may be a key, and no log needs them.
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  const members = value instanceof Error ? errorMembers(value) : Object.entries(value);
  return Object.fromEntries(members.slice(0, MAX_MEMBERS).map(([key, member]) => [key, plain(key, member, depth + 1, within)]));
};

const errorMembers = (error: Error): readonly (readonly [string, unknown])[] => {
  // Members that our errors, and many foreign ones, have besides.
  const { name, message, code, context, cause } = error as Error & { readonly code?: unknown; readonly context?: unknown };
  return Object.entries({ name, code, message, context, cause }).filter(([, member]) => member !== undefined);
};

/** Specification, section 9: what the log keeps in memory, in bytes. */
export const LOG_BUFFER_BYTES = 1_024_000;
/** Longest message that is kept, in characters. */
const MAX_MESSAGE_LENGTH = 4_096;

/** Levels from most to least severe. */
const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** How a log is kept. */
export interface BufferedLoggerOptions {
  readonly clock: Clock;
  /** The least severe level that reaches the console. Default `error`. The memory takes all levels. */
  readonly level?: LogLevel;
  /** Default 1,024,000. */
  readonly limitBytes?: number;
  /** Where entries are shown. Default the console. */
  readonly sink?: Pick<Console, LogLevel>;
}

/**
 * Shows what a developer should see, and remembers the latest entries of every level for a bug report. Secrets (pairing
 * URIs, signatures, keys) are taken out before an entry goes anywhere.
 */
export class BufferedLogger implements Logger {
  readonly #clock: Clock;
  readonly #shown: number;
  readonly #limitBytes: number;
  readonly #sink: Pick<Console, LogLevel>;
  readonly #lines: { readonly text: string; readonly bytes: number }[] = [];
  #bytes = 0;

  constructor({ clock, level = 'error', limitBytes = LOG_BUFFER_BYTES, sink = globalThis.console }: BufferedLoggerOptions) {
    this.#clock = clock;
    this.#shown = LEVELS.indexOf(level);
    this.#limitBytes = limitBytes;
    this.#sink = sink;
  }

  /** The entries still remembered, oldest first, one a line: time, level, message, detail as JSON. For a bug report. */
  get text(): string {
    return this.#lines.map(({ text }) => text).join('');
  }

  readonly error = (message: string, detail?: unknown): void => this.#add('error', message, detail);
  readonly warn = (message: string, detail?: unknown): void => this.#add('warn', message, detail);
  readonly info = (message: string, detail?: unknown): void => this.#add('info', message, detail);
  readonly debug = (message: string, detail?: unknown): void => this.#add('debug', message, detail);

  #add(level: LogLevel, message: string, detail: unknown): void {
    const said = redactText(message)
      .slice(0, MAX_MESSAGE_LENGTH)
      .replace(/[\r\n]+/g, ' ');
    const line = detail === undefined ? said : `${said} ${describeDetail(detail)}`;
    if (LEVELS.indexOf(level) <= this.#shown) this.#sink[level](`[latchkey] ${line}`);
    this.#remember(`${new Date(this.#clock.now()).toISOString()} ${level} ${line}\n`);
  }

  #remember(text: string): void {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > this.#limitBytes) return;
    this.#lines.push({ text, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#limitBytes) this.#bytes -= this.#lines.shift()?.bytes ?? this.#bytes;
  }
}
