import { useState } from 'react';

/** Makes a thing once per component instance, and again only when one of the things it is made from is another. */
export const useHeld = <Value>(make: () => Value, ...from: readonly unknown[]): Value => {
  const [held, hold] = useState(() => ({ value: make(), from }));
  if (from.every((part, index) => Object.is(part, held.from[index]))) return held.value;
  const next = { value: make(), from };
  hold(next);
  return next.value;
};
