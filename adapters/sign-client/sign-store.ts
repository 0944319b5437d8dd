import type { Logger } from '../../application/ports/logger.port.js';
import type { ProtocolTable } from '../../application/wallet-protocol/engine/protocol-table.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { type DeletedKind, deletedKeyFault, noKeyFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import {
  deletedKindOf,
  forgetDeleted,
  NOTHING_DELETED,
  type RecentlyDeleted,
  rememberDeleted,
} from '../../domain/wallet-protocol/state/recently-deleted.js';
import type { SignErrorResponse } from './sign-types.js';

/** A table of the engine, and how a host sees it. */
export interface SignStoreOptions<Key extends string | number, Value, Stored> {
  readonly name: string;
  readonly kind: DeletedKind;
  readonly table: ProtocolTable<Key, Stored>;
  readonly keyOf: (stored: Stored) => Key;
  readonly toHost: (stored: Stored) => Value;
  /** @param known what is stored under the key */
  readonly ofHost: (value: Value, known: Stored | null) => Stored;
  /** What the engine remembers to have deleted. */
  readonly isDeleted: (key: Key) => boolean;
  /** Which of it is a host's concern. Default: all. */
  readonly isShown?: (stored: Stored) => boolean;
  readonly logger: Logger;
}

/**
 * A store of the engine with the members that hosts know from the official clients. Each value is a copy. The engine's own records are
 * behind it: what a host sets, updates or deletes here, the engine knows, and tells nobody.
 */
export class SignStore<Key extends string | number, Value, Stored = Value> {
  readonly #options: SignStoreOptions<Key, Value, Stored>;
  #deleted: RecentlyDeleted = NOTHING_DELETED;

  constructor(options: SignStoreOptions<Key, Value, Stored>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get context(): string {
    return this.#options.name;
  }

  get logger(): Logger {
    return this.#options.logger;
  }

  get length(): number {
    const { table, isShown } = this.#options;
    return isShown === undefined ? table.size : this.#all().length;
  }

  get keys(): Key[] {
    return this.#all().map(this.#options.keyOf);
  }

  get values(): Value[] {
    return this.#all().map(this.#options.toHost);
  }

  /** A copy of everything, by key. */
  get map(): Map<Key, Value> {
    const { keyOf, toHost } = this.#options;
    return new Map(this.#all().map((stored) => [keyOf(stored), toHost(stored)]));
  }

  /** A client that was made has read its stores: there is nothing left to do. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** Sets a value; what is there under the key is changed by it. */
  async set(key: Key, value: Value): Promise<void> {
    const { table, ofHost, toHost } = this.#options;
    const known = table.get(key);
    this.#deleted = forgetDeleted(this.#deleted, key);
    await table.set(key, ofHost(known === null ? value : { ...toHost(known), ...value }, known));
  }

  /** @throws ProtocolError NO_MATCHING_KEY, or MISSING_OR_INVALID for what was deleted a moment ago */
  get(key: Key): Value {
    return this.#options.toHost(this.#find(key));
  }

  /** @param filter members whose values are those of the filter, compared as JSON */
  getAll(filter?: Partial<Value>): Value[] {
    if (filter === undefined) return this.values;
    const members = Object.entries(filter) as [keyof Value, unknown][];
    return this.values.filter((value) => members.every(([name, wanted]) => isSame(value[name], wanted)));
  }

  /** @throws ProtocolError as {@link get} does */
  async update(key: Key, update: Partial<Value>): Promise<void> {
    const { table, ofHost, toHost } = this.#options;
    const known = this.#find(key);
    await table.set(key, ofHost({ ...toHost(known), ...update }, known));
  }

  /** Deletes a record, and nothing else: whoever wants to end a session disconnects. */
  async delete(key: Key, _reason?: SignErrorResponse): Promise<void> {
    const { table, kind } = this.#options;
    if (table.get(key) === null) return;
    this.#deleted = rememberDeleted(this.#deleted, key, kind);
    await table.remove(key);
  }

  #all(): readonly Stored[] {
    const { table, isShown } = this.#options;
    return isShown === undefined ? table.all() : table.all().filter(isShown);
  }

  #find(key: Key): Stored {
    const { table, name, isDeleted, isShown } = this.#options;
    const stored = table.get(key);
    if (stored !== null && isShown?.(stored) !== false) return stored;
    const isGone = deletedKindOf(this.#deleted, key) !== null || isDeleted(key);
    throw new ProtocolError(isGone ? deletedKeyFault(name, key) : noKeyFault(name, key));
  }
}

/** Whether two values are the same as JSON; the order of members is of no account. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [Object.entries(one), Object.entries(other)];
  return members.length === others.length && members.every(([name, value]) => isSame(value, Reflect.get(other, name)));
};
