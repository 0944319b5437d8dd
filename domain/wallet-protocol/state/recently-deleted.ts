import type { DeletedKind } from '../rules/record-faults.js';

/** Number of entries at which the older half is dropped. */
export const DELETED_LIMIT = 200;

/** Kinds of recently deleted records by topic or id, oldest first. In memory only: after a reload they are unknown. */
export type RecentlyDeleted = ReadonlyMap<string | number, DeletedKind>;

export const NO_DELETED_RECORDS: RecentlyDeleted = new Map();

/** Adds a deleted record as the newest entry. */
export const addDeleted = (deleted: RecentlyDeleted, key: string | number, kind: DeletedKind): RecentlyDeleted => {
  const next = new Map(deleted);
  next.delete(key);
  next.set(key, kind);
  return next.size < DELETED_LIMIT ? next : new Map([...next].slice(DELETED_LIMIT / 2));
};

/** Removes an entry whose record exists again, e.g. after the URI of a deleted pairing was scanned again. */
export const removeDeleted = (deleted: RecentlyDeleted, key: string | number): RecentlyDeleted => {
  const next = new Map(deleted);
  return next.delete(key) ? next : deleted;
};

/** Kind of a recently deleted record; `null` if it is unknown. */
export const deletedKindOf = (deleted: RecentlyDeleted, key: unknown): DeletedKind | null =>
  typeof key === 'string' || typeof key === 'number' ? (deleted.get(key) ?? null) : null;
