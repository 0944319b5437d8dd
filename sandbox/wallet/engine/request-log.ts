/** A request that the wallet received. */
export interface LoggedRequest {
  readonly id: string;
  readonly origin: string;
  readonly method: string;
  readonly params: unknown;
  /** Unix time in milliseconds. */
  readonly atMs: number;
  readonly outcome: 'pending' | 'responded' | 'failed' | 'abandoned';
  /** The error's code if the outcome is `failed` and the error has one. */
  readonly code?: number;
}

/** Maximum number of entries; older ones are dropped. */
const MAX_ENTRIES = 1_000;

/** The wallet's request log, for tests and for windows that open late. */
export class RequestLog {
  #entries: readonly LoggedRequest[] = [];

  /** All entries, oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Adds a pending request. */
  start(entry: Omit<LoggedRequest, 'outcome'>): void {
    this.#entries = [...this.#entries.slice(1 - MAX_ENTRIES), { ...entry, outcome: 'pending' }];
  }

  /** Sets the outcome of a request. Only the first call has an effect. */
  settle(id: string, outcome: Exclude<LoggedRequest['outcome'], 'pending'>, code?: number): void {
    this.#entries = this.#entries.map((entry) =>
      entry.id === id && entry.outcome === 'pending' ? { ...entry, outcome, ...(code === undefined ? {} : { code }) } : entry,
    );
  }

  /** Returns the outcome of a request; `undefined` if the request is unknown. */
  outcomeOf(id: string): LoggedRequest['outcome'] | undefined {
    return this.#entries.find((entry) => entry.id === id)?.outcome;
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries = [];
  }
}
