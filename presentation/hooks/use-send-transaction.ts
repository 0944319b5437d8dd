import type { SendTransactionInput, SendTransactionState } from '../../application/send/send-transaction.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Sends a transaction from the connected account. `status` is `pending` with step `approve-in-wallet`, then with the `hash` and step
 * `wait-for-block` (on chains with finality also `wait-for-finality`), then `success` with hash and block number in `data`, or `error`.
 * Unmounting stops the updates; a broadcast transaction is still tracked, see `useTransactions`.
 * @example
 * const { status, sendTransaction } = useSendTransaction();
 * sendTransaction({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n });
 */
export const useSendTransaction = (): ActionResult<'sendTransaction', [input: SendTransactionInput], SendTransactionState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSendTransaction', (useCases) => useCases.sendTransaction);
  return { ...state, sendTransaction: run, sendTransactionAsync: runAsync, cancel, reset };
};
