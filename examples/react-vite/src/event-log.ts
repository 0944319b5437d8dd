import type { TrackedEvent } from 'latchkey';

/** Number of events kept. */
const MAX_ENTRIES = 12;

/** A log entry. `id` increases. */
export interface LogEntry {
  readonly id: number;
  readonly event: TrackedEvent;
}

/** The latest analytics events, newest first. */
class EventLog {
  #entries: readonly LogEntry[] = [];
  readonly #listeners = new Set<() => void>();

  readonly add = (event: TrackedEvent): void => {
    const id = (this.#entries[0]?.id ?? 0) + 1;
    this.#entries = [{ id, event }, ...this.#entries].slice(0, MAX_ENTRIES);
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly entries = (): readonly LogEntry[] => this.#entries;
}

export const eventLog = new EventLog();
