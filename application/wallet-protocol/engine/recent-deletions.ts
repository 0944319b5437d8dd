import {
  deletedKindOf,
  forgetDeleted,
  NOTHING_DELETED,
  type RecentlyDeleted,
  rememberDeleted,
} from '../../../domain/wallet-protocol/state/recently-deleted.js';
import type { DeletedMemory } from './engine-context.js';

/** What was deleted a while ago, for as long as the page lives. */
export const recentDeletions = (): DeletedMemory => {
  let memory: RecentlyDeleted = NOTHING_DELETED;
  return {
    of: (key) => deletedKindOf(memory, key),
    remember: (key, kind) => {
      memory = rememberDeleted(memory, key, kind);
    },
    forget: (key) => {
      memory = forgetDeleted(memory, key);
    },
  };
};
