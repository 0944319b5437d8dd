import type { Observable } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import { waitForTransaction } from '../shared/wait-for-transaction.js';

const OUTCOMES = ['network/transaction-reverted', 'network/transaction-dropped', 'network/transaction-replaced'] as const;

/**
 * Waits for the outcome of a broadcast transaction, with the step of each progress.
 * @throws LatchkeyError one of {@link OUTCOMES}; `network/unknown-outcome` if there is no proof of an outcome
 */
export const awaitOutcome = async (
  progress$: Observable<TransactionProgress>,
  transaction: { readonly chainId: string; readonly hash: string },
  signal: AbortSignal,
  step: (name: 'wait-for-block' | 'wait-for-finality', hash: string) => void,
): Promise<{ readonly hash: string; readonly blockNumber: bigint }> => {
  const { chainId, hash } = transaction;
  step('wait-for-block', hash);
  try {
    let minedHash = hash;
    const { blockNumber } = await waitForTransaction(progress$, transaction, signal, (progress) => {
      minedHash = progress.replacedBy ?? hash;
      if (!progress.settled) step(progress.status === 'included' ? 'wait-for-finality' : 'wait-for-block', hash);
    });
    return { hash: minedHash, blockNumber };
  } catch (cause) {
    if (OUTCOMES.some((code) => isLatchkeyError(cause, code))) throw cause;
    throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause });
  }
};
