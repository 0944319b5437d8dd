import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { usePairWallet } from '../hooks/use-pair-wallet.js';

/** The one pairing of an open modal. */
export interface PairingControl {
  readonly state: ReturnType<typeof usePairWallet>['state'];
  /** Begins unless one was begun already, whatever came of it. */
  readonly request: () => void;
  /** Begins unless one is under way. */
  readonly start: (wallet: DirectoryWallet | null) => void;
  /** Begins anew; one that is under way ends. */
  readonly restart: (wallet: DirectoryWallet | null) => void;
}

const nothing = (): void => undefined;
const PairingContext = createContext<PairingControl>({ state: { status: 'idle' }, request: nothing, start: nothing, restart: nothing });

/**
 * Keeps a pairing over the views that show it: the URI that a tapped link carried stays valid while the views change. It is
 * cancelled as soon as none of those views is `active`.
 */
export const PairingScope = ({ active, children }: { readonly active: boolean; readonly children: ReactNode }): ReactElement => {
  const { state, pair, reset } = usePairWallet();
  // Rows ask for the pairing many times before React shows that it began.
  const status = useRef(state.status);
  useEffect(() => {
    status.current = state.status;
  }, [state]);
  useEffect(() => {
    if (!active) reset();
  }, [active, reset]);
  const control = useMemo((): PairingControl => {
    const restart = (wallet: DirectoryWallet | null): void => {
      status.current = 'pending';
      pair(wallet === null ? {} : { wallet: toRecentWallet(wallet) });
    };
    return {
      state,
      restart,
      request: () => {
        if (status.current === 'idle') restart(null);
      },
      start: (wallet) => {
        if (status.current !== 'pending') restart(wallet);
      },
    };
  }, [state, pair]);
  return <PairingContext.Provider value={control}>{children}</PairingContext.Provider>;
};

/** The pairing of the open modal. */
export const usePairingScope = (): PairingControl => useContext(PairingContext);
