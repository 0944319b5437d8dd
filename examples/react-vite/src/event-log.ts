import type { TrackedEvent } from 'latchkey';

/** How many events are kept: a list that needs no scrolling of its own. */
const KEPT = 12;

/** One line of the log; `id` grows. */
export interface LogEntry {
  readonly id: number;
  readonly event: TrackedEvent;
}

/** What happened on the page, newest first. */
class EventLog {
  #entries: readonly LogEntry[] = [];
  readonly #listeners = new Set<() => void>();

  readonly add = (event: TrackedEvent): void => {
    const id = (this.#entries[0]?.id ?? 0) + 1;
    this.#entries = [{ id, event }, ...this.#entries].slice(0, KEPT);
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly entries = (): readonly LogEntry[] => this.#entries;
}

export const eventLog = new EventLog();
