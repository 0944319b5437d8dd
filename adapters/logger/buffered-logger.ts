import type { Clock } from '../../application/ports/clock.port.js';
import type { Logger, LogLevel } from '../../application/ports/logger.port.js';
import { redactProperty, redactText } from '../../domain/errors/redact.js';

/** Maximum length of an entry's detail, in characters. */
const MAX_LENGTH = 16_384;
/** Maximum nesting depth that is serialized. */
const MAX_DEPTH = 6;
/** Maximum number of members serialized per array or object. */
const MAX_MEMBERS = 100;

/**
 * Serializes any value as one line of JSON without secrets: errors with code, message and cause, bigints as decimals, cycles and deep
 * nesting as `…`. Never throws.
 */
const describeDetail = (detail: unknown): string => {
  try {
    const json = JSON.stringify(toSerializable('', detail, 0, new Set())) ?? String(detail);
    return json.length > MAX_LENGTH ? `${json.slice(0, MAX_LENGTH)}…` : json;
  } catch {
    // A getter or proxy of an untrusted value may throw.
    return '"(cannot be serialized)"';
  }
};

const toSerializable = (name: string, value: unknown, depth: number, ancestors: ReadonlySet<unknown>): unknown => {
  if (typeof value === 'string') return redactProperty(name, value);
  if (typeof value === 'bigint') return redactProperty(name, value.toString());
  if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.has(value) || depth === MAX_DEPTH) return '…';
  const path = new Set(ancestors).add(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member) => toSerializable(name, member, depth + 1, path));
  // Bytes may be key material, and no log needs them.
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  const members = value instanceof Error ? errorMembers(value) : Object.entries(value);
  return Object.fromEntries(members.slice(0, MAX_MEMBERS).map(([key, member]) => [key, toSerializable(key, member, depth + 1, path)]));
};

const errorMembers = (error: Error): readonly (readonly [string, unknown])[] => {
  // Members of Latchkey errors and of many others.
  const { name, message, code, context, cause } = error as Error & { readonly code?: unknown; readonly context?: unknown };
  return Object.entries({ name, code, message, context, cause }).filter(([, member]) => member !== undefined);
};

/** Size of the in-memory log in bytes (specification, section 9). */
export const LOG_BUFFER_BYTES = 1_024_000;
/** Maximum length of a message, in characters. */
const MAX_MESSAGE_LENGTH = 4_096;

/** Most severe first. */
const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

export interface BufferedLoggerOptions {
  readonly clock: Clock;
  /** Least severe level written to the console. Default `error`. The buffer keeps all levels. */
  readonly level?: LogLevel;
  /** Default 1,024,000. */
  readonly limitBytes?: number;
  /** Output for entries. Default: the console. */
  readonly sink?: Pick<Console, LogLevel>;
}

/**
 * Writes to the console and buffers the latest entries of every level for bug reports. Secrets (pairing URIs, signatures, keys) are
 * redacted first.
 */
export class BufferedLogger implements Logger {
  readonly #clock: Clock;
  readonly #consoleLevel: number;
  readonly #limitBytes: number;
  readonly #sink: Pick<Console, LogLevel>;
  readonly #entries: { readonly text: string; readonly bytes: number }[] = [];
  #bytes = 0;

  constructor({ clock, level = 'error', limitBytes = LOG_BUFFER_BYTES, sink = globalThis.console }: BufferedLoggerOptions) {
    this.#clock = clock;
    this.#consoleLevel = LEVELS.indexOf(level);
    this.#limitBytes = limitBytes;
    this.#sink = sink;
  }

  /** Buffered entries, oldest first, one per line: time, level, message, detail as JSON. */
  get text(): string {
    return this.#entries.map(({ text }) => text).join('');
  }

  readonly error = (message: string, detail?: unknown): void => this.#add('error', message, detail);
  readonly warn = (message: string, detail?: unknown): void => this.#add('warn', message, detail);
  readonly info = (message: string, detail?: unknown): void => this.#add('info', message, detail);
  readonly debug = (message: string, detail?: unknown): void => this.#add('debug', message, detail);

  #add(level: LogLevel, message: string, detail: unknown): void {
    const text = redactText(message)
      .slice(0, MAX_MESSAGE_LENGTH)
      .replace(/[\r\n]+/g, ' ');
    const entry = detail === undefined ? text : `${text} ${describeDetail(detail)}`;
    if (LEVELS.indexOf(level) <= this.#consoleLevel) this.#sink[level](`[latchkey] ${entry}`);
    this.#append(`${new Date(this.#clock.now()).toISOString()} ${level} ${entry}\n`);
  }

  #append(text: string): void {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > this.#limitBytes) return;
    this.#entries.push({ text, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#limitBytes) this.#bytes -= this.#entries.shift()?.bytes ?? this.#bytes;
  }
}
