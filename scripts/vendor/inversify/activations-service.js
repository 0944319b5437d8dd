/** No service of a container has activations. */
export class ActivationsService {
  static build() {
    return new ActivationsService();
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
