import type { ReadTokenInput } from '../../application/balances/read-token.use-case.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/**
 * Reads the token at an address of the network in use, with the balance of the connected account. `data` is `null` if there is no token. Nothing is read
 * for `null`.
 * @example const { data } = useToken({ address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' });
 */
export const useToken = (input: ReadTokenInput | null) => {
  const { namespace } = input ?? {};
  const { caipAddress } = useAccount(namespace === undefined ? {} : { namespace });
  return useRead('useToken', ({ readToken }) => readToken, caipAddress === undefined ? null : input, caipAddress);
};
