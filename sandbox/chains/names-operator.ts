import { keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

let operator: PrivateKeyAccount | null = null;

/** The account that registers names. Not a dev account, so that tests own all nonces and balances of those. Anyone can derive its key. */
export const namesOperator = (): PrivateKeyAccount => {
  operator ??= privateKeyToAccount(keccak256(toHex('sandbox operator of account names')));
  return operator;
};
