/** No service has deactivations. */
export const resolveBindingServiceDeactivations = () => undefined;
