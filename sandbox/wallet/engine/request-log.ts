/** One request as the wallet saw it. */
export interface LoggedRequest {
  readonly id: string;
  readonly origin: string;
  readonly method: string;
  readonly params: unknown;
  /** Unix time in milliseconds. */
  readonly atMs: number;
  readonly outcome: 'pending' | 'answered' | 'failed' | 'abandoned';
  /** The error's code, where the outcome is `failed` and the error has one. */
  readonly code?: number;
}

/** Requests older than this many newer ones are forgotten. */
const KEPT = 1_000;

/** The wallet's memory of requests, for tests and for windows that come late. */
export class RequestLog {
  #entries: readonly LoggedRequest[] = [];

  /** All remembered requests, oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Notes a new request. */
  start(entry: Omit<LoggedRequest, 'outcome'>): void {
    this.#entries = [...this.#entries.slice(1 - KEPT), { ...entry, outcome: 'pending' }];
  }

  /** Notes how a request ended; a second end is ignored. */
  end(id: string, outcome: Exclude<LoggedRequest['outcome'], 'pending'>, code?: number): void {
    this.#entries = this.#entries.map((entry) =>
      entry.id === id && entry.outcome === 'pending' ? { ...entry, outcome, ...(code === undefined ? {} : { code }) } : entry,
    );
  }

  /** What became of a request, or `undefined` when it never came. */
  outcomeOf(id: string): LoggedRequest['outcome'] | undefined {
    return this.#entries.find((entry) => entry.id === id)?.outcome;
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries = [];
  }
}
