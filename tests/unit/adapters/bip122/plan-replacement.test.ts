import { describe, expect, it } from 'vitest';
import { planReplacement, type ReplacementPlanOptions } from '../../../../adapters/bip122/bitcoinjs/plan-replacement.js';
import { parseBitcoinAddress } from '../../../../domain/account/bitcoin-address.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { transactionVbytes } from '../../../../domain/money/bitcoin-sizes.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';

const key = bip122TestKey('p2wpkh', 'sender');
const from = { ...parseBitcoinAddress(key.addressOn('regtest')), type: 'p2wpkh' } as const;
const to = bip122TestKey('p2wpkh', 'recipient').script;
const coin = (value: bigint, vout = 0) => ({ txid: 'a'.repeat(64), vout, value });
const size = (inputs: number, outputs: number): bigint =>
  BigInt(
    transactionVbytes(
      Array.from({ length: inputs }, () => 'p2wpkh' as const),
      Array.from({ length: outputs }, () => from.script.length),
    ),
  );

const plan = (change: Partial<ReplacementPlanOptions> = {}) =>
  planReplacement({
    ...{ chainId: 'bip122:a', from, coins: [coin(100_000n)], spares: [] },
    ...{ payments: [{ script: to, value: 60_000n }], fee: 300n, rate: 10 },
    ...change,
  });

describe('a replacement', () => {
  it('keeps the payment and takes the fee from the change', () => {
    const { coins, outputs, fee } = plan();
    expect(fee).toBe(size(1, 2) * 10n);
    expect(coins).toEqual([coin(100_000n)]);
    expect(outputs).toEqual([
      { script: to, value: 60_000n },
      { script: from.script, value: 40_000n - fee },
    ]);
  });

  it('pays for its relay besides the fee of the first one, also at a low rate', () => {
    expect(plan({ fee: 20_000n, rate: 1 }).fee).toBe(20_000n + size(1, 2));
  });

  it('adds change that would be dust to the fee', () => {
    const { outputs, fee } = plan({ payments: [{ script: to, value: 98_500n }] });
    expect([outputs.length, fee]).toEqual([1, 1_500n]);
  });

  it('spends a further coin if the change is not enough', () => {
    const spare = coin(5_000n, 1);
    const { coins, outputs, fee } = plan({ payments: [{ script: to, value: 99_500n }], spares: [spare, coin(9_000n, 2)] });
    expect(coins).toEqual([coin(100_000n), spare]);
    expect(fee).toBe(size(2, 2) * 10n);
    expect(outputs.at(-1)?.value).toBe(5_500n - fee);
  });

  it('returns everything to the sender for a cancellation', () => {
    const { outputs, fee } = plan({ payments: [] });
    expect(outputs).toEqual([{ script: from.script, value: 100_000n - fee }]);
  });

  it('fails if no coins can pay for the fee', () => {
    const error = (() => {
      try {
        return plan({ payments: [{ script: to, value: 99_999n }] });
      } catch (cause) {
        return cause;
      }
    })();
    expect(isLatchkeyError(error, 'send/insufficient-fee-funds')).toBe(true);
  });
});
