import type { Clock } from '../../application/ports/clock.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { SEEN_ENVELOPES, seenEnvelope } from '../../application/shared/seen-envelope.js';

/** A relay keeps no message of a session longer than this. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
/** How many a topic remembers: a relay that repeats itself repeats the latest. */
const KEPT = 200;

/**
 * Which envelopes were taken up already, by topic: a relay hands over again what it believes was lost, also after the page
 * was loaded again. Each is a record of its own, so that tabs do not overwrite each other's. Other tabs' are read once, when
 * a topic is first asked for: what they take up later, this page still has to.
 */
export class SeenEnvelopes {
  readonly #store: RecordStore;
  readonly #clock: Clock;
  readonly #topics = new Map<string, Promise<Set<string>>>();
  #pruning: Promise<void> | null = null;

  constructor(store: RecordStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async has(topic: string, id: string): Promise<boolean> {
    return (await this.load(topic)).has(id);
  }

  /** Remembers an envelope, for this page only where it need not outlive it. */
  async add(topic: string, id: string, isKept: boolean): Promise<void> {
    const seen = await this.load(topic);
    seen.add(id);
    if (isKept) await this.#store.set(seenEnvelope(topic, id), this.#clock.now());
    for (const oldest of seen) {
      if (seen.size <= KEPT) break;
      seen.delete(oldest);
      await this.#store.remove(seenEnvelope(topic, oldest));
    }
  }

  /** Forgets a topic. */
  async forget(topic: string): Promise<void> {
    const seen = await this.#topics.get(topic);
    this.#topics.delete(topic);
    await Promise.all([...(seen ?? [])].map((id) => this.#store.remove(seenEnvelope(topic, id))));
  }

  /** Reads what earlier pages took up. */
  load(topic: string): Promise<Set<string>> {
    const known = this.#topics.get(topic);
    if (known !== undefined) return known;
    const reading = this.#read(topic);
    this.#topics.set(topic, reading);
    return reading;
  }

  async #read(topic: string): Promise<Set<string>> {
    this.#pruning ??= this.#prune();
    await this.#pruning;
    const prefix = seenEnvelope(topic, '');
    const seen = (await this.#store.list(prefix)).map(([key, at]) => [key.slice(prefix.length), Number(at)] as const);
    return new Set(seen.sort(([, a], [, b]) => a - b).map(([id]) => id));
  }

  /** Removes what no relay keeps any more, also of topics that nobody will ask for again. */
  async #prune(): Promise<void> {
    const now = this.#clock.now();
    for (const [key, at] of await this.#store.list(SEEN_ENVELOPES)) {
      if (typeof at !== 'number' || now - at >= KEPT_MS) await this.#store.remove(key);
    }
  }
}
