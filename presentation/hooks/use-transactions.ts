import type { Latchkey } from '../../application/latchkey.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import { useObservable, type Watched } from './use-observable.js';

const NONE: readonly SentTransaction[] = [];

const watch = ({ useCases: { watchTransactions } }: Latchkey): Watched<readonly SentTransaction[]> => ({
  current: () => watchTransactions.current(),
  changes: watchTransactions.execute(),
  server: NONE,
});

/**
 * Follows the transactions that this site broadcast and whose outcome is not known, or became known within five minutes,
 * the newest first; also those of the page before a reload and of other tabs.
 * @example const waiting = useTransactions().filter(({ outcome }) => outcome === null);
 */
export const useTransactions = (): readonly SentTransaction[] => useObservable('useTransactions', watch);
