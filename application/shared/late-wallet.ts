import { filter, firstValueFrom, map, type Observable, take, takeUntil, timer } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from './aborted.js';

/** How long a remembered wallet may take to be there after the page loaded. */
const LATE_MS = 3_000;

/** What finds wallets of a page; it has begun. */
export interface WalletFinder<Found> {
  /** Emits whenever there are others, and at once. */
  readonly connectors$: Observable<unknown>;
  find(connectorId: string): Found | undefined;
}

/**
 * A remembered wallet, also when it comes a moment late.
 * @throws LatchkeyError `connection/connector-not-found` after three seconds; the signal's reason
 */
export const lateWallet = async <Found>(
  finder: WalletFinder<Found>,
  connectorId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<Found> => {
  const found$ = finder.connectors$.pipe(
    map(() => finder.find(connectorId)),
    filter((found) => found !== undefined),
    take(1),
    takeUntil(timer(LATE_MS, clock.scheduler)),
    throwOnAbort(signal),
  );
  const found = await firstValueFrom(found$, { defaultValue: null });
  if (found === null) throw new LatchkeyError('connection/connector-not-found', { connectorId });
  return found;
};
