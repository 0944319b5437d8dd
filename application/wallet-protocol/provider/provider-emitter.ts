/** Foreign data, in the type that `JSON.parse` gives it: the official provider's listeners take it as they name it. */
export type ProviderData = ReturnType<typeof JSON.parse>;

/** Takes what an event carries. */
export type ProviderListener = (...data: ProviderData[]) => unknown;

/** The listeners of a provider, as `EventEmitter` has them. One that throws keeps no other from hearing. @see https://nodejs.org/api/events.html */
export interface ProviderEmitter {
  on(event: string, listener: ProviderListener): unknown;
  once(event: string, listener: ProviderListener): unknown;
  off(event: string, listener: ProviderListener): unknown;
  /** Whether anybody listened. */
  emit(event: string, ...data: readonly unknown[]): boolean;
}
