import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { exchangeRate, minimumReceived, priceImpactBps, providerFee, remainingSlippage } from '../../../../domain/swap/swap-figures.js';
import { isSwapNetwork } from '../../../../domain/swap/swap-networks.js';

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
const slippage = fc.integer({ min: 1, max: 5_000 });

describe('figures of a swap', () => {
  it.each([
    [1_000_000n, 100, 990_000n],
    [1_000_000n, 50, 995_000n],
    // Rounded up: the user gets no less than the percentage.
    [101n, 100, 100n],
    [1n, 100, 1n],
  ])('%d at a slippage of %d hundredths of a percent gives at least %d', (received, bps, minimum) => {
    expect(minimumReceived(received, bps)).toBe(minimum);
  });

  it('takes 0.85 % for the service', () => {
    expect([providerFee(10_000n), providerFee(10n ** 18n), providerFee(1n)]).toEqual([85n, 85n * 10n ** 14n, 0n]);
  });

  it('never passes on a slippage that gives less than the reviewed minimum, or more than the user tolerates', () => {
    fc.assert(
      fc.property(amount, amount, slippage, (quoted, newer, bps) => {
        const minimum = minimumReceived(quoted, bps);
        const remaining = remainingSlippage(newer, minimum, bps);
        expect(remaining === null).toBe(newer < minimum);
        if (remaining === null) return;
        expect(remaining).toBeLessThanOrEqual(bps);
        // The service rounds down.
        expect((newer * (10_000n - BigInt(remaining))) / 10_000n).toBeGreaterThanOrEqual(minimum - 1n);
      }),
    );
  });

  it('passes on the whole slippage while the quote stays', () => {
    expect(remainingSlippage(10n ** 18n, minimumReceived(10n ** 18n, 100), 100)).toBe(100);
  });

  it.each([
    // 1 ether at 2,000 for 1,980 dollars: one percent is lost.
    [10n ** 18n, 18, 2_000, 1_980_000_000n, 6, 1, 100],
    [10n ** 18n, 18, 2_000, 2_020_000_000n, 6, 1, -100],
    [10n ** 18n, 18, 2_000, 1_000_000_000n, 6, 1, 5_000],
    [10n ** 18n, 18, 2_000, 1_980_000_000n, 6, null, null],
    [10n ** 18n, 18, null, 1_980_000_000n, 6, 1, null],
    [10n ** 18n, 18, 0, 1_980_000_000n, 6, 1, null],
    [0n, 18, 2_000, 0n, 6, 1, null],
    // Tokens without decimals, and a price in exponent form.
    [3n, 0, 1e-7, 3n, 0, 1e-7, 0],
  ])('%d of %d decimals at %d for %d of %d decimals at %d loses %d', (sent, sentDecimals, sentPrice, got, gotDecimals, gotPrice, bps) => {
    const impact = priceImpactBps(
      { value: sent, decimals: sentDecimals, priceUsd: sentPrice },
      { value: got, decimals: gotDecimals, priceUsd: gotPrice },
    );
    expect(impact).toBe(bps);
  });

  it('states what one whole unit gives', () => {
    expect(exchangeRate(2n * 10n ** 18n, 18, 4_000_000_000n)).toBe(2_000_000_000n);
    expect(exchangeRate(0n, 18, 5n)).toBe(0n);
  });

  it('knows the twelve networks with swaps', () => {
    const ids = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554];
    expect(ids.map((id) => toChainId(`eip155:${id}`)).every(isSwapNetwork)).toBe(true);
    expect(['eip155:5', 'eip155:11', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'].map(toChainId).some(isSwapNetwork)).toBe(false);
  });
});
