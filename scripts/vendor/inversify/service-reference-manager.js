/** The services of a container, which stay the same for its whole life. */
export class ServiceReferenceManager {
  constructor(activationService, bindingService, deactivationService, planResultCacheService) {
    this.activationService = activationService;
    this.bindingService = bindingService;
    this.deactivationService = deactivationService;
    this.planResultCacheService = planResultCacheService;
  }

  onReset() {
    // It is never reset.
  }
}
