/** No service of a container has deactivations. */
export class DeactivationsService {
  static build() {
    return new DeactivationsService();
  }

  get() {
    return undefined;
  }

  removeAllByModuleId() {
    // There are none.
  }

  removeAllByServiceId() {
    // There are none.
  }
}
