import { type Address, bytesToHex, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { WalletAccount } from './wallet-state.js';

/**
 * The public phrase of development nodes. Everyone knows it: what it guards is play money on local chains.
 * @see https://getfoundry.sh/anvil
 */
const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Accounts of the development phrase, which anvil funds. @param count how many, in derivation order */
export const devAccounts = (count: number): readonly WalletAccount[] =>
  Array.from({ length: count }, (_, addressIndex) => {
    const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex });
    const { privateKey } = account.getHdKey();
    if (privateKey === null) throw new Error('A derived account has no private key.');
    return { name: `Account ${addressIndex + 1}`, address: account.address, privateKey: bytesToHex(privateKey) };
  });

/** The key of an account the wallet holds, whatever the case of the address. */
export const keyOf = (accounts: readonly WalletAccount[], address: Address): Hex | undefined =>
  accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())?.privateKey;
