/** Where one value of a service comes from; nowhere, where it may be missing and is. */
export class PlanSingleBindingServiceNodeImplementation {
  #binding;

  constructor(binding) {
    this.#binding = binding;
  }

  resolve() {
    return this.#binding?.resolve();
  }
}
