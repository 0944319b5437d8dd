import type { Publication } from './relay-calls.js';

/** A message the relay keeps. */
export interface StoredMessage extends Publication {
  /** Client that published it; it never gets its own message. */
  readonly from: string;
  /** Unix times in milliseconds. */
  readonly publishedAtMs: number;
  readonly expiresAtMs: number;
  /** Clients that have it. */
  readonly delivered: Set<string>;
}

/** What the relay keeps for each topic, until its time is over. To keep one more takes as long however many there are. */
export class Mailboxes {
  readonly #now: () => number;
  /** By topic and text, the oldest first. */
  readonly #byTopic = new Map<string, Map<string, StoredMessage>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps a message; `null` when the topic holds the same text already, as when a client sends it a second time. */
  add(publication: Publication, from: string): StoredMessage | null {
    const { topic, message, ttl } = publication;
    const kept = this.#byTopic.get(topic) ?? new Map<string, StoredMessage>();
    const same = kept.get(message);
    if (same !== undefined && !this.isOver(same)) return null;
    kept.delete(message);
    const publishedAtMs = this.#now();
    const stored = { ...publication, from, publishedAtMs, expiresAtMs: publishedAtMs + ttl * 1_000, delivered: new Set<string>() };
    this.#byTopic.set(topic, kept.set(message, stored));
    return stored;
  }

  /** What is kept for a topic, oldest first. */
  of(topic: string): readonly StoredMessage[] {
    return [...(this.#byTopic.get(topic)?.values() ?? [])].filter((stored) => !this.isOver(stored));
  }

  /** What is kept for a topic and a client has not got, its own messages left out. */
  waitingFor(clientId: string, topic: string): readonly StoredMessage[] {
    return this.of(topic).filter(({ from, delivered }) => from !== clientId && !delivered.has(clientId));
  }

  /** Whether the time of a message is over. */
  isOver({ expiresAtMs }: StoredMessage): boolean {
    return expiresAtMs <= this.#now();
  }

  /** Forgets what is over. */
  prune(): void {
    for (const [topic, kept] of this.#byTopic) {
      for (const [text, stored] of kept) if (this.isOver(stored)) kept.delete(text);
      if (kept.size === 0) this.#byTopic.delete(topic);
    }
  }

  /** How many messages are kept. */
  get size(): number {
    return [...this.#byTopic.keys()].reduce((sum, topic) => sum + this.of(topic).length, 0);
  }
}
