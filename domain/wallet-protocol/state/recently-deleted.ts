import type { DeletedKind } from '../rules/record-faults.js';

/** At so many the older half is dropped. */
export const DELETED_LIMIT = 200;

/** What was deleted a moment ago, by topic or id, the oldest first. It lives as long as the page: what is not remembered reads as unknown. */
export type RecentlyDeleted = ReadonlyMap<string | number, DeletedKind>;

/** Nothing was deleted yet. */
export const NOTHING_DELETED: RecentlyDeleted = new Map();

/** Remembers that something was deleted. What is deleted once more counts as the newest. */
export const rememberDeleted = (memory: RecentlyDeleted, key: string | number, kind: DeletedKind): RecentlyDeleted => {
  const next = new Map(memory);
  next.delete(key);
  next.set(key, kind);
  return next.size < DELETED_LIMIT ? next : new Map([...next].slice(DELETED_LIMIT / 2));
};

/** Forgets that something was deleted, because it exists once more: a person may scan the URI of a deleted pairing again. */
export const forgetDeleted = (memory: RecentlyDeleted, key: string | number): RecentlyDeleted => {
  const next = new Map(memory);
  return next.delete(key) ? next : memory;
};

/** What was deleted under a topic or an id; `null` where nobody remembers it. */
export const deletedKindOf = (memory: RecentlyDeleted, key: unknown): DeletedKind | null =>
  typeof key === 'string' || typeof key === 'number' ? (memory.get(key) ?? null) : null;
