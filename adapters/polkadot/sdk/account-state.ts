import type { ApiPromise } from '@polkadot/api';
import * as v from 'valibot';

/** Balances of an account, in planck. */
export interface AccountState {
  readonly free: bigint;
  readonly reserved: bigint;
  readonly frozen: bigint;
  /** Spendable balance, if the account may be reaped. */
  readonly transferable: bigint;
  /** An account below this balance is reaped, and the remainder is lost. */
  readonly existentialDeposit: bigint;
  /** The account has consumers and cannot be reaped. */
  readonly mustKeepAlive: boolean;
}

/** Parses an SDK number. @throws SyntaxError for a chain with another account format */
const planck = (value: unknown): bigint => BigInt(String(value));

/** `System.Account`; runtimes before 2023 have `miscFrozen` and `feeFrozen`. */
const accountSchema = v.object({
  consumers: v.unknown(),
  data: v.object({
    free: v.unknown(),
    reserved: v.unknown(),
    frozen: v.optional(v.unknown()),
    miscFrozen: v.optional(v.unknown()),
    feeFrozen: v.optional(v.unknown()),
  }),
});

const max = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b), 0n);

/**
 * Reads an account. Since 2023 frozen balance overlaps reserved balance first, so that only the excess reduces the spendable balance.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types
 */
export const readAccount = async (api: ApiPromise, address: string): Promise<AccountState> =>
  stateOf(api, await api.query['system']?.['account']?.(address));

/** Reads several accounts in one request, in their order. */
export const readAccounts = async (api: ApiPromise, addresses: readonly string[]): Promise<readonly AccountState[]> => {
  const stored = (await api.query['system']?.['account']?.multi([...addresses])) ?? [undefined];
  return stored.map((each) => stateOf(api, each));
};

const stateOf = (api: ApiPromise, stored: unknown): AccountState => {
  const deposit = api.consts['balances']?.['existentialDeposit'];
  if (stored === undefined || deposit === undefined) throw new Error('The chain has no System.Account or existential deposit');
  const { consumers, data } = v.parse(accountSchema, stored);
  const existentialDeposit = planck(deposit);
  const [free, reserved] = [planck(data.free), planck(data.reserved)];
  const isOld = data.frozen === undefined;
  const frozen = isOld ? max(planck(data.miscFrozen), planck(data.feeFrozen)) : planck(data.frozen);
  const locked = isOld ? frozen : max(frozen - reserved);
  const mustKeepAlive = planck(consumers) > 0n;
  return {
    free,
    reserved,
    frozen,
    transferable: max(free - max(locked, mustKeepAlive ? existentialDeposit : 0n)),
    existentialDeposit,
    mustKeepAlive,
  };
};
