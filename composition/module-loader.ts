import { type Container, ContainerModule } from 'inversify';
import { kindOfToken, nameOfToken } from '../application/shared/token.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { LatchkeyModule } from './wire.js';

/** Loads modules into a container, and unloads what it loaded and nothing else. */
export class ModuleLoader {
  readonly #container: Container;
  readonly #loaded = new Set<ContainerModule>();

  constructor(container: Container) {
    this.#container = container;
  }

  /**
   * Loads a module of the host. It may bind what nobody has bound yet, and add to what is bound by many.
   * @returns what {@link unload} takes
   * @throws LatchkeyError `config/already-bound` for a token that the container or an earlier module binds; nothing of the module stays then
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
          // Of this module, so that it goes with it.
          rebind: (id) => {
            // What a parent binds stays with the parent.
            if (this.#container.isCurrentBound(id)) options.unbind(id);
            return options.bind(id);
          },
        }),
      ),
    );
  }

  /** Loads modules of `defineDefaults`: what is bound already stays. */
  loadDefaults(...modules: readonly ContainerModule[]): void {
    for (const module of modules) this.#load(module);
  }

  /**
   * Disposes of what was made of the modules, and takes out their bindings. Without any: of all that are loaded, in their order. A module whose
   * deactivation fails does not keep the others; its error is thrown at the end.
   */
  unload(...modules: readonly ContainerModule[]): void {
    const leaving = modules.length === 0 ? [...this.#loaded] : modules;
    const errors: unknown[] = [];
    for (const module of leaving) {
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
    // A container plans anew what it has planned, at the moment of `bind`, which is before the scope is named: those plans are dropped.
    this.#container.unload();
    return module;
  }
}
