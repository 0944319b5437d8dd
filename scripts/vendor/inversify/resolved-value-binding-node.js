import { bindingScopeValues } from '../../binding/models/BindingScope.js';

/** Where the value of a binding comes from: its factory, once what it needs is there. */
export class ResolvedValueBindingNodeImplementation {
  #binding;
  #needs;

  constructor(binding, needs) {
    this.#binding = binding;
    this.#needs = needs;
  }

  resolve() {
    const binding = this.#binding;
    if (binding.cache.isRight) return binding.cache.value;
    const value = binding.factory(...this.#needs.map((need) => need.resolve()));
    if (binding.scope === bindingScopeValues.Singleton) binding.cache = { isRight: true, value };
    return value;
  }
}
