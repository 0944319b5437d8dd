/** Overrides properties of a browser object for one test file; returns the object. */
export const withProperties = <T extends object>(target: T, properties: Readonly<Record<string, unknown>>): T => {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
  return target;
};
