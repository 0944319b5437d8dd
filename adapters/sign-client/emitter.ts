/** A listener with any arguments. */
export type Listener = (...args: never[]) => unknown;

interface Entry {
  readonly listener: Listener;
  readonly isOnce: boolean;
}

/** Default of `getMaxListeners`. Exceeding it causes no warning. */
const MAX_LISTENERS = 10;

/**
 * Event emitter with the API of Node's `EventEmitter`, for all platforms. A listener that throws does not stop the others: its error is
 * rethrown in a microtask.
 * @see https://nodejs.org/api/events.html#class-eventemitter
 */
export class Emitter {
  readonly #entries = new Map<string | symbol, readonly Entry[]>();
  #max = MAX_LISTENERS;

  on(event: string | symbol, listener: Listener): this {
    return this.#add(event, { listener, isOnce: false }, false);
  }

  once(event: string | symbol, listener: Listener): this {
    return this.#add(event, { listener, isOnce: true }, false);
  }

  off(event: string | symbol, listener: Listener): this {
    const entries = this.#of(event);
    // Removes the latest one first, as Node does.
    const index = entries.findLastIndex((entry) => entry.listener === listener);
    if (index >= 0) this.#set(event, entries.toSpliced(index, 1));
    return this;
  }

  addListener(event: string | symbol, listener: Listener): this {
    return this.on(event, listener);
  }

  removeListener(event: string | symbol, listener: Listener): this {
    return this.off(event, listener);
  }

  prependListener(event: string | symbol, listener: Listener): this {
    return this.#add(event, { listener, isOnce: false }, true);
  }

  prependOnceListener(event: string | symbol, listener: Listener): this {
    return this.#add(event, { listener, isOnce: true }, true);
  }

  removeAllListeners(event?: string | symbol): this {
    if (event === undefined) this.#entries.clear();
    else this.#entries.delete(event);
    return this;
  }

  /** Returns whether there was a listener. */
  emit(event: string | symbol, ...args: readonly unknown[]): boolean {
    const entries = this.#of(event);
    for (const { listener, isOnce } of entries) {
      if (isOnce) this.off(event, listener);
      try {
        // Listeners are typed by their callers; the arguments of an event match.
        (listener as (...args: readonly unknown[]) => unknown)(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    return entries.length > 0;
  }

  listenerCount(event: string | symbol): number {
    return this.#of(event).length;
  }

  listeners(event: string | symbol): Listener[] {
    return this.#of(event).map(({ listener }) => listener);
  }

  rawListeners(event: string | symbol): Listener[] {
    return this.listeners(event);
  }

  eventNames(): (string | symbol)[] {
    return [...this.#entries.keys()];
  }

  setMaxListeners(count: number): this {
    this.#max = count;
    return this;
  }

  getMaxListeners(): number {
    return this.#max;
  }

  #of(event: string | symbol): readonly Entry[] {
    return this.#entries.get(event) ?? [];
  }

  #set(event: string | symbol, entries: readonly Entry[]): void {
    if (entries.length === 0) this.#entries.delete(event);
    else this.#entries.set(event, entries);
  }

  #add(event: string | symbol, entry: Entry, isFirst: boolean): this {
    this.#set(event, isFirst ? [entry, ...this.#of(event)] : [...this.#of(event), entry]);
    return this;
  }
}
