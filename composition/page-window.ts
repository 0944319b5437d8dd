/** Returns the window of the page; `undefined` on a server or in a worker. */
export const pageWindow = (): (Window & typeof globalThis) | undefined =>
  typeof window === 'undefined' || typeof document === 'undefined' ? undefined : window;
