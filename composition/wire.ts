import type { Token } from '../application/shared/token.js';

/** Asks for every binding of a token instead of one. */
export interface Many<T> {
  readonly many: Token<T>;
}

/** Every binding of a token, in the order of the modules. */
export const many = <T>(token: Token<T>): Many<T> => ({ many: token });

type Dependency = Token<unknown> | Many<unknown>;
type Resolved<D extends readonly Dependency[]> = {
  [K in keyof D]: D[K] extends Many<infer T> ? readonly T[] : D[K] extends Token<infer T> ? T : never;
};

/** How a binding lives. `singleton` by default; `each` adds to the token's bindings instead of replacing them. */
export interface WireOptions<T> {
  readonly scope?: 'singleton' | 'transient';
  readonly each?: boolean;
  /** Called when the client is disposed of. Singletons only. */
  readonly dispose?: (value: T) => void;
}

/** Each time a new one: for use cases, which hold nothing that must be shared. */
export const TRANSIENT = { scope: 'transient' } as const satisfies WireOptions<unknown>;

/** Binds a token to a factory over the tokens it needs. A wrong or missing dependency does not compile. */
export type Wire = <T, const D extends readonly Dependency[]>(
  target: Token<T>,
  dependencies: D,
  factory: (...dependencies: Resolved<D>) => T,
  options?: WireOptions<T>,
) => void;

/** A set of bindings that a host hands to `createLatchkey`. Later modules replace what earlier ones bound. */
export interface LatchkeyModule {
  /** Makes the bindings. Called once per client. */
  readonly register: (wire: Wire) => void;
}

/**
 * Makes a module.
 * @example const quiet = defineModule((wire) => wire(LOGGER, [], () => myLogger));
 */
export const defineModule = (register: LatchkeyModule['register']): LatchkeyModule => ({ register });
