import type { SendTransactionInput } from '../../application/send/send-transaction.use-case.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/**
 * Estimates the fees of a transaction from the connected account, without a wallet request. `data` lists the quotes from slowest to
 * fastest, in base units of the native coin. Nothing is read for `null`.
 * @example const { data } = useEstimateFees({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n });
 */
export const useEstimateFees = (transaction: SendTransactionInput | null) => {
  const { namespace } = transaction ?? {};
  const { caipAddress } = useAccount(namespace === undefined ? {} : { namespace });
  return useRead('useEstimateFees', ({ estimateFees }) => estimateFees, caipAddress === undefined ? null : transaction, caipAddress);
};
