interface OptimisticChange<Value> {
  readonly value: Value;
  /** The value to restore if the change fails: the last one before it that has not failed. */
  before: Value;
}

/** Changes of one field of sessions that are made before the peer accepts them. Changes that overlap can fail in any order. */
export class OptimisticChanges<Value> {
  readonly #pending = new Map<string, Set<OptimisticChange<Value>>>();

  /** Notes a change that is about to be made. Each of the returned functions has an effect once. */
  begin(
    topic: string,
    before: Value,
    value: Value,
  ): { readonly succeed: () => void; readonly fail: (current: Value | undefined) => Value | null } {
    const pending = this.#pending.get(topic) ?? new Set();
    const change: OptimisticChange<Value> = { value, before };
    this.#pending.set(topic, pending.add(change));
    const remove = (): boolean => {
      const isPending = pending.delete(change);
      if (pending.size === 0 && this.#pending.get(topic) === pending) this.#pending.delete(topic);
      return isPending;
    };
    return {
      succeed: () => void remove(),
      /** Returns the value to restore; `null` if the session has another one since. @param current value of the session */
      fail: (current) => {
        if (!remove()) return null;
        const next = [...pending].find((each) => each.before === value);
        if (next !== undefined) next.before = change.before;
        return next === undefined && current === value ? change.before : null;
      },
    };
  }
}
