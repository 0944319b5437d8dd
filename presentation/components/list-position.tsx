import { createContext, type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { ScopeProps } from '../features/feature.js';

/** The user's position in the wallet grid when a click opened another view. */
export interface ListPosition {
  readonly search: string;
  readonly certified: boolean;
  /** Scroll offset in px. */
  readonly offset: number;
  /** The picked wallet; empty if the QR code for any wallet was picked. */
  readonly walletId: string;
}

/** Holds the position in the wallet grid while the modal is open. */
export const ListPositionContext = createContext<RefObject<ListPosition | null>>({ current: null });

/** Clears the position when the modal closes. */
export const ListPositionScope = ({ live, children }: ScopeProps): ReactElement => {
  const position = useRef<ListPosition | null>(null);
  useEffect(() => {
    if (!live) position.current = null;
  }, [live]);
  return <ListPositionContext.Provider value={position}>{children}</ListPositionContext.Provider>;
};
