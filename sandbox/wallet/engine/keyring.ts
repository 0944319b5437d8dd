import { type Address, bytesToHex, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { DEV_MNEMONIC } from './keys/dev-seed.js';
import type { WalletAccount } from './wallet-state.js';

const made = new Map<number, WalletAccount>();

const devAccount = (addressIndex: number): WalletAccount => {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex });
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error('A derived account has no private key.');
  return { name: `Account ${addressIndex + 1}`, address: account.address, privateKey: bytesToHex(privateKey) };
};

/** Accounts of the development phrase, which anvil funds. @param count how many, in derivation order */
export const devAccounts = (count: number): readonly WalletAccount[] =>
  Array.from({ length: count }, (_, addressIndex) => {
    // The phrase is slow to make a seed of, by intent.
    const account = made.get(addressIndex) ?? devAccount(addressIndex);
    made.set(addressIndex, account);
    return account;
  });

/** The key of an account the wallet holds, whatever the case of the address. */
export const keyOf = (accounts: readonly WalletAccount[], address: Address): Hex | undefined =>
  accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())?.privateKey;
