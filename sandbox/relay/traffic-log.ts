/** A logged relay event. Envelopes are replaced by their length. */
export interface RelayTraffic {
  /** Unix time in milliseconds. */
  readonly atMs: number;
  /**
   * `open` and `close` of a connection, `refused` for a rejected one, `call` from a client, `push` to a client, and `acknowledged` for its
   * acknowledgement.
   */
  readonly kind: 'open' | 'close' | 'refused' | 'call' | 'push' | 'acknowledged';
  /** The client's key; absent if the client was not authenticated. */
  readonly clientId?: string;
  readonly method?: string;
  /** Parameters of a call without envelopes, or query parameters of a connection. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly topic?: string;
  readonly tag?: number;
  /** Origin of the page that opened the connection, as sent by the browser. */
  readonly origin?: string;
  /** Reason for a refused connection. */
  readonly reason?: string;
}

/** Maximum number of entries; older ones are dropped. */
const MAX_ENTRIES = 5_000;

/** Parameters that contain an envelope. */
const ENVELOPES = ['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest'];

/** Replaces each envelope in a call's parameters by its length. */
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

/** The relay's event log, for assertions. */
export class TrafficLog {
  #entries: RelayTraffic[] = [];

  /** All entries, oldest first. */
  get entries(): readonly RelayTraffic[] {
    return [...this.#entries];
  }

  /** Adds an entry. */
  note(entry: RelayTraffic): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries = [];
  }
}
