/** A listener, of whatever arguments its event has. */
export type Listener = (...args: never[]) => unknown;

interface Entry {
  readonly listener: Listener;
  readonly isOnce: boolean;
}

/** More listeners than this are rather a leak than a wish; nobody is warned, but hosts may ask. */
const MAX_LISTENERS = 10;

/**
 * Events as hosts know them from Node's `EventEmitter`, in every place. A listener that throws keeps no other from hearing: what it throws
 * is thrown again in a turn of its own.
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
    // The one that was added last goes first, as in Node.
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

  /** Whether anybody listened. */
  emit(event: string | symbol, ...args: readonly unknown[]): boolean {
    const entries = this.#of(event);
    for (const { listener, isOnce } of entries) {
      if (isOnce) this.off(event, listener);
      try {
        // An event has the arguments that its listeners take.
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
