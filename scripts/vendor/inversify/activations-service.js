/** No service of a container has activations. */
export const ActivationsService = { build: () => ({}) };
