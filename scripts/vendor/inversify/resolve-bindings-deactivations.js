/** Ends the values that were made and are kept. */
export function resolveBindingsDeactivations(_params, bindings = []) {
  for (const { cache, onDeactivation } of bindings.filter((binding) => binding.cache.isRight)) onDeactivation?.(cache.value);
}
