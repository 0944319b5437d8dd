import { useAction } from './use-action.js';

/**
 * Sends a transaction of the connected account. `state` is `pending` with step `approve-in-wallet`, then with
 * `wait-for-block` and perhaps `wait-for-finality` and the `hash`, then `success` with hash and block number, or `error`.
 * Unmounting stops the telling; what was broadcast is followed all the same, see `useTransactions`.
 * @example
 * const { status, sendTransaction } = useSendTransaction();
 * sendTransaction({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n });
 */
export const useSendTransaction = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSendTransaction', (useCases) => useCases.sendTransaction);
  return { ...state, sendTransaction: run, sendTransactionAsync: runAsync, cancel, reset };
};
