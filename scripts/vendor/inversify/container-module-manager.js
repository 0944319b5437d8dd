import { resolveModuleDeactivations } from '@inversifyjs/core';
import { InversifyContainerError } from '../../error/models/InversifyContainerError.js';
import { InversifyContainerErrorKind } from '../../error/models/InversifyContainerErrorKind.js';

/** Loads modules and takes them out. */
export class ContainerModuleManager {
  #bindingManager;
  #deactivationParams;
  #planResultCacheManager;
  #bindings;

  constructor(bindingManager, deactivationParams, _defaultScope, planResultCacheManager, { bindingService }) {
    this.#bindingManager = bindingManager;
    this.#deactivationParams = deactivationParams;
    this.#planResultCacheManager = planResultCacheManager;
    this.#bindings = bindingService;
  }

  load(...modules) {
    const manager = this.#bindingManager;
    const results = modules.map((module) =>
      module.load({
        bind: (serviceIdentifier) => manager.bind(serviceIdentifier, module.id),
        isBound: (serviceIdentifier) => manager.isBound(serviceIdentifier),
        rebind: (serviceIdentifier) => manager.rebind(serviceIdentifier),
      }),
    );
    if (results.some((result) => result !== undefined))
      throw new InversifyContainerError(InversifyContainerErrorKind.invalidOperation, 'Unexpected asynchronous module load.');
  }

  /** Everything has ended before the first binding goes. */
  unload(...modules) {
    for (const { id } of modules) resolveModuleDeactivations(this.#deactivationParams, id);
    for (const { id } of modules) this.#bindings.removeAllByModuleId(id);
    this.#planResultCacheManager.invalidateService();
  }
}
