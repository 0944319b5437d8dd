import type { Clock } from '../../application/ports/clock.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { SEEN_ENVELOPE_PREFIX, seenEnvelopeKey } from '../../application/shared/seen-envelope-key.js';

/** Maximum time that a relay stores a session message. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;
/** Maximum number of ids per topic. A relay redelivers only recent messages. */
const MAX_PER_TOPIC = 200;

/** Handled envelope ids by topic, from one read of the store. */
type SeenByTopic = Map<string, Set<string>>;

/**
 * Handled envelopes by topic: a relay may deliver a message again, also after a reload. Each is a separate record, so that tabs do not
 * overwrite each other's. Records of other tabs are read once, on the first use of a topic: what they handle later is handled by this page too.
 */
export class SeenEnvelopes {
  readonly #store: RecordStore;
  readonly #clock: Clock;
  /** The read of each topic. Thousands of topics share one. */
  readonly #loads = new Map<string, Promise<SeenByTopic>>();
  #pruning: Promise<readonly (readonly [key: string, at: unknown])[]> | null = null;

  constructor(store: RecordStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async has(topic: string, id: string): Promise<boolean> {
    return (await this.#loadTopic(topic)).get(topic)?.has(id) ?? false;
  }

  /** Marks an envelope as handled. @param isPersistent whether to store it for later page loads */
  async add(topic: string, id: string, isPersistent: boolean): Promise<void> {
    const seenByTopic = await this.#loadTopic(topic);
    const seen = seenByTopic.get(topic) ?? new Set();
    seenByTopic.set(topic, seen.add(id));
    if (isPersistent) await this.#store.set(seenEnvelopeKey(topic, id), this.#clock.now());
    for (const oldest of seen) {
      if (seen.size <= MAX_PER_TOPIC) break;
      seen.delete(oldest);
      await this.#store.remove(seenEnvelopeKey(topic, oldest));
    }
  }

  /** Removes the records of a topic. */
  async forget(topic: string): Promise<void> {
    const seenByTopic = await this.#loads.get(topic);
    this.#loads.delete(topic);
    const seen = seenByTopic?.get(topic) ?? [];
    seenByTopic?.delete(topic);
    await Promise.all([...seen].map((id) => this.#store.remove(seenEnvelopeKey(topic, id))));
  }

  /** Loads the records of a topic. */
  async load(topic: string): Promise<void> {
    await this.#loadTopic(topic);
  }

  /** Loads the records of many topics in one read. */
  async loadAll(topics: readonly string[]): Promise<void> {
    const [first, ...others] = topics.filter((topic) => !this.#loads.has(topic));
    if (first !== undefined && others.length > 0) {
      const loading = this.#read(SEEN_ENVELOPE_PREFIX);
      for (const topic of [first, ...others]) this.#loads.set(topic, loading);
    }
    await Promise.all(new Set(topics.map((topic) => this.#loadTopic(topic))));
  }

  #loadTopic(topic: string): Promise<SeenByTopic> {
    const loading = this.#loads.get(topic) ?? this.#read(seenEnvelopeKey(topic, ''));
    this.#loads.set(topic, loading);
    return loading;
  }

  async #read(prefix: string): Promise<SeenByTopic> {
    // The first read lists all records anyway.
    const isFirst = this.#pruning === null;
    this.#pruning ??= this.#prune();
    const pruned = await this.#pruning;
    const found = isFirst ? pruned.filter(([key]) => key.startsWith(prefix)) : await this.#store.list(prefix);
    const seen: SeenByTopic = new Map();
    for (const [key] of [...found].sort(([, a], [, b]) => Number(a) - Number(b))) {
      const [topic = '', id = ''] = key.slice(SEEN_ENVELOPE_PREFIX.length).split('/');
      seen.set(topic, (seen.get(topic) ?? new Set()).add(id));
    }
    return seen;
  }

  /** Removes the records of all topics that are older than the relay's retention. Returns the others. */
  async #prune(): Promise<readonly (readonly [key: string, at: unknown])[]> {
    const now = this.#clock.now();
    const isRetained = (at: unknown): boolean => typeof at === 'number' && now - at < RETENTION_MS;
    const found = await this.#store.list(SEEN_ENVELOPE_PREFIX);
    for (const [key, at] of found) if (!isRetained(at)) await this.#store.remove(key);
    return found.filter(([, at]) => isRetained(at));
  }
}
