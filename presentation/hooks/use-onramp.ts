import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import { EMPTY_ONRAMP, type OnrampChange, type OnrampState } from '../../domain/onramp/onramp-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The purchase that the user enters. */
export interface Onramp extends OnrampState {
  /** Changes what was entered. What could not be read is read again, also by an empty change. */
  readonly edit: (change: OnrampChange) => void;
}

const watch = ({ useCases: { watchOnramp } }: Latchkey): Watched<OnrampState> => ({
  current: () => watchOnramp.current(),
  changes: watchOnramp.execute(),
  serverValue: EMPTY_ONRAMP,
});

/**
 * Returns the purchase that the user enters for the connected account: providers, currencies, amount, its price, and in `fault` what is missing. Reads
 * prices while mounted. Shared by all components.
 * @example const { purchase, amount, quote, fault, edit } = useOnramp();
 */
export const useOnramp = (): Onramp => {
  const { client } = useLatchkeyContext('useOnramp');
  const state = useObservable('useOnramp', watch);
  const edit = useCallback((change: OnrampChange) => void client.useCases.editOnramp.execute(change).subscribe(), [client]);
  return { ...state, edit };
};
