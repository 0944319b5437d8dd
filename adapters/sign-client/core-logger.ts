import type { LogLevel } from '../../application/ports/logger.port.js';
import { asRecord, isObject } from '../../domain/wire.js';

/** Methods of pino, the least severe first, and those used instead if the app's logger lacks them. */
const FALLBACKS = {
  trace: ['debug', 'log', 'info'],
  debug: ['trace', 'log', 'info'],
  info: ['log', 'debug'],
  warn: ['error', 'log', 'info'],
  error: ['fatal', 'warn', 'log'],
  fatal: ['error', 'warn', 'log'],
} as const;

type Method = keyof typeof FALLBACKS;

const METHODS = Object.keys(FALLBACKS);

/** The method of the console for each level. `console.trace` would write a stack. */
const CONSOLE_METHODS = { trace: 'debug', debug: 'debug', info: 'info', warn: 'warn', error: 'error', fatal: 'error' } as const;

type Write = (method: Method, args: readonly unknown[]) => void;

/** A logger with the methods of pino that WalletConnect's packages use. @see https://getpino.io/#/docs/api */
export class CoreLogger {
  readonly #write: Write;
  readonly #accessLevel: (level?: string) => string;
  readonly #createChild: (bindings: object, options: object) => CoreLogger;

  private constructor(
    write: Write,
    accessLevel: (level?: string) => string,
    createChild: (bindings: object, options: object) => CoreLogger,
  ) {
    this.#write = write;
    this.#accessLevel = accessLevel;
    this.#createChild = createChild;
  }

  /** @param option a level for the console, default `error`, or a logger of the app, which may lack methods */
  static from(option: unknown): CoreLogger {
    return isObject(option) ? CoreLogger.#ofApp(option) : CoreLogger.#ofConsole(option);
  }

  static #ofConsole(option: unknown): CoreLogger {
    let level = typeof option === 'string' && (METHODS.includes(option) || option === 'silent') ? option : 'error';
    return new CoreLogger(
      (method, args) => {
        const sink: Pick<Console, LogLevel> = globalThis.console;
        if (level !== 'silent' && METHODS.indexOf(method) >= METHODS.indexOf(level)) sink[CONSOLE_METHODS[method]](...args);
      },
      (next = level) => {
        level = next;
        return level;
      },
      (_, options) => CoreLogger.#ofConsole(asRecord(options)['level'] ?? level),
    );
  }

  static #ofApp(logger: Readonly<Record<string, unknown>>): CoreLogger {
    let ownLevel = 'debug';
    return new CoreLogger(
      (method, args) => {
        const name = [method, ...FALLBACKS[method]].find((each) => typeof logger[each] === 'function');
        // Called as a method, because loggers use `this`.
        if (name !== undefined) Reflect.apply(logger[name] as () => unknown, logger, args);
      },
      (next) => {
        if (next !== undefined && !(typeof logger['level'] === 'string' && Reflect.set(logger, 'level', next))) ownLevel = next;
        return typeof logger['level'] === 'string' ? logger['level'] : ownLevel;
      },
      (...args) => {
        const { child } = logger;
        const created: unknown = typeof child === 'function' ? Reflect.apply(child as () => unknown, logger, args) : null;
        return CoreLogger.#ofApp(isObject(created) ? created : logger);
      },
    );
  }

  get level(): string {
    return this.#accessLevel();
  }

  set level(level: string) {
    this.#accessLevel(level);
  }

  /** Creates a logger with bindings, e.g. `{ context: 'app' }`. The console does not write them. @param options e.g. `{ level: 'warn' }` */
  readonly child = (bindings: object = {}, options: object = {}): CoreLogger => this.#createChild(bindings, options);
  readonly trace = (...args: readonly unknown[]): void => this.#write('trace', args);
  readonly debug = (...args: readonly unknown[]): void => this.#write('debug', args);
  readonly info = (...args: readonly unknown[]): void => this.#write('info', args);
  readonly warn = (...args: readonly unknown[]): void => this.#write('warn', args);
  readonly error = (...args: readonly unknown[]): void => this.#write('error', args);
  readonly fatal = (...args: readonly unknown[]): void => this.#write('fatal', args);
}
