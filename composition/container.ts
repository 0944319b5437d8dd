import { Container } from 'inversify';

/** A module as the container loads it. */
export interface LoadableModule {
  readonly id: number;
}

/**
 * What composition uses of Inversify's container, and no more: Latchkey is published with a small file of Inversify that has little
 * else (docs/adr/0014). What is added here needs a row less in scripts/vendor/inversify-parts.mjs.
 */
export interface Parts {
  /** The one value of a token; makes it, with all that it needs. Throws where there is none, or more than one. */
  get<T>(id: symbol): T;
  /** Every value of a token, in the order of their bindings. Throws where there is none. */
  getAll<T>(id: symbol): T[];
  isBound(id: symbol): boolean;
  load(...modules: readonly LoadableModule[]): void;
  /** Takes out what a module bound, and ends what was made of it. */
  unload(...modules: readonly LoadableModule[]): void;
  /** Ends every singleton that was made, and takes out all bindings. */
  unbindAll(): void;
}

/**
 * An empty container. Without just-in-time compilation, which a content security policy forbids. Singletons from the start, because
 * Inversify plans what is added to many at once, before its scope is said.
 */
export const createContainer = (): Parts => new Container({ jitless: true, defaultScope: 'Singleton' });
