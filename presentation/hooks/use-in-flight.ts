import type { Latchkey } from '../../application/latchkey.js';
import type { InFlightTransaction } from '../../domain/send/in-flight.js';
import { useObservable, type Watched } from './use-observable.js';

const NONE: readonly InFlightTransaction[] = [];

const watch = ({ useCases: { watchInFlight } }: Latchkey): Watched<readonly InFlightTransaction[]> => ({
  current: () => watchInFlight.current(),
  changes: watchInFlight.execute(),
  serverValue: NONE,
});

/**
 * Returns the transactions of this site that are on their way, the newest first, also those of other tabs and from before a reload, each with
 * whether it can be sped up or canceled now. An outcome stays for eight seconds. A transaction and its replacements are one entry.
 * @example
 * const count = useInFlight().filter(({ transaction }) => transaction.outcome === null).length;
 */
export const useInFlight = (): readonly InFlightTransaction[] => useObservable('useInFlight', watch);
