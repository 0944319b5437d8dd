import * as v from 'valibot';
import type { AccountRecord, AccountType } from '../account/account-record.js';
import { isSameAddress } from '../account/same-address.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import { read, readJson } from '../wire.js';

/** At least one account; the active one first. */
export type SharedAccounts = readonly [AccountRecord, ...AccountRecord[]];

/** The account that a person picked, and the address that the wallet had put first then. */
export interface AccountChoice {
  readonly address: string;
  readonly type: AccountType;
  readonly over: string;
}

/** What decides which of the accounts that a wallet shares is the active one. */
export interface WantedAccount {
  readonly choice: AccountChoice | null;
  /** The type to begin with, where the wallet shares an account of it. */
  readonly type: AccountType | undefined;
}

/** Whether two records tell the same of the same account. */
export const isSameAccount = (a: AccountRecord, b: AccountRecord): boolean =>
  isSameAddress(a.namespace, a.address, b.address) && a.type === b.type && a.publicKey === b.publicKey && a.path === b.path;

/** The accounts that are accounts: of the chain's namespace, with an address that CAIP-10 can hold, each once. */
export const usableAccounts = (accounts: readonly AccountRecord[], chainId: ChainId): SharedAccounts | null => {
  const namespace = namespaceOf(chainId);
  const [first, ...others] = accounts
    .filter((account) => account.namespace === namespace && isAccountId(`${chainId}:${account.address}`))
    .filter((account, index, all) => all.findIndex((other) => isSameAccount(account, other)) === index);
  return first === undefined ? null : [first, ...others];
};

/** The account of an address, of the given type where a wallet shares several of one address. */
export const findAccount = (accounts: SharedAccounts, address: string, type?: AccountType): AccountRecord | undefined =>
  accounts.find((account) => isSameAddress(account.namespace, account.address, address) && (type === undefined || account.type === type));

/** The accounts with one of them first. Gives a new list. */
export const withFirst = (accounts: SharedAccounts, first: AccountRecord): SharedAccounts => [
  first,
  ...accounts.filter((account) => account !== first),
];

/** A choice holds until the wallet itself moves to another account, or shares the chosen one no more. */
export const chosenOf = (accounts: SharedAccounts, choice: AccountChoice | null): AccountRecord | undefined =>
  choice !== null && isSameAddress(accounts[0].namespace, accounts[0].address, choice.over)
    ? findAccount(accounts, choice.address, choice.type)
    : undefined;

/** The accounts as they are used: what the person chose first, else the first of the wanted type, else as the wallet has them. */
export const arrangedAccounts = (accounts: SharedAccounts, { choice, type }: WantedAccount): SharedAccounts =>
  withFirst(accounts, chosenOf(accounts, choice) ?? accounts.find((account) => account.type === type) ?? accounts[0]);

const choiceSchema = v.object({ address: v.string(), type: v.string(), over: v.string() });

/** Reads a choice that was kept. Others may have written it: what makes no sense reads as none. */
export const parseAccountChoice = (text: string | null): AccountChoice | null => {
  const choice = read(choiceSchema, readJson(text ?? ''));
  // It counts only where a wallet shares an account of this type.
  return choice === null ? null : { ...choice, type: choice.type as AccountType };
};
