import { filter, Observable, Subject, take, takeUntil, timer } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { BalanceKeeper } from './balance.reader.js';

/** Code that did not arrive is fetched again after so long, like a balance that could not be read, unless the person asks. */
const RETRY_MS = 60_000;

/**
 * What keeps balances fresh, loaded when there is an account whose balance somebody watches. Code that does not arrive is
 * a balance that could not be read.
 */
export const lazyBalanceKeeper = (connections: ConnectionStore, clock: Clock, load: () => Promise<BalanceKeeper>): BalanceKeeper => {
  const asked = new Subject<void>();
  let keeper: BalanceKeeper | undefined;
  return {
    keepFresh: (namespace) =>
      new Observable((subscriber) => {
        const sessionNow = () => connections.state.namespaces[namespace]?.session;
        const failed = (error: unknown): void => {
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          const session = sessionNow();
          if (session != null) {
            const { accounts, chainId } = session;
            connections.dispatch({ type: 'balance-failed', namespace, address: accounts[0].address, chainId, at: clock.now(), error });
          }
          subscriber.add(timer(RETRY_MS, clock.scheduler).pipe(takeUntil(asked)).subscribe({ complete: begin }));
        };
        const begin = (): void => {
          load()
            .then((loaded) => {
              keeper = loaded;
              if (!subscriber.closed) subscriber.add(loaded.keepFresh(namespace).subscribe(subscriber));
            })
            .catch(failed);
        };
        subscriber.add(
          connections.state$
            .pipe(
              filter(() => sessionNow() != null),
              take(1),
            )
            .subscribe(begin),
        );
      }),
    refresh: (namespace) => {
      asked.next();
      keeper?.refresh(namespace);
    },
  };
};
