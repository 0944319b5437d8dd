import type { ReplaceTransactionInput, ReplaceTransactionState } from '../../application/send/replace-transaction.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Sends a waiting transaction of `useInFlight` again with a higher fee. States as of `useSendTransaction`; `data` is the transaction that got
 * into a block. Fails with `send/not-replaceable` and the reason if the chain or the wallet does not allow it.
 * @example
 * const { status, speedUpTransaction } = useSpeedUpTransaction();
 * const [waiting] = useInFlight();
 * if (waiting?.canSpeedUp) speedUpTransaction(waiting.transaction);
 */
export const useSpeedUpTransaction = (): ActionResult<'speedUpTransaction', [input: ReplaceTransactionInput], ReplaceTransactionState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSpeedUpTransaction', (useCases) => useCases.speedUpTransaction);
  return { ...state, speedUpTransaction: run, speedUpTransactionAsync: runAsync, cancel, reset };
};
