import { filter, Observable, Subject, take, takeUntil, timer } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { BalanceRefresher } from './balance.reader.js';

/** Delay before a fail chunk is loaded again, unless refreshed explicitly. The same as for a fail balance read. */
const RETRY_MS = 60_000;

/**
 * A balance refresher whose code is loaded once a connected account's balance is subscribed to. A failed load is reported as a
 * fail balance read.
 */
export const lazyBalanceRefresher = (
  connections: ConnectionStore,
  clock: Clock,
  load: () => Promise<BalanceRefresher>,
): BalanceRefresher => {
  const refreshRequests = new Subject<void>();
  let refresher: BalanceRefresher | undefined;
  return {
    keepFresh: (namespace) =>
      new Observable((subscriber) => {
        const currentSession = () => connections.state.namespaces[namespace]?.session;
        const fail = (error: unknown): void => {
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          const session = currentSession();
          if (session != null) {
            const { accounts, chainId } = session;
            connections.dispatch({ type: 'balance-failed', namespace, address: accounts[0].address, chainId, at: clock.now(), error });
          }
          subscriber.add(timer(RETRY_MS, clock.scheduler).pipe(takeUntil(refreshRequests)).subscribe({ complete: begin }));
        };
        const begin = (): void => {
          load()
            .then((loaded) => {
              refresher = loaded;
              if (!subscriber.closed) subscriber.add(loaded.keepFresh(namespace).subscribe(subscriber));
            })
            .catch(fail);
        };
        subscriber.add(
          connections.state$
            .pipe(
              filter(() => currentSession() != null),
              take(1),
            )
            .subscribe(begin),
        );
      }),
    refresh: (namespace) => {
      refreshRequests.next();
      refresher?.refresh(namespace);
    },
  };
};
