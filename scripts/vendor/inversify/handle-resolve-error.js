/** Plans hold no circle: one is found while planning, and no plan outlives a change of bindings. So what failed is a factory. */
export function handleResolveError(_params, error) {
  throw error;
}
