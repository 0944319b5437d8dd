/** The faults of a service that are still to happen, in the order they were set. */
export class FaultQueue<Fault extends object> {
  #waiting: readonly { readonly fault: Fault; readonly left: number }[] = [];

  /** Sets another one. @param times how many requests it concerns */
  add(fault: Fault, times: number): void {
    this.#waiting = [...this.#waiting, { fault, left: times }];
  }

  /** Takes the first fault that concerns a request, which counts it down; `null` when nothing is wrong. */
  take(concerns: (fault: Fault) => boolean): Fault | null {
    const found = this.#waiting.find(({ fault }) => concerns(fault));
    if (found === undefined) return null;
    this.#waiting = this.#waiting.flatMap((waiting) => {
      if (waiting !== found) return [waiting];
      return found.left > 1 ? [{ ...found, left: found.left - 1 }] : [];
    });
    return found.fault;
  }

  /** Makes the service well again. */
  clear(): void {
    this.#waiting = [];
  }
}
