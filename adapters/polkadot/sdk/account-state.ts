import type { ApiPromise } from '@polkadot/api';

/** A number as the node's types give it. */
interface Quantity {
  toBigInt(): bigint;
}

/** What `system.account` holds. The runtimes before 2023 say `miscFrozen` and `feeFrozen`. */
interface StoredAccount {
  readonly consumers: Quantity;
  readonly providers: Quantity;
  readonly data: {
    readonly free: Quantity;
    readonly reserved: Quantity;
    readonly frozen?: Quantity;
    readonly miscFrozen?: Quantity;
    readonly feeFrozen?: Quantity;
  };
}

/** What a chain knows of an account. Planck. */
export interface AccountState {
  readonly free: bigint;
  readonly reserved: bigint;
  readonly frozen: bigint;
  /** What can leave, if the account may end with it. */
  readonly transferable: bigint;
  /** Below this an account ends, and what is left in it is lost. */
  readonly existentialDeposit: bigint;
  /** Whether there is such an account. */
  readonly exists: boolean;
  /** Something holds on to it: it cannot end. */
  readonly mustStay: boolean;
}

const most = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b), 0n);

/**
 * Reads an account. Frozen coins lie on the reserved ones first, since 2023, so that only what is frozen beyond those keeps free coins from
 * leaving.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types
 */
export const readAccount = async (api: ApiPromise, address: string): Promise<AccountState> => {
  const stored = await api.query['system']?.['account']?.(address);
  const deposit = api.consts['balances']?.['existentialDeposit'];
  if (stored === undefined || deposit === undefined) throw new Error('The chain keeps no balances where others keep them');
  // What the metadata says these two are; a chain that has others fails here.
  const { consumers, providers, data } = stored as unknown as StoredAccount;
  const existentialDeposit = (deposit as unknown as Quantity).toBigInt();
  const [free, reserved] = [data.free.toBigInt(), data.reserved.toBigInt()];
  const frozen = data.frozen?.toBigInt() ?? most(data.miscFrozen?.toBigInt() ?? 0n, data.feeFrozen?.toBigInt() ?? 0n);
  const held = data.frozen === undefined ? frozen : most(frozen - reserved);
  const mustStay = consumers.toBigInt() > 0n;
  return {
    free,
    reserved,
    frozen,
    transferable: most(free - most(held, mustStay ? existentialDeposit : 0n)),
    existentialDeposit,
    exists: providers.toBigInt() > 0n,
    mustStay,
  };
};
