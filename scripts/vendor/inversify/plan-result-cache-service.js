/** The plans of a container, until a binding changes. */
export class PlanResultCacheService {
  // For one value that must be there, one that may be, and the same for all values.
  #plans = [new Map(), new Map(), new Map(), new Map()];

  clearCache() {
    for (const plans of this.#plans) plans.clear();
  }

  get(options) {
    return this.#plansOf(options).get(options.serviceIdentifier);
  }

  set(options, plan) {
    this.#plansOf(options).set(options.serviceIdentifier, plan);
  }

  #plansOf({ isMultiple, optional }) {
    return this.#plans[(isMultiple ? 2 : 0) + (optional ? 1 : 0)];
  }
}
