import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TransactionProgress } from '../ports/chain.port.js';

/** A transaction that is settled: in a block for good. */
export interface SettledTransaction {
  readonly blockNumber: bigint;
}

/**
 * Where a broadcast transaction comes to rest; what it fails with otherwise. An abort leaves the stream and ends with the
 * signal's reason.
 * @throws LatchkeyError what `followTransaction` fails with; `network/unknown-outcome` where it ends without a block
 */
export const settledTransaction = (
  progress$: Observable<TransactionProgress>,
  { chainId, hash }: { readonly chainId: string; readonly hash: string },
  signal: AbortSignal,
  hear: (progress: TransactionProgress) => void = () => undefined,
): Promise<SettledTransaction> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let blockNumber: bigint | null = null;
    const leave = (): void => {
      following.unsubscribe();
      reject(signal.reason);
    };
    const over = (end: () => void): void => {
      signal.removeEventListener('abort', leave);
      end();
    };
    signal.addEventListener('abort', leave, { once: true });
    const following = progress$.subscribe({
      next: (progress) => {
        blockNumber = progress.blockNumber;
        hear(progress);
      },
      error: (error: unknown) => over(() => reject(error)),
      complete: () =>
        over(() =>
          blockNumber === null ? reject(new LatchkeyError('network/unknown-outcome', { chainId, hash })) : resolve({ blockNumber }),
        ),
    });
  });
