import type { Clock } from '../../application/ports/clock.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { SEEN_ENVELOPES, seenEnvelope } from '../../application/shared/seen-envelope.js';

/** A relay keeps no message of a session longer than this. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
/** How many a topic remembers: a relay that repeats itself repeats the latest. */
const KEPT = 200;

/** What was taken up, by topic: all that one look at the store has found. */
type Seen = Map<string, Set<string>>;

/**
 * Which envelopes were taken up already, by topic: a relay hands over again what it believes was lost, also after the page
 * was loaded again. Each is a record of its own, so that tabs do not overwrite each other's. Other tabs' are read once, when
 * a topic is first asked for: what they take up later, this page still has to.
 */
export class SeenEnvelopes {
  readonly #store: RecordStore;
  readonly #clock: Clock;
  /** The look in which each topic was read. Thousands of them share one. */
  readonly #looks = new Map<string, Promise<Seen>>();
  #pruning: Promise<readonly (readonly [key: string, at: unknown])[]> | null = null;

  constructor(store: RecordStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async has(topic: string, id: string): Promise<boolean> {
    return (await this.#look(topic)).get(topic)?.has(id) ?? false;
  }

  /** Remembers an envelope, for this page only where it need not outlive it. */
  async add(topic: string, id: string, isKept: boolean): Promise<void> {
    const look = await this.#look(topic);
    const seen = look.get(topic) ?? new Set();
    look.set(topic, seen.add(id));
    if (isKept) await this.#store.set(seenEnvelope(topic, id), this.#clock.now());
    for (const oldest of seen) {
      if (seen.size <= KEPT) break;
      seen.delete(oldest);
      await this.#store.remove(seenEnvelope(topic, oldest));
    }
  }

  /** Forgets a topic. */
  async forget(topic: string): Promise<void> {
    const look = await this.#looks.get(topic);
    this.#looks.delete(topic);
    const seen = look?.get(topic) ?? [];
    look?.delete(topic);
    await Promise.all([...seen].map((id) => this.#store.remove(seenEnvelope(topic, id))));
  }

  /** Reads what earlier pages took up. */
  async load(topic: string): Promise<void> {
    await this.#look(topic);
  }

  /** Reads what earlier pages took up of many topics, in one look. */
  async loadAll(topics: readonly string[]): Promise<void> {
    const [first, ...others] = topics.filter((topic) => !this.#looks.has(topic));
    if (first !== undefined && others.length > 0) {
      const look = this.#read(SEEN_ENVELOPES);
      for (const topic of [first, ...others]) this.#looks.set(topic, look);
    }
    await Promise.all(new Set(topics.map((topic) => this.#look(topic))));
  }

  #look(topic: string): Promise<Seen> {
    const known = this.#looks.get(topic) ?? this.#read(seenEnvelope(topic, ''));
    this.#looks.set(topic, known);
    return known;
  }

  async #read(prefix: string): Promise<Seen> {
    // The first look sees everything anyway.
    const isFirst = this.#pruning === null;
    this.#pruning ??= this.#prune();
    const pruned = await this.#pruning;
    const found = isFirst ? pruned.filter(([key]) => key.startsWith(prefix)) : await this.#store.list(prefix);
    const seen: Seen = new Map();
    for (const [key] of [...found].sort(([, a], [, b]) => Number(a) - Number(b))) {
      const [topic = '', id = ''] = key.slice(SEEN_ENVELOPES.length).split('/');
      seen.set(topic, (seen.get(topic) ?? new Set()).add(id));
    }
    return seen;
  }

  /** Removes what no relay keeps any more, also of topics that nobody will ask for again. Gives what stays. */
  async #prune(): Promise<readonly (readonly [key: string, at: unknown])[]> {
    const now = this.#clock.now();
    const isKept = (at: unknown): boolean => typeof at === 'number' && now - at < KEPT_MS;
    const found = await this.#store.list(SEEN_ENVELOPES);
    for (const [key, at] of found) if (!isKept(at)) await this.#store.remove(key);
    return found.filter(([, at]) => isKept(at));
  }
}
