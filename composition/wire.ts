import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import { type isMany, kindOfToken, type ManyToken, type Public, type Token } from '../application/shared/token.js';

/** A set of bindings for `createLatchkey`: an Inversify `ContainerModule`. */
export type LatchkeyModule = Pick<ContainerModule, 'load'>;

/** Dependency on all bindings of a token. */
export interface Many<T> {
  readonly many: ManyToken<T>;
}

/** Injects all bindings of a token, in the order of the modules. */
export const many = <T>(token: ManyToken<T>): Many<T> => ({ many: token });

/** A single-binding token, or a multi-binding token wrapped in {@link many}. */
type Dependency = (Token<unknown> & { readonly [isMany]?: never }) | Many<unknown>;
type Resolved<D extends readonly Dependency[]> = {
  [K in keyof D]: D[K] extends Many<infer T> ? readonly T[] : D[K] extends Token<infer T> ? T : never;
};

/** Scope and disposal of a binding. */
export interface WireOptions<T> {
  /** Default `singleton`. */
  readonly scope?: 'singleton' | 'transient';
  /** Called when the client is disposed of. Singletons only. */
  readonly dispose?: (value: T) => void;
}

/** For use cases, which hold no shared state. */
export const TRANSIENT = { scope: 'transient' } as const satisfies WireOptions<unknown>;

/** Binds a token to a factory whose arguments are the resolved dependencies. A wrong or missing dependency does not compile. */
export type Wire = <T, const D extends readonly Dependency[]>(
  target: Token<T>,
  dependencies: D,
  factory: (...dependencies: Resolved<D>) => Public<T>,
  options?: WireOptions<T>,
) => void;

/**
 * Creates a module with typed bindings. A plain `ContainerModule` works too.
 * @example const quiet = defineModule((wire) => wire(LOGGER, [], () => myLogger));
 */
export const defineModule = (register: (wire: Wire) => void): ContainerModule =>
  new ContainerModule((options) => register(wireTo(options, () => true)));

/** Creates a module of default bindings, which apply only to unbound tokens. */
export const defineDefaults = (register: (wire: Wire) => void): ContainerModule =>
  new ContainerModule((options) => register(wireTo(options, (target) => kindOfToken(target) === 'many' || !options.isBound(target))));

const wireTo =
  ({ bind }: ContainerModuleLoadOptions, shouldBind: (target: Token<unknown>) => boolean): Wire =>
  (target, dependencies, factory, { scope = 'singleton', dispose } = {}) => {
    if (!shouldBind(target)) return;
    const needs = dependencies.map((each) =>
      typeof each === 'symbol' ? each : { serviceIdentifier: each.many, isMultiple: true as const, optional: true as const, chained: true },
    );
    // `Wire` type-checks the factory against its dependencies. The types of Inversify cannot express this.
    const binding = bind(target).toResolvedValue(factory as (...values: never[]) => ReturnType<typeof factory>, needs as symbol[]);
    if (scope === 'transient') binding.inTransientScope();
    else if (dispose === undefined) binding.inSingletonScope();
    else binding.inSingletonScope().onDeactivation((value) => disposeOf(value, dispose));
  };

/** Disposes of one value. A failure is rethrown in a microtask, so that the other values are still disposed of. */
const disposeOf = <T>(value: T, dispose: (value: T) => void): void => {
  try {
    dispose(value);
  } catch (defect) {
    queueMicrotask(() => {
      throw defect;
    });
  }
};
