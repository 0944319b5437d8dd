/** Where all values of a service come from. */
export class PlanMultipleBindingServiceNodeImplementation {
  #bindings;

  constructor(bindings) {
    this.#bindings = bindings;
  }

  resolve() {
    return this.#bindings.map((binding) => binding.resolve());
  }
}
