import type { Effect } from './effects.js';
import { limitsFor, type Policy } from './policy.js';
import { recentSpends, type Spend } from './spend-log.js';

/** A request to assess. */
export interface ToAssess {
  readonly policy: Policy;
  /** What was spent without a passkey; `null` if that is not known: then nothing may be. */
  readonly spends: readonly Spend[] | null;
  /** Of the app that asks. */
  readonly origin: string;
  readonly effects: readonly Effect[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The outcome. */
export interface Assessment {
  /** Effects that go beyond what the user allows without a passkey. */
  readonly beyond: readonly Effect[];
  /** What counts for the limits, if it is signed without a passkey. */
  readonly spends: readonly Spend[];
}

const addUp = (amounts: readonly (string | bigint)[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n);

/**
 * Compares a request with the user's policy. Without passkeys and without limits for the origin, nothing is beyond it: the user is asked for each
 * request anyway. With a passkey, everything is beyond it that moves value or could, up to the limits.
 */
export const assess = ({ policy, spends, origin, effects, now }: ToAssess): Assessment => {
  const limits = limitsFor(policy, origin);
  if (policy.passkeys.length === 0 && limits === null) return { beyond: [], spends: [] };
  const key = limits?.origin ?? origin;
  const asked = effects.filter((effect) => effect.kind === 'spend');
  const assets = [...new Set(asked.map(({ asset }) => asset))];
  const totals = assets.map((asset) => ({
    asset,
    amount: addUp(asked.filter((each) => each.asset === asset).map(({ amount }) => amount)),
  }));
  const isWithin = ({ asset, amount }: { readonly asset: string; readonly amount: bigint }): boolean => {
    const limit = limits?.assets.find((each) => each.asset === asset)?.amount ?? '0';
    if (spends === null) return amount === 0n;
    const counted = recentSpends(spends, now).filter((spend) => spend.origin === key && spend.asset === asset);
    return amount === 0n || addUp(counted.map((spend) => spend.amount)) + amount <= BigInt(limit);
  };
  const over = totals.filter((total) => !isWithin(total)).map((total): Effect => ({ kind: 'spend', ...total }));
  const others = effects.filter((effect) => {
    if (effect.kind === 'spend') return false;
    return effect.kind !== 'call' || effect.contract === null || limits?.contracts.includes(effect.contract) !== true;
  });
  const counted = limits === null ? [] : totals.filter(({ amount }) => amount > 0n);
  return {
    beyond: [...over, ...others],
    spends: counted.map(({ asset, amount }) => ({ origin: key, asset, amount: String(amount), time: now })),
  };
};
