/** Overrides properties of an object of the page for one test file; gives the object back. */
export const withProperties = <T extends object>(target: T, properties: Readonly<Record<string, unknown>>): T => {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
  return target;
};
