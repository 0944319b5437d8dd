import { createContext, type RefObject } from 'react';

/** Where a person was in a long list when it led them away. */
export interface ListPlace {
  readonly search: string;
  readonly certified: boolean;
  /** Scrolled by, in px. */
  readonly offset: number;
  /** The wallet that was picked; empty where it was none, but the code for any. */
  readonly walletId: string;
}

/** Keeps the place in the long list while the modal is open, for who comes back to it. */
export const ListMemoryContext = createContext<RefObject<ListPlace | null>>({ current: null });
