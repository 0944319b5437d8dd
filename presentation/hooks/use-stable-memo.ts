import { useState } from 'react';

/** Creates a value once per component instance, and again only when a dependency changes. */
export const useStableMemo = <Value>(factory: () => Value, ...deps: readonly unknown[]): Value => {
  const [cached, setCached] = useState(() => ({ value: factory(), from: deps }));
  if (deps.every((dep, index) => Object.is(dep, cached.from[index]))) return cached.value;
  const next = { value: factory(), from: deps };
  setCached(next);
  return next.value;
};
