import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import { type isMany, kindOfToken, type ManyToken, type Public, type Token } from '../application/shared/token.js';

/** A set of bindings that a host hands to `createLatchkey`: an Inversify `ContainerModule`. */
export type LatchkeyModule = Pick<ContainerModule, 'load'>;

/** Asks for every binding of a token. */
export interface Many<T> {
  readonly many: ManyToken<T>;
}

/** Every binding of a token, in the order of the modules. */
export const many = <T>(token: ManyToken<T>): Many<T> => ({ many: token });

/** One binding is asked for by a token of one; a token of many is asked for with {@link many}. */
type Dependency = (Token<unknown> & { readonly [isMany]?: never }) | Many<unknown>;
type Resolved<D extends readonly Dependency[]> = {
  [K in keyof D]: D[K] extends Many<infer T> ? readonly T[] : D[K] extends Token<infer T> ? T : never;
};

/** How a binding lives. */
export interface WireOptions<T> {
  /** Default `singleton`. */
  readonly scope?: 'singleton' | 'transient';
  /** Called when the client is disposed of. Singletons only. */
  readonly dispose?: (value: T) => void;
}

/** Each time a new one: for use cases, which hold nothing that must be shared. */
export const TRANSIENT = { scope: 'transient' } as const satisfies WireOptions<unknown>;

/** Binds a token to a factory over the tokens it needs. A wrong or missing dependency does not compile. */
export type Wire = <T, const D extends readonly Dependency[]>(
  target: Token<T>,
  dependencies: D,
  factory: (...dependencies: Resolved<D>) => Public<T>,
  options?: WireOptions<T>,
) => void;

/**
 * Makes a module with typed bindings. A plain `ContainerModule` does as well.
 * @example const quiet = defineModule((wire) => wire(LOGGER, [], () => myLogger));
 */
export const defineModule = (register: (wire: Wire) => void): ContainerModule =>
  new ContainerModule((options) => register(wireTo(options, () => true)));

/** Makes a module of defaults: what is bound already stays. */
export const defineDefaults = (register: (wire: Wire) => void): ContainerModule =>
  new ContainerModule((options) => register(wireTo(options, (target) => kindOfToken(target) === 'many' || !options.isBound(target))));

const wireTo =
  ({ bind }: ContainerModuleLoadOptions, isWanted: (target: Token<unknown>) => boolean): Wire =>
  (target, dependencies, factory, { scope = 'singleton', dispose } = {}) => {
    if (!isWanted(target)) return;
    const needs = dependencies.map((each) =>
      typeof each === 'symbol' ? each : { serviceIdentifier: each.many, isMultiple: true as const, optional: true as const, chained: true },
    );
    // Inversify types each dependency by itself; the signature of `Wire` has checked them all.
    const binding = bind(target).toResolvedValue(factory as (...values: never[]) => ReturnType<typeof factory>, needs as symbol[]);
    if (scope === 'transient') binding.inTransientScope();
    else if (dispose === undefined) binding.inSingletonScope();
    else binding.inSingletonScope().onDeactivation((value) => disposeOf(value, dispose));
  };

/** Disposes of one value. What this returns is nothing to the container, and its failure does not keep the others from being disposed of. */
const disposeOf = <T>(value: T, dispose: (value: T) => void): void => {
  try {
    dispose(value);
  } catch (defect) {
    queueMicrotask(() => {
      throw defect;
    });
  }
};
