import * as v from 'valibot';
import type { AccountRecord, AccountType } from '../account/account-record.js';
import { isSameAddress } from '../account/same-address.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import { parseJson, parseOrNull } from '../wire.js';

/** At least one account; the active one comes first. */
export type SharedAccounts = readonly [AccountRecord, ...AccountRecord[]];

/** The account that the user selected. */
export interface AccountChoice {
  readonly address: string;
  readonly type: AccountType;
  /** Address that the wallet listed first when the user selected. */
  readonly firstAddress: string;
}

/** Determines which shared account is active. */
export interface AccountPreference {
  readonly choice: AccountChoice | null;
  /** Preferred account type, if the wallet shares an account of that type. */
  readonly type: AccountType | undefined;
}

/** Compares address, type, public key and path. */
export const isSameAccount = (a: AccountRecord, b: AccountRecord): boolean =>
  isSameAddress(a.namespace, a.address, b.address) && a.type === b.type && a.publicKey === b.publicKey && a.path === b.path;

/** Filters accounts: those of the chain's namespace with a valid CAIP-10 address, without duplicates. */
export const usableAccounts = (accounts: readonly AccountRecord[], chainId: ChainId): SharedAccounts | null => {
  const namespace = namespaceOf(chainId);
  const [first, ...others] = accounts
    .filter((account) => account.namespace === namespace && isAccountId(`${chainId}:${account.address}`))
    .filter((account, index, all) => all.findIndex((other) => isSameAccount(account, other)) === index);
  return first === undefined ? null : [first, ...others];
};

/** Finds the account of an address, optionally with a type if several accounts share the address. */
export const findAccount = (accounts: SharedAccounts, address: string, type?: AccountType): AccountRecord | undefined =>
  accounts.find((account) => isSameAddress(account.namespace, account.address, address) && (type === undefined || account.type === type));

export const moveToFront = (accounts: SharedAccounts, first: AccountRecord): SharedAccounts => [
  first,
  ...accounts.filter((account) => account !== first),
];

/** Returns the selected account. It no longer applies once the wallet itself switches accounts, or no longer shares the selected one. */
export const chosenAccount = (accounts: SharedAccounts, choice: AccountChoice | null): AccountRecord | undefined =>
  choice !== null && isSameAddress(accounts[0].namespace, accounts[0].address, choice.firstAddress)
    ? findAccount(accounts, choice.address, choice.type)
    : undefined;

/** Orders accounts: the selected one first, else the first of the preferred type, else in the wallet's order. */
export const orderAccounts = (accounts: SharedAccounts, { choice, type }: AccountPreference): SharedAccounts =>
  moveToFront(accounts, chosenAccount(accounts, choice) ?? accounts.find((account) => account.type === type) ?? accounts[0]);

const choiceSchema = v.object({ address: v.string(), type: v.string(), firstAddress: v.string() });

/** Parses a stored selection; `null` if it is invalid. */
export const parseAccountChoice = (text: string | null): AccountChoice | null => {
  const choice = parseOrNull(choiceSchema, parseJson(text ?? ''));
  // An unknown type is harmless: it applies only if a shared account has it.
  return choice === null ? null : { ...choice, type: choice.type as AccountType };
};
