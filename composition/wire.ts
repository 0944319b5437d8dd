import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
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

/** Binds a token to a factory over the tokens it needs. A wrong or missing dependency does not compile. */
export type Wire = <T, const D extends readonly Dependency[]>(
  target: Token<T>,
  dependencies: D,
  factory: (...dependencies: Resolved<D>) => T,
  options?: WireOptions<T>,
) => void;

const wireWith =
  ({ bind, rebind, isBound }: ContainerModuleLoadOptions): Wire =>
  (target, dependencies, factory, { scope = 'singleton', each = false, dispose } = {}) => {
    const binding = !each && isBound(target.id) ? rebind(target.id) : bind(target.id);
    const needs = dependencies.map((dependency) =>
      'many' in dependency ? { serviceIdentifier: dependency.many.id, isMultiple: true as const, optional: true as const } : dependency.id,
    );
    // Inversify's own types know symbols as `unknown`; the tokens carry the types, checked by the signature of `Wire`.
    const bound = binding.toResolvedValue(factory as (...values: unknown[]) => unknown, needs as symbol[]);
    if (scope === 'transient') bound.inTransientScope();
    else if (dispose === undefined) bound.inSingletonScope();
    else bound.inSingletonScope().onDeactivation((value) => dispose(value as Parameters<typeof dispose>[0]));
  };

/** A set of bindings that a host hands to `createLatchkey`. Later modules replace what earlier ones bound. */
export type LatchkeyModule = ContainerModule;

/**
 * Makes a module.
 * @example const quiet = defineModule((wire) => wire(LOGGER, [], () => myLogger));
 */
export const defineModule = (register: (wire: Wire) => void): LatchkeyModule =>
  new ContainerModule((options) => register(wireWith(options)));
