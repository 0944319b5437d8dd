import { resolveBindingsDeactivations, resolveServiceDeactivations } from '@inversifyjs/core';
import { BindToFluentSyntaxImplementation } from '../../binding/models/BindingFluentSyntaxImplementation.js';

/** Makes and takes out bindings of services. */
export class BindingManager {
  #deactivationParams;
  #defaultScope;
  #planResultCacheManager;
  #bindings;

  constructor(deactivationParams, defaultScope, planResultCacheManager, { bindingService }) {
    this.#deactivationParams = deactivationParams;
    this.#defaultScope = defaultScope;
    this.#planResultCacheManager = planResultCacheManager;
    this.#bindings = bindingService;
  }

  /** @param moduleId of the module that the binding goes with; a binding without one stays */
  bind(serviceIdentifier, moduleId) {
    const set = (binding) => {
      this.#bindings.set(binding);
      this.#planResultCacheManager.invalidateService();
    };
    return new BindToFluentSyntaxImplementation(set, moduleId, this.#defaultScope, serviceIdentifier);
  }

  isBound(serviceIdentifier) {
    return this.#bindings.get(serviceIdentifier) !== undefined;
  }

  rebind(serviceIdentifier) {
    this.unbind(serviceIdentifier);
    return this.bind(serviceIdentifier);
  }

  unbind(serviceIdentifier) {
    resolveBindingsDeactivations(this.#deactivationParams, this.#bindings.get(serviceIdentifier));
    this.#bindings.removeAllByServiceId(serviceIdentifier);
    this.#planResultCacheManager.invalidateService();
  }

  /** Everything has ended before the first binding goes. */
  unbindAll() {
    const services = [...this.#bindings.getNonParentBoundServices()];
    for (const service of services) resolveServiceDeactivations(this.#deactivationParams, service);
    for (const service of services) this.#bindings.removeAllByServiceId(service);
    this.#planResultCacheManager.invalidateService();
  }
}
