import { type Address, bytesToHex, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { DEV_MNEMONIC } from './keys/dev-seed.js';
import type { WalletAccount } from './wallet-state.js';

const derived = new Map<number, WalletAccount>();

const devAccount = (addressIndex: number): WalletAccount => {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex });
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error('A derived account has no private key.');
  return { name: `Account ${addressIndex + 1}`, address: account.address, privateKey: bytesToHex(privateKey) };
};

/** Returns accounts of the development phrase, which anvil funds. @param count number of accounts, in derivation order */
export const devAccounts = (count: number): readonly WalletAccount[] =>
  Array.from({ length: count }, (_, addressIndex) => {
    // Deriving the seed is slow by design.
    const account = derived.get(addressIndex) ?? devAccount(addressIndex);
    derived.set(addressIndex, account);
    return account;
  });

/** Returns the private key of an account; the address is case-insensitive. */
export const keyOf = (accounts: readonly WalletAccount[], address: Address): Hex | undefined =>
  accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())?.privateKey;
