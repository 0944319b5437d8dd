import { filter, firstValueFrom, map, type Observable, takeUntil, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** How long a stored wallet may take to announce itself after page load. */
const TIMEOUT_MS = 3_000;

/** Finds wallets in the page; discovery has already started. */
export interface WalletFinder<Found> {
  /** Emits on subscribe and on every change of the list. */
  readonly connectors$: Observable<unknown>;
  find(connectorId: string): Found | undefined;
}

/**
 * Waits for a stored wallet, which may announce itself late.
 * @throws LatchkeyError `connection/connector-not-found` after three seconds; the signal's reason
 */
export const awaitWallet = async <Found>(
  finder: WalletFinder<Found>,
  connectorId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<Found> => {
  const found$ = finder.connectors$.pipe(
    map(() => finder.find(connectorId)),
    filter((found) => found !== undefined),
    takeUntil(timer(TIMEOUT_MS, clock.scheduler)),
    throwOnAbort(signal),
  );
  const found = await firstValueFrom(found$, { defaultValue: null });
  if (found === null) throw new LatchkeyError('connection/connector-not-found', { connectorId });
  return found;
};
