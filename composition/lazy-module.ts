import type { Container, ContainerModule } from 'inversify';
import { CLOCK } from '../application/ports/clock.port.js';
import { LazyResource } from '../application/shared/lazy-resource.js';
import { loadChunk } from '../application/shared/load-chunk.js';
import { manyToken, nameOfToken, type Public, type Token, token } from '../application/shared/token.js';
import { USE_CASES, type UseCases } from '../application/use-cases.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import { invalidOption } from '../domain/options/schema-builders.js';
import { type AnyUseCase, type InitialState, lazyUseCase } from './lazy-use-case.js';
import type { ModuleLoader } from './module-loader.js';
import { defineDefaults, defineModule, TRANSIENT } from './wire.js';

/** A feature whose code is loaded on demand. */
export interface Feature {
  /** Name for `latchkey.load`. */
  readonly name: string;
  /** Name in error messages. */
  readonly label: string;
  /** Names of the features that it depends on. They are loaded with it. */
  readonly needs?: readonly string[];
  /** Optional peer dependency that it needs. */
  readonly dependency?: string;
  /** Its use cases, each with the state to emit until the code is loaded. */
  readonly useCases?: { readonly [Name in keyof UseCases]?: InitialState };
  /** Other tokens that it binds. Resolving them before the feature is loaded throws `config/not-loaded`. */
  readonly tokens?: readonly Token<unknown>[];
  /** Loads its bindings. Use {@link defineDefaults}, which keeps the bindings of the app. */
  readonly load: () => Promise<ContainerModule>;
}

/** Token of the lazily loaded features. */
export const FEATURE = manyToken<Feature>('Feature');

/** Creates a module for a lazily loaded feature. Its use cases are available immediately, its other tokens after loading. */
export const lazyModule = (feature: Feature): ContainerModule => defineModule((wire) => wire(FEATURE, [], () => feature));

/** Loads each feature once. A load that failed is retried by the next call. */
export class FeatureLoader {
  readonly #container: Container;
  readonly #loader: ModuleLoader;
  readonly #features: ReadonlyMap<string, LazyResource<void>>;
  readonly #loaded = new Set<string>();
  #isDisposed = false;

  /** @throws LatchkeyError `config/invalid-option` for duplicate feature names and for circular dependencies */
  constructor(features: readonly Feature[], container: Container, loader: ModuleLoader) {
    this.#container = container;
    this.#loader = loader;
    checkFeatures(features);
    this.#features = new Map(features.map((feature) => [feature.name, this.#prepare(feature)]));
  }

  /** Returns whether a module of the app has registered a feature. */
  has(name: string): boolean {
    return this.#features.has(name);
  }

  /** @throws LatchkeyError `config/invalid-option`, `config/disposed`, `browser/load-failed`, `config/dependency-missing` */
  async load(name: string): Promise<void> {
    const feature = this.#features.get(name);
    if (feature === undefined) throw invalidOption('feature', `name one of ${[...this.#features.keys()].join(', ')}`);
    await feature.get();
  }

  /** Loads a feature and resolves one of its tokens. */
  async resolve<T>(name: string, target: Token<T>): Promise<T> {
    await this.load(name);
    // The client may have been disposed while the feature was loading.
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    return this.#container.get(target);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const feature of this.#features.values()) feature.dispose();
  }

  #resolved<T>(name: string, target: Token<T>): Public<T> | undefined {
    return this.#loaded.has(name) && !this.#isDisposed ? this.#container.get(target) : undefined;
  }

  /** Binds placeholders for the use cases and tokens of a feature until it is loaded. */
  #prepare(feature: Feature): LazyResource<void> {
    const { name, label, needs = [], dependency, useCases = {}, tokens = [] } = feature;
    const placeholders = defineDefaults((wire) => {
      // `Object.entries` widens the keys to `string`.
      for (const [useCase, initialState] of Object.entries(useCases) as [keyof UseCases, InitialState][]) {
        // One type for all use cases: the token and the placeholder have the same name.
        const target = USE_CASES[useCase] as Token<AnyUseCase>;
        wire(
          target,
          [CLOCK],
          (clock) =>
            lazyUseCase(
              () => this.resolve(name, target),
              initialState,
              clock,
              () => this.#resolved(name, target),
            ),
          TRANSIENT,
        );
      }
      for (const each of tokens)
        wire(each, [], () => {
          throw new LatchkeyError('config/not-loaded', { feature: name, token: nameOfToken(each) });
        });
    });
    this.#loader.loadDefaults(placeholders);
    return new LazyResource(async () => {
      const [module] = await Promise.all([loadChunk(label, feature.load, dependency), ...needs.map((need) => this.load(need))]);
      if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
      this.#loader.unload(placeholders);
      try {
        this.#loader.loadDefaults(module);
      } catch (error) {
        this.#loader.loadDefaults(placeholders);
        throw error;
      }
      this.#loaded.add(name);
    });
  }
}

const checkFeatures = (features: readonly Feature[]): void => {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  for (const { name } of features) {
    if (features.filter((feature) => feature.name === name).length > 1)
      throw invalidOption('modules', `register the feature ${name} only once`);
    const dependencies = new Set(byName.get(name)?.needs);
    for (const dependency of dependencies) for (const next of byName.get(dependency)?.needs ?? []) dependencies.add(next);
    if (dependencies.has(name)) throw invalidOption('modules', `remove the circular dependency of the feature ${name}`);
  }
};

/** Token of the feature loader. */
export const FEATURE_LOADER = token<FeatureLoader>('FeatureLoader');
