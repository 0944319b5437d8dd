/** The services of a container, which are never exchanged. */
export class ServiceReferenceManager {
  constructor(activationService, bindingService, deactivationService, planResultCacheService) {
    Object.assign(this, { activationService, bindingService, deactivationService, planResultCacheService });
  }
}
