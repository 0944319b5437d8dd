import { LatchkeyError } from '../errors/latchkey-error.js';
import { type ChainId, isChainId, namespaceOf } from './caip-2.js';
import type { Namespace } from './namespace.js';

declare const accountIdBrand: unique symbol;

/**
 * A valid CAIP-10 account id such as `eip155:1:0xab16…`.
 * @see https://chainagnostic.org/CAIPs/caip-10
 */
export type AccountId<N extends Namespace = Namespace> = `${N}:${string}:${string}` & {
  readonly [accountIdBrand]: 'AccountId';
};

/** The parts of an account id. */
export interface AccountIdComponents<N extends Namespace = Namespace> {
  readonly namespace: N;
  readonly chainId: ChainId<N>;
  readonly address: string;
}

/** CAIP-10: account_address is `[-.%a-zA-Z0-9]{1,128}`. */
const ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/;

const split = (value: string): readonly [chainId: string, address: string] => {
  const at = value.indexOf(':', value.indexOf(':') + 1);
  return [value.slice(0, at), value.slice(at + 1)];
};

/** Tests for a CAIP-10 account id of a registered namespace. */
export const isAccountId = (value: unknown): value is AccountId => {
  if (typeof value !== 'string' || value.split(':').length !== 3) return false;
  const [chainId, address] = split(value);
  return isChainId(chainId) && ADDRESS.test(address);
};

/**
 * Validates a string as `AccountId`.
 * @throws LatchkeyError `caip/invalid-account-id`
 */
export const toAccountId = (value: string): AccountId => {
  if (!isAccountId(value)) throw new LatchkeyError('caip/invalid-account-id', { value });
  return value;
};

/**
 * Parses a CAIP-10 account id.
 * @throws LatchkeyError `caip/invalid-account-id`
 */
export const parseAccountId = (value: string): AccountIdComponents => {
  const accountId = toAccountId(value);
  const chainId = chainIdOf(accountId);
  return { namespace: namespaceOf(chainId), chainId, address: addressOf(accountId) };
};

/**
 * Builds a CAIP-10 account id.
 * @throws LatchkeyError `caip/invalid-account-id`
 */
export const formatAccountId = <N extends Namespace>(chainId: ChainId<N>, address: string): AccountId<N> =>
  // The string begins with a chain id of this namespace.
  toAccountId(`${chainId}:${address}`) as AccountId<N>;

export const addressOf = (accountId: AccountId): string => accountId.slice(accountId.lastIndexOf(':') + 1);

export const chainIdOf = <N extends Namespace>(accountId: AccountId<N>): ChainId<N> =>
  // An account id is a chain id followed by an address.
  accountId.slice(0, accountId.lastIndexOf(':')) as ChainId<N>;
