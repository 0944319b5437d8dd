import type { ApiPromise } from '@polkadot/api';
import * as v from 'valibot';

/** What a chain knows of an account. Planck. */
export interface AccountState {
  readonly free: bigint;
  readonly reserved: bigint;
  readonly frozen: bigint;
  /** What can leave, if the account may end with it. */
  readonly transferable: bigint;
  /** Below this an account ends, and what is left in it is lost. */
  readonly existentialDeposit: bigint;
  /** Something holds on to it: it cannot end. */
  readonly mustStay: boolean;
}

/** A number as the node's types write it. @throws SyntaxError for a chain whose accounts are made otherwise */
const planck = (value: unknown): bigint => BigInt(String(value));

/** `System.Account`; the runtimes before 2023 say `miscFrozen` and `feeFrozen`. */
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

const most = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b), 0n);

/**
 * Reads an account. Frozen coins lie on the reserved ones first, since 2023, so that only what is frozen beyond those keeps free coins from
 * leaving.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types
 */
export const readAccount = async (api: ApiPromise, address: string): Promise<AccountState> =>
  stateOf(api, await api.query['system']?.['account']?.(address));

/** Reads accounts in one question, in their order, as {@link readAccount} reads each. */
export const readAccounts = async (api: ApiPromise, addresses: readonly string[]): Promise<readonly AccountState[]> => {
  const stored = (await api.query['system']?.['account']?.multi([...addresses])) ?? [undefined];
  return stored.map((each) => stateOf(api, each));
};

const stateOf = (api: ApiPromise, stored: unknown): AccountState => {
  const deposit = api.consts['balances']?.['existentialDeposit'];
  if (stored === undefined || deposit === undefined) throw new Error('The chain keeps no balances where others keep them');
  const { consumers, data } = v.parse(accountSchema, stored);
  const existentialDeposit = planck(deposit);
  const [free, reserved] = [planck(data.free), planck(data.reserved)];
  const isOld = data.frozen === undefined;
  const frozen = isOld ? most(planck(data.miscFrozen), planck(data.feeFrozen)) : planck(data.frozen);
  const held = isOld ? frozen : most(frozen - reserved);
  const mustStay = planck(consumers) > 0n;
  return {
    free,
    reserved,
    frozen,
    transferable: most(free - most(held, mustStay ? existentialDeposit : 0n)),
    existentialDeposit,
    mustStay,
  };
};
