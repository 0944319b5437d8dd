/** One thing that happened at the relay. Envelopes are never kept, only how long they were. */
export interface RelayTraffic {
  /** Unix time in milliseconds. */
  readonly atMs: number;
  /**
   * `open` and `close` of a connection, `refused` for one that was not let in, a `call` of a client, a `push` to one, and its
   * acknowledgement.
   */
  readonly kind: 'open' | 'close' | 'refused' | 'call' | 'push' | 'acknowledged';
  /** The client's key; absent where none was proven. */
  readonly clientId?: string;
  readonly method?: string;
  /** What a call named besides its envelopes, which are replaced by their length; what a connection named in its address. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly topic?: string;
  readonly tag?: number;
  /** The page that opened the connection, as the browser names it. */
  readonly origin?: string;
  /** Why a connection was refused. */
  readonly reason?: string;
}

/** Entries older than this many newer ones are forgotten. */
const KEPT = 5_000;

/** Parameters that hold an envelope. */
const ENVELOPES = ['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest'];

/** A call's parameters with the length of each envelope in its place. */
export const withoutEnvelopes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEnvelopes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      ENVELOPES.includes(name) && typeof part === 'string' ? { length: part.length } : withoutEnvelopes(part),
    ]),
  );
};

/** The relay's memory, for assertions. */
export class TrafficLog {
  #entries: RelayTraffic[] = [];

  /** Everything remembered, oldest first. */
  get entries(): readonly RelayTraffic[] {
    return [...this.#entries];
  }

  /** Notes what happened. */
  note(entry: RelayTraffic): void {
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries = [];
  }
}
