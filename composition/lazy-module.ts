import type { Container, ContainerModule } from 'inversify';
import { LazyPart } from '../application/shared/lazy-part.js';
import { loadPart } from '../application/shared/load-part.js';
import { manyToken, nameOfToken, type Public, type Token, token } from '../application/shared/token.js';
import { USE_CASES, type UseCases } from '../application/use-cases.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import { invalidOption } from '../domain/options/schema-parts.js';
import { type AnyUseCase, type FirstState, lazyUseCase } from './lazy-use-case.js';
import type { ModuleLoader } from './module-loader.js';
import { defineDefaults, defineModule, TRANSIENT } from './wire.js';

/** A feature whose code is fetched when it is needed. */
export interface Feature {
  /** What `latchkey.load` calls it. */
  readonly name: string;
  /** What errors call it. */
  readonly label: string;
  /** Names of the features that it builds on. They are loaded with it. */
  readonly needs?: readonly string[];
  /** The optional package that it needs. */
  readonly dependency?: string;
  /** Its use cases, each with the state that it begins with before the code is there. */
  readonly useCases?: { readonly [Name in keyof UseCases]?: FirstState };
  /** What else it binds: `config/not-loaded` until it is there. */
  readonly tokens?: readonly Token<unknown>[];
  /** Fetches its bindings: {@link defineDefaults}, so that what a host has bound stays. */
  readonly load: () => Promise<ContainerModule>;
}

/** Token of the features that are loaded late. */
export const FEATURE = manyToken<Feature>('Feature');

/** A module of one feature that is loaded late: its use cases can be used at once, the rest once it is loaded. */
export const lazyModule = (feature: Feature): ContainerModule => defineModule((wire) => wire(FEATURE, [], () => feature));

/** Loads features, each once; one whose code did not arrive is fetched again by the next who asks. */
export class FeatureLoader {
  readonly #container: Container;
  readonly #loader: ModuleLoader;
  readonly #parts: ReadonlyMap<string, LazyPart<void>>;
  readonly #loaded = new Set<string>();
  #isDisposed = false;

  /** @throws LatchkeyError `config/invalid-option` for two features of one name, and for features that need each other */
  constructor(features: readonly Feature[], container: Container, loader: ModuleLoader) {
    this.#container = container;
    this.#loader = loader;
    checkFeatures(features);
    this.#parts = new Map(features.map((feature) => [feature.name, this.#prepare(feature)]));
  }

  /** @throws LatchkeyError `config/invalid-option`, `config/disposed`, `browser/load-failed`, `config/dependency-missing` */
  async load(name: string): Promise<void> {
    const part = this.#parts.get(name);
    if (part === undefined) throw invalidOption('feature', `name one of ${[...this.#parts.keys()].join(', ')}`);
    await part.get();
  }

  /** Loads a feature and resolves one of its tokens. */
  async resolve<T>(name: string, wanted: Token<T>): Promise<T> {
    await this.load(name);
    // It may have ended while the feature was loaded.
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    return this.#container.get(wanted);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const part of this.#parts.values()) part.dispose();
  }

  #resolved<T>(name: string, wanted: Token<T>): Public<T> | undefined {
    return this.#loaded.has(name) && !this.#isDisposed ? this.#container.get(wanted) : undefined;
  }

  /** Binds the use cases and tokens of a feature until it is loaded. */
  #prepare(feature: Feature): LazyPart<void> {
    const { name, label, needs = [], dependency, useCases = {}, tokens = [] } = feature;
    const placeholders = defineDefaults((wire) => {
      // The keys of the table are names of use cases.
      for (const [useCase, first] of Object.entries(useCases) as [keyof UseCases, FirstState][]) {
        // One type for all of them: each resolves the use case of its own name.
        const target = USE_CASES[useCase] as Token<AnyUseCase>;
        wire(
          target,
          [],
          () =>
            lazyUseCase(
              () => this.resolve(name, target),
              first,
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
    return new LazyPart(async () => {
      const [module] = await Promise.all([loadPart(label, feature.load, dependency), ...needs.map((need) => this.load(need))]);
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
    if (features.filter((feature) => feature.name === name).length > 1) throw invalidOption('modules', `compose the feature ${name} once`);
    const needed = new Set(byName.get(name)?.needs);
    for (const need of needed) for (const next of byName.get(need)?.needs ?? []) needed.add(next);
    if (needed.has(name)) throw invalidOption('modules', `write a feature ${name} that does not need itself`);
  }
};

/** Token of what loads features. */
export const FEATURE_LOADER = token<FeatureLoader>('FeatureLoader');
