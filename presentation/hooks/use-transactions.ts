import { catchError, defer, map, of, Subject, startWith, switchMap, tap } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import { NOT_READ } from './read.store.js';
import { useObservable, type Watched } from './use-observable.js';
import type { ReadResult } from './use-read.js';

type TransactionsRead = ReadResult<readonly SentTransaction[], LatchkeyError>;

const watch = (client: Latchkey): Watched<TransactionsRead> => {
  const refetches = new Subject<void>();
  const refetch = (): void => refetches.next();
  const pending: TransactionsRead = { ...NOT_READ, refetch };
  let state: TransactionsRead = pending;
  const read = () =>
    defer(() => client.load('send')).pipe(
      switchMap(() => client.useCases.watchTransactions.execute()),
      map((data): TransactionsRead => ({ status: 'success', data, error: null, isPending: false, isFetching: false, refetch })),
      catchError((error: LatchkeyError) =>
        of<TransactionsRead>({ status: 'error', data: state.data, error, isPending: false, isFetching: false, refetch }),
      ),
      startWith<TransactionsRead>({ ...state, isFetching: true }),
    );
  const changes = refetches.pipe(
    startWith(undefined),
    switchMap(read),
    tap((next) => {
      state = next;
    }),
  );
  return { current: () => state, changes, serverValue: pending };
};

/**
 * Reads the transactions that this site broadcast: those without an outcome, and those whose outcome is at most five minutes old, newest first.
 * They survive a reload and include those of other tabs. `data` follows every change.
 * @example
 * const { data = [] } = useTransactions();
 * const waiting = data.filter(({ outcome }) => outcome === null);
 */
export const useTransactions = (): TransactionsRead => useObservable('useTransactions', watch);
