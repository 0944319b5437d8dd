/** No service of a container has deactivations. */
export const DeactivationsService = { build: () => ({}) };
