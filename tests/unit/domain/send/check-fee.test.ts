import { describe, expect, it } from 'vitest';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { checkFee, type FeeCheck } from '../../../../domain/send/check-fee.js';

const CENT = 10n ** 16n;

/** The limit that a fee exceeds; `null` if it exceeds none. */
const exceededLimit = (check: Partial<FeeCheck>): string | null => {
  try {
    checkFee({ namespace: 'bip122', chainId: 'a:b', fee: 0n, amount: null, maxFee: undefined, ...check });
    return null;
  } catch (error) {
    return isLatchkeyError(error, 'send/fee-too-high') ? error.context.limit : String(error);
  }
};

describe('checkFee', () => {
  it.each([
    ['bip122', 10_000n, 5_000n, null],
    ['bip122', 10_001n, 5_000n, '10000'],
    ['bip122', 50_000n, 500_000n, null],
    ['bip122', 50_001n, 500_000n, '50000'],
    ['eip155', CENT, 1n, null],
    ['eip155', CENT + 1n, 1n, String(CENT)],
    ['eip155', 5n * CENT, 5n * CENT, null],
    ['eip155', 5n * CENT + 1n, 5n * CENT, String(5n * CENT)],
    ['solana', 10n ** 18n, 1n, null],
  ] as const)('limits a fee by the amount: %s %s for %s', (namespace, fee, amount, limit) => {
    expect(exceededLimit({ namespace, fee, amount })).toBe(limit);
  });

  it('does not compare the fee with an amount of another asset', () => {
    expect(exceededLimit({ fee: 10n ** 18n, amount: null })).toBeNull();
  });

  it.each(['bip122', 'eip155', 'solana', 'polkadot'] as const)('limits a fee to the accepted one: %s', (namespace) => {
    for (const amount of [null, 1n, 10n ** 18n]) {
      expect(exceededLimit({ namespace, fee: 10n ** 17n, amount, maxFee: 10n ** 17n })).toBeNull();
      expect(exceededLimit({ namespace, fee: 10n ** 17n, amount, maxFee: 10n ** 17n - 1n })).toBe(String(10n ** 17n - 1n));
    }
  });
});
