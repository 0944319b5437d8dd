import type { DeletedKind } from '../../../domain/wallet-protocol/rules/record-faults.js';
import {
  deletedKindOf,
  forgetDeleted,
  NOTHING_DELETED,
  type RecentlyDeleted,
  rememberDeleted,
} from '../../../domain/wallet-protocol/state/recently-deleted.js';

/** Remembers for the life of the page what was deleted, so that a late use gets the right error. */
export class RecentDeletions {
  #deleted: RecentlyDeleted = NOTHING_DELETED;

  of(key: unknown): DeletedKind | null {
    return deletedKindOf(this.#deleted, key);
  }

  remember(key: string | number, kind: DeletedKind): void {
    this.#deleted = rememberDeleted(this.#deleted, key, kind);
  }

  forget(key: string | number): void {
    this.#deleted = forgetDeleted(this.#deleted, key);
  }
}
