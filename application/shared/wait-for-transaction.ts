import { lastValueFrom, type Observable, tap } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import { throwOnAbort } from './aborted.js';

/** A settled transaction. */
export interface SettledTransaction {
  readonly blockNumber: bigint;
}

/**
 * Waits until a broadcast transaction is settled. On abort, unsubscribes and rejects with the signal's reason.
 * @throws LatchkeyError as `followTransaction` fails; `network/unknown-outcome` if it completes without a block
 */
export const waitForTransaction = async (
  progress$: Observable<TransactionProgress>,
  { chainId, hash }: { readonly chainId: string; readonly hash: string },
  signal: AbortSignal,
  onProgress: (progress: TransactionProgress) => void = () => undefined,
): Promise<SettledTransaction> => {
  const last = await lastValueFrom(progress$.pipe(tap(onProgress), throwOnAbort(signal)), { defaultValue: null });
  if (last === null || last.blockNumber === null) throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
  return { blockNumber: last.blockNumber };
};
