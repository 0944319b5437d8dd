import { lastValueFrom, type Observable, tap } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import { throwOnAbort } from './aborted.js';

/** A transaction that is settled: in a block for good. */
export interface SettledTransaction {
  readonly blockNumber: bigint;
}

/**
 * Where a broadcast transaction comes to rest; what it fails with otherwise. An abort leaves the stream and ends with the
 * signal's reason.
 * @throws LatchkeyError what `followTransaction` fails with; `network/unknown-outcome` where it ends without a block
 */
export const settledTransaction = async (
  progress$: Observable<TransactionProgress>,
  { chainId, hash }: { readonly chainId: string; readonly hash: string },
  signal: AbortSignal,
  hear: (progress: TransactionProgress) => void = () => undefined,
): Promise<SettledTransaction> => {
  const last = await lastValueFrom(progress$.pipe(tap(hear), throwOnAbort(signal)), { defaultValue: null });
  if (last === null || last.blockNumber === null) throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
  return { blockNumber: last.blockNumber };
};
