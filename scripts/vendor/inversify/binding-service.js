/** The bindings of a container by their services, in the order in which they were made. */
export class BindingService {
  #bindings = new Map();

  static build() {
    return new BindingService();
  }

  get(serviceIdentifier) {
    return this.#bindings.get(serviceIdentifier);
  }

  getByModuleId(moduleId) {
    const all = [...this.#bindings.values()].flat();
    return all.filter((binding) => binding.moduleId === moduleId).sort((one, other) => one.id - other.id);
  }

  getNonParentBoundServices() {
    return this.#bindings.keys();
  }

  removeAllByModuleId(moduleId) {
    for (const [serviceIdentifier, bindings] of this.#bindings) {
      const others = bindings.filter((binding) => binding.moduleId !== moduleId);
      // A service without bindings is not bound.
      if (others.length > 0) this.#bindings.set(serviceIdentifier, others);
      else this.#bindings.delete(serviceIdentifier);
    }
  }

  removeAllByServiceId(serviceIdentifier) {
    this.#bindings.delete(serviceIdentifier);
  }

  set(binding) {
    const { serviceIdentifier } = binding;
    this.#bindings.set(serviceIdentifier, [...(this.get(serviceIdentifier) ?? []), binding]);
  }
}
