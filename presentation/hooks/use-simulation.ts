import type { SendTransactionInput } from '../../application/send/send-transaction.use-case.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/**
 * Simulates a transaction from the connected account on a node, without a wallet request. `data` has the expected changes of the account's balances, or
 * says that it would fail; `null` if no node can simulate it. Nothing is read for `null`.
 * @example const { data } = useSimulation({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n });
 */
export const useSimulation = (transaction: SendTransactionInput | null) => {
  const { namespace } = transaction ?? {};
  const { caipAddress } = useAccount(namespace === undefined ? {} : { namespace });
  return useRead(
    'useSimulation',
    ({ simulateTransaction }) => simulateTransaction,
    caipAddress === undefined ? null : transaction,
    caipAddress,
  );
};
