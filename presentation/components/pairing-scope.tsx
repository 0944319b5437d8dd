import { createContext, type ReactElement, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { shouldKeepPairing } from '../../domain/router/pairing-views.js';
import type { ScopeProps } from '../features/feature.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { usePairWallet } from '../hooks/use-pair-wallet.js';

/** The pairing of an open modal. */
export interface PairingControl {
  readonly state: Pick<ReturnType<typeof usePairWallet>, 'status' | 'step' | 'error'>;
  /** Starts a pairing before a wallet is picked, so that links are ready. Does nothing if one was started before. */
  readonly prepare: () => void;
  /** Picks a wallet, or any, and starts a pairing unless one is pending. */
  readonly start: (wallet: DirectoryWallet | null) => void;
  /** Starts a new pairing, cancelling a pending one. */
  readonly restart: (wallet: DirectoryWallet | null) => void;
}

/** `null` for any wallet. */
type Choice = RecentWallet | null;

const toChoice = (wallet: DirectoryWallet | null): Choice => wallet && toRecentWallet(wallet);

const PairingContext = createContext<PairingControl | null>(null);

/**
 * Keeps a pairing across the views that show it, so that the URI of a tapped link stays valid. The pairing is cancelled once none of those
 * views is shown.
 */
export const PairingScope = ({ live, view, children }: ScopeProps): ReactElement => {
  const { browser } = useLatchkey();
  const active = live && shouldKeepPairing(view, browser.platform);
  const { status: runStatus, step, error, pair, reset } = usePairWallet();
  const state = useMemo(() => ({ status: runStatus, step, error }), [runStatus, step, error]);
  // Many rows may prepare before React renders the started pairing.
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
      prepare: () => {
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

/** Returns the pairing of the open modal. */
export const usePairingScope = (): PairingControl =>
  // Every view is inside the scope.
  useContext(PairingContext) as PairingControl;
