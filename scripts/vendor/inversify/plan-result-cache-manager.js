/** Has the plans of a container forgotten. */
export class PlanResultCacheManager {
  #plans;

  constructor(_planParamsOperationsManager, { planResultCacheService }) {
    this.#plans = planResultCacheService;
  }

  invalidateService() {
    this.#plans.clearCache();
  }
}
