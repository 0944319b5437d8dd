import { createContext, type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { ScopeProps } from '../features/feature.js';

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

/** Keeps it until the modal closes. */
export const ListMemoryScope = ({ live, children }: ScopeProps): ReactElement => {
  const memory = useRef<ListPlace | null>(null);
  useEffect(() => {
    if (!live) memory.current = null;
  }, [live]);
  return <ListMemoryContext.Provider value={memory}>{children}</ListMemoryContext.Provider>;
};
