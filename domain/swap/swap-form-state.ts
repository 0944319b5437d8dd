import { formatUnits } from '../money/units.js';
import { isSameAsset } from '../tokens/token-address.js';
import type { SwapToken } from './parse-swap.js';

/** Tolerated change of the price until a swap is mined, in hundredths of a percent: 1 % (specification, section 9). */
export const DEFAULT_SLIPPAGE_BPS = 100;
/** Below, hardly any swap succeeds. */
export const MIN_SLIPPAGE_BPS = 1;
/** Above, a swap gives away half of what it is worth. */
export const MAX_SLIPPAGE_BPS = 5_000;

/** Amount with which a form begins, in whole units. */
export const INITIAL_AMOUNT = '1';

/** A swap as far as the user has entered it. */
export interface SwapFormState {
  /** Token to give; `null` until one is chosen. */
  readonly source: SwapToken | null;
  /** Token to get; `null` until one is chosen. */
  readonly target: SwapToken | null;
  /** Of the source, as typed. Ignored with `isMax`. */
  readonly amount: string;
  /** Everything is given; of the coin, all but the network fee. */
  readonly isMax: boolean;
  /** Tolerated change of the price, in hundredths of a percent. */
  readonly slippageBps: number;
  /** The exchange may take any amount of the source later, too. Default: the amount of the swap only. */
  readonly isUnlimited: boolean;
}

/** Nothing was entered. */
export const EMPTY_SWAP_FORM: SwapFormState = {
  source: null,
  target: null,
  amount: '',
  isMax: false,
  slippageBps: DEFAULT_SLIPPAGE_BPS,
  isUnlimited: false,
};

/** A change by the user. A slippage out of bounds is brought back into them. */
export type SwapFormChange = Partial<SwapFormState>;

/** An event of the form. */
export type SwapFormEvent =
  | { readonly type: 'edited'; readonly change: SwapFormChange }
  /** `received`: what the swap would give, in base units of the target; `null` while it is not known. */
  | { readonly type: 'switched'; readonly received: bigint | null }
  | { readonly type: 'swapped' }
  | { readonly type: 'reset' };

/** Tests for the same token. */
export const isSameToken = (one: SwapToken | null, other: SwapToken | null): boolean =>
  one === null || other === null ? one === other : one.chainId === other.chainId && isSameAsset(one.asset, other.asset);

const bounded = (bps: number): number =>
  Number.isFinite(bps) ? Math.min(Math.max(Math.round(bps), MIN_SLIPPAGE_BPS), MAX_SLIPPAGE_BPS) : DEFAULT_SLIPPAGE_BPS;

const edited = (state: SwapFormState, change: SwapFormChange): SwapFormState => {
  const next = { ...state, ...change };
  // A token that is chosen on the other side, too, leaves that side.
  const isTwice = next.source !== null && isSameToken(next.source, next.target);
  const { source, target } = isTwice
    ? { source: change.target === undefined ? next.source : state.target, target: change.target === undefined ? state.source : next.target }
    : next;
  const isOtherSource = !isSameToken(source, state.source);
  const isTyped = change.amount !== undefined && change.isMax === undefined;
  return {
    ...next,
    source,
    target: isSameToken(source, target) ? null : target,
    amount: isOtherSource && change.amount === undefined ? '' : next.amount,
    isMax: isTyped || (isOtherSource && change.isMax === undefined) ? false : next.isMax,
    slippageBps: bounded(next.slippageBps),
    // An approval is of one token.
    isUnlimited: isOtherSource && change.isUnlimited === undefined ? false : next.isUnlimited,
  };
};

/** The form after an event. Another source clears the amount; both sides change places if one gets the token of the other. */
export const reduceSwapForm = (state: SwapFormState, event: SwapFormEvent): SwapFormState => {
  switch (event.type) {
    case 'edited':
      return edited(state, event.change);
    case 'switched': {
      const { source, target } = state;
      const given = event.received === null || target === null ? INITIAL_AMOUNT : formatUnits(event.received, target.decimals);
      return { ...state, source: target, target: source, amount: target === null ? '' : given, isMax: false, isUnlimited: false };
    }
    case 'swapped':
      return { ...state, amount: '', isMax: false, isUnlimited: false };
    case 'reset':
      return EMPTY_SWAP_FORM;
  }
};
