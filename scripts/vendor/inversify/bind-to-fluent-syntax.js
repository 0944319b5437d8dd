import { bindingScopeValues, bindingTypeValues, getBindingId } from '@inversifyjs/core';

/** What is said of a binding once its factory is known. */
class BoundFluentSyntax {
  #binding;

  constructor(binding) {
    this.#binding = binding;
  }

  inSingletonScope() {
    this.#binding.scope = bindingScopeValues.Singleton;
    return this;
  }

  inTransientScope() {
    this.#binding.scope = bindingScopeValues.Transient;
    return this;
  }

  onDeactivation(deactivation) {
    this.#binding.onDeactivation = deactivation;
    return this;
  }
}

/** Binds a service to a factory. */
export class BindToFluentSyntaxImplementation {
  #add;
  #common;

  constructor(callback, moduleId, scope, serviceIdentifier) {
    this.#add = callback;
    this.#common = { moduleId, scope, serviceIdentifier };
  }

  /** What the factory needs is kept as a plan asks for it. */
  toResolvedValue(factory, needs = []) {
    const options = needs.map((need) =>
      typeof need === 'object'
        ? { isMultiple: need.isMultiple === true, optional: need.optional === true, serviceIdentifier: need.serviceIdentifier }
        : { isMultiple: false, optional: false, serviceIdentifier: need },
    );
    const binding = {
      ...this.#common,
      cache: { isRight: false, value: undefined },
      factory,
      id: getBindingId(),
      metadata: { arguments: options },
      type: bindingTypeValues.ResolvedValue,
    };
    this.#add(binding);
    return new BoundFluentSyntax(binding);
  }
}
