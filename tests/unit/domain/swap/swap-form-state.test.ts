import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import type { SwapToken } from '../../../../domain/swap/parse-swap.js';
import {
  EMPTY_SWAP_FORM,
  isSameToken,
  reduceSwapForm,
  type SwapFormChange,
  type SwapFormState,
} from '../../../../domain/swap/swap-form-state.js';

const chainId = toChainId('eip155:1');
const token = (digit: string | null, decimals: number): SwapToken => ({
  ...{ chainId, name: digit ?? 'Ether', symbol: digit ?? 'ETH', decimals, iconUrl: null, hasPermit: false },
  asset: digit === null ? null : formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: `0x${digit.repeat(40)}` }),
});
const ETHER = token(null, 18);
const DOLLAR = token('d', 6);
const OTHER = token('e', 0);
const edit = (state: SwapFormState, ...changes: readonly SwapFormChange[]): SwapFormState =>
  changes.reduce<SwapFormState>((form, change) => reduceSwapForm(form, { type: 'edited', change }), state);
const FILLED = edit(EMPTY_SWAP_FORM, { source: ETHER, target: DOLLAR }, { amount: '1.5' });

describe('the form of a swap', () => {
  it('keeps the amount with another target, and empties it with another source', () => {
    expect(edit(FILLED, { target: OTHER })).toMatchObject({ amount: '1.5', target: OTHER });
    expect(edit({ ...FILLED, isUnlimited: true }, { source: OTHER })).toMatchObject({ amount: '', isMax: false, isUnlimited: false });
  });

  it('lets the sides change places if one gets the token of the other', () => {
    expect(edit(FILLED, { target: ETHER })).toMatchObject({ source: DOLLAR, target: ETHER, amount: '' });
    expect(edit(FILLED, { source: DOLLAR })).toMatchObject({ source: DOLLAR, target: ETHER, amount: '' });
    // There is nothing to change places with.
    expect(edit(EMPTY_SWAP_FORM, { source: ETHER }, { target: ETHER })).toMatchObject({ source: null, target: ETHER });
  });

  it('leaves Max when an amount is typed', () => {
    expect(edit(FILLED, { isMax: true }, { amount: '2' })).toMatchObject({ isMax: false, amount: '2' });
    expect(edit(FILLED, { isMax: true, amount: '' })).toMatchObject({ isMax: true, amount: '' });
  });

  it('gives what the swap would have given when the sides are switched', () => {
    expect(reduceSwapForm(FILLED, { type: 'switched', received: 3_780_500_000n })).toMatchObject({
      ...{ source: DOLLAR, target: ETHER, amount: '3780.5', isMax: false },
    });
    expect(reduceSwapForm(FILLED, { type: 'switched', received: null }).amount).toBe('1');
    expect(reduceSwapForm({ ...FILLED, target: null }, { type: 'switched', received: null })).toMatchObject({ source: null, amount: '' });
  });

  it('keeps tokens and slippage after a swap', () => {
    expect(reduceSwapForm({ ...FILLED, slippageBps: 50 }, { type: 'swapped' })).toMatchObject({
      source: ETHER,
      amount: '',
      slippageBps: 50,
    });
    expect(reduceSwapForm(FILLED, { type: 'reset' })).toEqual(EMPTY_SWAP_FORM);
  });

  it('brings a slippage back into its bounds', () => {
    expect([0, -1, 0.4, 50, 9_999, Number.NaN].map((slippageBps) => edit(FILLED, { slippageBps }).slippageBps)).toEqual([
      1, 1, 1, 50, 5_000, 100,
    ]);
  });

  it('never has the same token on both sides', () => {
    const side = fc.constantFrom<SwapToken | null>(null, ETHER, DOLLAR, OTHER);
    const change = fc.oneof(
      fc.record({ source: side }),
      fc.record({ target: side }),
      fc.record({ source: side, target: side }),
      fc.constant<'switch'>('switch'),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let state = EMPTY_SWAP_FORM;
        for (const each of changes) {
          state =
            each === 'switch'
              ? reduceSwapForm(state, { type: 'switched', received: 5n })
              : reduceSwapForm(state, { type: 'edited', change: each });
          expect(state.source !== null && isSameToken(state.source, state.target)).toBe(false);
        }
      }),
    );
  });
});
