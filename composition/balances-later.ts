import { filter, Observable, Subject, take, takeUntil, timer } from 'rxjs';
import type { BalanceKeeper } from '../application/balances/balance.reader.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { Clock } from '../application/ports/clock.port.js';
import { loadPart } from '../application/shared/load-part.js';
import { isLatchkeyError } from '../domain/errors/latchkey-error.js';

/** Code that did not arrive is fetched again after so long, like a balance that could not be read, unless the person asks. */
const RETRY_MS = 60_000;

/**
 * What keeps balances fresh, fetched when there is an account whose balance somebody watches. Code that does not arrive is
 * a balance that could not be read.
 */
export const balancesLater = (connections: ConnectionStore, clock: Clock, load: () => Promise<() => BalanceKeeper>): BalanceKeeper => {
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
            connections.dispatch({ type: 'balance-failed', namespace, address: accounts[0].address, chainId, at: clock.now() });
          }
          subscriber.add(timer(RETRY_MS, clock.scheduler).pipe(takeUntil(asked)).subscribe({ complete: begin }));
        };
        const begin = (): void => {
          loadPart('the code of balances', load)
            .then((make) => {
              keeper ??= make();
              if (!subscriber.closed) subscriber.add(keeper.keepFresh(namespace).subscribe(subscriber));
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
