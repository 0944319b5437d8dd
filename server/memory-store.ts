import { MAX_NONCES_PER_BROWSER, type SignInSessionKey, type SignInStore, type StoredNonce, type StoredSession } from './sign-in-store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Nonces of all browsers together: beyond, the oldest are removed. Default: 100,000, some 70 MB. */
  readonly maxNonces?: number;
  /** Sessions of all browsers together: beyond, the oldest end. Default: 10,000, some 15 MB with usual messages and at most 450 MB. */
  readonly maxSessions?: number;
}

/**
 * Keeps nonces and sessions in the memory of one process, for development and for sites with one server. They are lost when it stops.
 * @throws RangeError for a limit that is not a positive integer
 */
export const memoryStore = (options: MemoryStoreOptions = {}): SignInStore => new MemoryStore(options);

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

interface Expiring {
  readonly expiresAt: number;
}

/** Values with a key, in groups. Those beyond a limit of the group or of all are removed, the oldest first. */
class ExpiringMap<Value extends Expiring> {
  readonly #values = new Map<string, Value>();
  readonly #groups = new Map<string, Map<string, Value>>();
  readonly #groupOf: (value: Value) => string;
  readonly #limits: { readonly all: number; readonly group: number };

  constructor(groupOf: (value: Value) => string, limits: { readonly all: number; readonly group: number }) {
    if (!Number.isSafeInteger(limits.all) || limits.all < 1) throw new RangeError('The limits of the memory store are positive integers');
    this.#groupOf = groupOf;
    this.#limits = limits;
  }

  set(key: string, value: Value, now: number): void {
    this.delete(key, now);
    this.#deleteExpired(now);
    const name = this.#groupOf(value);
    const group = this.#groups.get(name) ?? new Map<string, Value>();
    this.#groups.set(name, group.set(key, value));
    this.#values.set(key, value);
    if (group.size > this.#limits.group) this.#deleteFirst(group);
    if (this.#values.size > this.#limits.all) this.#deleteFirst(this.#values);
  }

  /** False if there was none that has not expired. */
  delete(key: string, now: number): boolean {
    const value = this.#values.get(key);
    if (value === undefined) return false;
    const name = this.#groupOf(value);
    const group = this.#groups.get(name);
    group?.delete(key);
    if (group?.size === 0) this.#groups.delete(name);
    return this.#values.delete(key) && value.expiresAt > now;
  }

  /** The values of a group that have not expired, by their keys. */
  in(name: string, now: number): readonly (readonly [key: string, value: Value])[] {
    return [...(this.#groups.get(name) ?? [])].filter(([, { expiresAt }]) => expiresAt > now);
  }

  #deleteFirst(values: ReadonlyMap<string, Value>): void {
    const [first] = values.keys();
    if (first !== undefined) this.delete(first, -Infinity);
  }

  /** The oldest usually expire first: ends at one that has not, so that adding takes constant time on average. */
  #deleteExpired(now: number): void {
    for (const [key, { expiresAt }] of this.#values) {
      if (expiresAt > now) return;
      this.delete(key, now);
    }
  }
}

class MemoryStore implements SignInStore {
  readonly #nonces: ExpiringMap<StoredNonce>;
  readonly #sessions: ExpiringMap<StoredSession>;

  constructor({ maxNonces = 100_000, maxSessions = 10_000 }: MemoryStoreOptions) {
    this.#nonces = new ExpiringMap(({ browserId }) => browserId, { all: maxNonces, group: MAX_NONCES_PER_BROWSER });
    this.#sessions = new ExpiringMap(({ signInId }) => signInId, { all: maxSessions, group: Infinity });
  }

  async addNonce(nonce: StoredNonce, now: number): Promise<void> {
    this.#nonces.set(keyOf(nonce.browserId, nonce.nonce), nonce, now);
  }

  async takeNonce(
    { browserIds, nonce }: { readonly browserIds: readonly string[]; readonly nonce: string },
    now: number,
  ): Promise<boolean> {
    return browserIds.some((browserId) => this.#nonces.delete(keyOf(browserId, nonce), now));
  }

  async addSession(session: StoredSession, now: number): Promise<void> {
    this.#sessions.set(keyOf(session.signInId, session.chainId, session.accountAddress), session, now);
  }

  async sessions(signInIds: readonly string[], now: number): Promise<readonly StoredSession[]> {
    return signInIds
      .flatMap((signInId) => this.#sessions.in(signInId, now))
      .map(([, session]) => session)
      .sort((a, b) => a.signedInAt - b.signedInAt);
  }

  async removeSessions({ signInIds, account }: SignInSessionKey): Promise<void> {
    for (const signInId of signInIds) {
      const keys =
        account === undefined
          ? this.#sessions.in(signInId, -Infinity).map(([key]) => key)
          : [keyOf(signInId, account.chainId, account.accountAddress)];
      for (const key of keys) this.#sessions.delete(key, -Infinity);
    }
  }
}
