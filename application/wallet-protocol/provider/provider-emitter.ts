/** Takes what an event carries, in the types that the listener names. */
export type ProviderListener = (...data: never[]) => unknown;

/** The listeners of a provider, as `EventEmitter` has them. One that throws keeps no other from hearing. @see https://nodejs.org/api/events.html */
export interface ProviderEmitter {
  on(event: string, listener: ProviderListener): unknown;
  once(event: string, listener: ProviderListener): unknown;
  off(event: string, listener: ProviderListener): unknown;
  /** Whether anybody listened. */
  emit(event: string, ...data: readonly unknown[]): boolean;
}
