import type { Logger } from '../../application/ports/logger.port.js';
import type { ProtocolTable } from '../../application/wallet-protocol/engine/protocol-table.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../domain/wallet-protocol/protocol-fault.js';
import { type DeletedKind, deletedKeyFault, noKeyFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import {
  addDeleted,
  deletedKindOf,
  NO_DELETED_RECORDS,
  type RecentlyDeleted,
  removeDeleted,
} from '../../domain/wallet-protocol/state/recently-deleted.js';
import { isObject } from '../../domain/wire.js';
import type { SignErrorResponse } from './sign-types.js';

/** A table of the engine, and how it is exposed. */
export interface SignStoreOptions<Key extends string | number, Value, Stored> {
  readonly name: string;
  readonly kind: DeletedKind;
  readonly table: ProtocolTable<Key, Stored>;
  readonly keyOf: (stored: Stored) => Key;
  readonly toPublic: (stored: Stored) => Value;
  /** @param stored current record of the key */
  readonly fromPublic: (value: Value, stored: Stored | null) => Stored;
  /** Returns whether the engine has recently deleted the key. */
  readonly isDeleted: (key: Key) => boolean;
  /** Returns whether a record is exposed. Default: all are. */
  readonly isVisible?: (stored: Stored) => boolean;
  readonly logger: Logger;
}

/**
 * A store with the API of the official clients, on a table of the engine. Values are copies. Changes affect the engine's records, but emit no
 * events and notify no peer.
 */
export class SignStore<Key extends string | number, Value, Stored = Value> {
  readonly #options: SignStoreOptions<Key, Value, Stored>;
  #deleted: RecentlyDeleted = NO_DELETED_RECORDS;

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
    const { table, isVisible } = this.#options;
    return isVisible === undefined ? table.size : this.#all().length;
  }

  get keys(): Key[] {
    return this.#all().map(this.#options.keyOf);
  }

  get values(): Value[] {
    return this.#all().map(this.#options.toPublic);
  }

  /** A copy of all values, by key. */
  get map(): Map<Key, Value> {
    const { keyOf, toPublic } = this.#options;
    return new Map(this.#all().map((stored) => [keyOf(stored), toPublic(stored)]));
  }

  /** No effect: the stores are loaded when the client is created. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** Sets a value, merged into an existing one. */
  async set(key: Key, value: Value): Promise<void> {
    const { name, table, fromPublic, toPublic } = this.#options;
    if (!isObject(value)) throw new ProtocolError(invalid(`set() ${name} value: ${String(value)}`));
    const stored = table.get(key);
    this.#deleted = removeDeleted(this.#deleted, key);
    await table.set(key, fromPublic(stored === null ? value : { ...toPublic(stored), ...value }, stored));
  }

  /** @throws ProtocolError NO_MATCHING_KEY, or MISSING_OR_INVALID for a recently deleted key */
  get(key: Key): Value {
    return this.#options.toPublic(this.#find(key));
  }

  /** @param filter members that must be equal, compared as JSON */
  getAll(filter?: Partial<Value>): Value[] {
    // JavaScript apps may pass `null`.
    if (!isObject(filter)) return this.values;
    const members = Object.entries(filter) as [keyof Value, unknown][];
    return this.values.filter((value) => members.every(([name, expected]) => isJsonEqual(value[name], expected)));
  }

  /** @throws ProtocolError as {@link get} does */
  async update(key: Key, update: Partial<Value>): Promise<void> {
    const { table, fromPublic, toPublic } = this.#options;
    const stored = this.#find(key);
    await table.set(key, fromPublic({ ...toPublic(stored), ...update }, stored));
  }

  /** Deletes only the record. To end a session, disconnect it. */
  async delete(key: Key, _reason?: SignErrorResponse): Promise<void> {
    const { table, kind } = this.#options;
    if (table.get(key) === null) return;
    this.#deleted = addDeleted(this.#deleted, key, kind);
    await table.remove(key);
  }

  #all(): readonly Stored[] {
    const { table, isVisible } = this.#options;
    return isVisible === undefined ? table.all() : table.all().filter(isVisible);
  }

  #find(key: Key): Stored {
    const { table, name, isDeleted, isVisible } = this.#options;
    const stored = table.get(key);
    if (stored !== null && isVisible?.(stored) !== false) return stored;
    const isDeletedKey = deletedKindOf(this.#deleted, key) !== null || isDeleted(key);
    throw new ProtocolError(isDeletedKey ? deletedKeyFault(name, key) : noKeyFault(name, key));
  }
}

/** Returns whether two values are equal as JSON. The order of members is ignored. */
const isJsonEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [membersOfA, membersOfB] = [Object.entries(a), Object.entries(b)];
  return membersOfA.length === membersOfB.length && membersOfA.every(([name, value]) => isJsonEqual(value, Reflect.get(b, name)));
};
