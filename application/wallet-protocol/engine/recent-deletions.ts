import type { DeletedKind } from '../../../domain/wallet-protocol/rules/record-faults.js';
import {
  addDeleted,
  deletedKindOf,
  NO_DELETED_RECORDS,
  type RecentlyDeleted,
  removeDeleted,
} from '../../../domain/wallet-protocol/state/recently-deleted.js';

/** Remembers deleted records until the page is closed, so that using one gives the right error. */
export class RecentDeletions {
  #deleted: RecentlyDeleted = NO_DELETED_RECORDS;

  of(key: unknown): DeletedKind | null {
    return deletedKindOf(this.#deleted, key);
  }

  remember(key: string | number, kind: DeletedKind): void {
    this.#deleted = addDeleted(this.#deleted, key, kind);
  }

  forget(key: string | number): void {
    this.#deleted = removeDeleted(this.#deleted, key);
  }
}
