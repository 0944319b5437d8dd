/** What the ends of values ask the services of a container for. */
export class DeactivationParamsManager {
  constructor({ bindingService }) {
    this.deactivationParams = {
      getBindings: (serviceIdentifier) => bindingService.get(serviceIdentifier),
      getBindingsFromModule: (moduleId) => bindingService.getByModuleId(moduleId),
    };
  }
}
