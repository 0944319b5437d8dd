import { type Container, ContainerModule } from 'inversify';
import { kindOfToken, nameOfToken } from '../application/shared/token.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { LatchkeyModule } from './wire.js';

/** Loads modules into a container, and unloads only those that it loaded. */
export class ModuleLoader {
  readonly #container: Container;
  readonly #loaded = new Set<ContainerModule>();

  constructor(container: Container) {
    this.#container = container;
  }

  /**
   * Loads a module of the app. It may bind unbound tokens and add bindings to multi-binding tokens.
   * @returns the loaded module, for {@link unload}
   * @throws LatchkeyError `config/already-bound` for a token that the container or an earlier module binds; the module is unloaded then
   */
  load(module: LatchkeyModule): ContainerModule {
    return this.#load(
      new ContainerModule((options) =>
        module.load({
          ...options,
          bind: (id) => {
            if (kindOfToken(id) === 'single' && options.isBound(id))
              throw new LatchkeyError('config/already-bound', { token: nameOfToken(id) });
            return options.bind(id);
          },
          // Binds in this module, so that unloading the module removes the binding.
          rebind: (id) => {
            // Bindings of a parent container are kept.
            if (this.#container.isCurrentBound(id)) options.unbind(id);
            return options.bind(id);
          },
        }),
      ),
    );
  }

  /** Loads modules made by `defineDefaults`; existing bindings are kept. */
  loadDefaults(...modules: readonly ContainerModule[]): void {
    for (const module of modules) this.#load(module);
  }

  /**
   * Disposes of the instances of the modules and removes their bindings; without arguments, those of all loaded modules in load order.
   * If a deactivation fails, the other modules are unloaded before the first error is thrown.
   */
  unload(...modules: readonly ContainerModule[]): void {
    const unloading = modules.length === 0 ? [...this.#loaded] : modules;
    const errors: unknown[] = [];
    for (const module of unloading) {
      this.#loaded.delete(module);
      try {
        this.#container.unload(module);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #load(module: ContainerModule): ContainerModule {
    this.#loaded.add(module);
    try {
      this.#container.load(module);
    } catch (error) {
      this.unload(module);
      throw error;
    }
    // Inversify recomputes cached plans during `bind`, before the scope is set. An empty `unload` drops those plans.
    this.#container.unload();
    return module;
  }
}
