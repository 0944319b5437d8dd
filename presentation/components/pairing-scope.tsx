import { createContext, type ReactElement, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { keepsPairing } from '../../domain/router/pairing-views.js';
import type { ScopeProps } from '../features/feature.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { usePairWallet } from '../hooks/use-pair-wallet.js';

/** The one pairing of an open modal. */
export interface PairingControl {
  readonly state: Pick<ReturnType<typeof usePairWallet>, 'status' | 'step' | 'error'>;
  /** Begins ahead of the choice, so that links are ready; not if one was begun already, whatever came of it. */
  readonly request: () => void;
  /** Picks the wallet, or any: begins unless one is under way. */
  readonly start: (wallet: DirectoryWallet | null) => void;
  /** Begins anew; one that is under way ends. */
  readonly restart: (wallet: DirectoryWallet | null) => void;
}

/** `null` for any wallet. */
type Choice = RecentWallet | null;

const toChoice = (wallet: DirectoryWallet | null): Choice => wallet && toRecentWallet(wallet);

const PairingContext = createContext<PairingControl | null>(null);

/**
 * Keeps a pairing over the views that show it: the URI that a tapped link carried stays valid while the views change. It is
 * cancelled as soon as none of those views is on screen.
 */
export const PairingScope = ({ live, view, children }: ScopeProps): ReactElement => {
  const { browser } = useLatchkey();
  const active = live && keepsPairing(view, browser.platform);
  const { status: runStatus, step, error, pair, reset } = usePairWallet();
  const state = useMemo(() => ({ status: runStatus, step, error }), [runStatus, step, error]);
  // Rows ask for the pairing many times before React shows that it began.
  const status = useRef(state.status);
  const [picked$] = useState(() => new BehaviorSubject<Choice | undefined>(undefined));
  useEffect(() => {
    status.current = state.status;
  }, [state]);
  useEffect(() => {
    if (!active) reset();
  }, [active, reset]);
  const control = useMemo((): PairingControl => {
    const begin = (wallet: Choice | undefined): void => {
      status.current = 'pending';
      picked$.next(wallet);
      pair({ picked$ });
    };
    return {
      state,
      restart: (wallet) => begin(toChoice(wallet)),
      request: () => {
        if (status.current === 'idle') begin(undefined);
      },
      start: (wallet) => {
        if (status.current === 'pending') picked$.next(toChoice(wallet));
        else begin(toChoice(wallet));
      },
    };
  }, [state, pair, picked$]);
  return <PairingContext.Provider value={control}>{children}</PairingContext.Provider>;
};

/** The pairing of the open modal. */
export const usePairingScope = (): PairingControl =>
  // Every view stands in the card, which has the scope around it.
  useContext(PairingContext) as PairingControl;
