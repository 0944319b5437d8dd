/** What a plan asks the services of a container for. */
export class PlanParamsOperationsManager {
  constructor({ bindingService, planResultCacheService }) {
    this.planParamsOperations = {
      getBindings: (serviceIdentifier) => bindingService.get(serviceIdentifier),
      getPlan: (options) => planResultCacheService.get(options),
      setPlan: (options, plan) => planResultCacheService.set(options, plan),
    };
  }
}
