/** Pending faults of a service, in the order in which they were added. */
export class FaultQueue<Fault extends object> {
  #pending: readonly { readonly fault: Fault; readonly remaining: number }[] = [];

  /** Adds a fault. @param times number of affected requests */
  add(fault: Fault, times: number): void {
    this.#pending = [...this.#pending, { fault, remaining: times }];
  }

  /** Returns the first fault that applies to a request and counts it down; `null` if there is none. */
  take(applies: (fault: Fault) => boolean): Fault | null {
    const found = this.#pending.find(({ fault }) => applies(fault));
    if (found === undefined) return null;
    this.#pending = this.#pending.flatMap((pending) => {
      if (pending !== found) return [pending];
      return found.remaining > 1 ? [{ ...found, remaining: found.remaining - 1 }] : [];
    });
    return found.fault;
  }

  /** Removes all faults. */
  clear(): void {
    this.#pending = [];
  }
}
