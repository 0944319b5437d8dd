/** Where one value of a service comes from. */
export class PlanSingleBindingServiceNodeImplementation {
  isContextFree = true;

  constructor(serviceIdentifier) {
    this.serviceIdentifier = serviceIdentifier;
  }

  resolve(params) {
    return this.bindings?.resolve(params);
  }
}
