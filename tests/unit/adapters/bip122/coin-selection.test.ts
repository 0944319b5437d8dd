import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectCoins } from '../../../../adapters/bip122/bitcoinjs/coin-selection.js';
import type { Utxo } from '../../../../adapters/bip122/esplora/esplora-responses.js';
import { parseBitcoinAddress } from '../../../../domain/account/bitcoin-address.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { dustLimitSats, isBitcoinSpendType, transactionVbytes } from '../../../../domain/money/bitcoin-sizes.js';
import { type Bip122TestAddressType, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';

const addressOf = (type: Bip122TestAddressType, seed: string) => {
  const read = parseBitcoinAddress(bip122TestKey(type, seed).addressOn('main'));
  if (!isBitcoinSpendType(read.type)) throw new Error('Expected a spendable type');
  return { ...read, type: read.type };
};

const types = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const;

const coin = fc.record({
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  vout: fc.nat(3),
  value: fc.bigInt({ min: 300n, max: 5_000_000n }),
  confirmed: fc.boolean(),
});

const order = fc.record({
  utxos: fc.array(coin, { maxLength: 12 }),
  fromType: fc.constantFrom(...types),
  toType: fc.constantFrom(...types),
  value: fc.bigInt({ min: -1n, max: 8_000_000n }),
  rate: fc.integer({ min: 1, max: 300 }),
  all: fc.boolean(),
});

const sum = (coins: readonly Utxo[]): bigint => coins.reduce((total, { value }) => total + value, 0n);

describe('selectCoins', () => {
  it('balances exactly, pays the rate, creates no dust and uses no coin twice, or rejects', () => {
    fc.assert(
      fc.property(order, ({ utxos, fromType, toType, value, rate, all }) => {
        const [from, to] = [addressOf(fromType, 'from'), addressOf(toType, 'to')];
        const spendable = utxos.filter((each) => each.value >= 1_000n);
        try {
          const plan = selectCoins({ chainId: 'bip122:000000000019d6689c085ae165831e93', utxos, from, to, value, all, rate });
          expect(sum(plan.coins)).toBe(plan.value + plan.change + plan.fee);
          expect(new Set(plan.coins).size).toBe(plan.coins.length);
          expect(plan.coins.every((each) => spendable.includes(each))).toBe(true);
          if (!all) expect(plan.value).toBe(value);
          expect(plan.value >= dustLimitSats(to.type, to.script.length)).toBe(true);
          const outputs = plan.change > 0n ? [to.script.length, from.script.length] : [to.script.length];
          const vbytes = transactionVbytes(
            plan.coins.map(() => from.type),
            outputs,
          );
          expect(plan.vbytes).toBe(vbytes);
          expect(plan.fee >= BigInt(vbytes * rate)).toBe(true);
          if (plan.change > 0n) {
            expect(plan.fee).toBe(BigInt(vbytes * rate));
            expect(plan.change >= dustLimitSats(from.type, from.script.length)).toBe(true);
          }
          // Unconfirmed coins are used only after all confirmed coins worth their fee.
          const cost = BigInt(70 * 3 * rate);
          const unused = spendable.filter((each) => each.confirmed && !plan.coins.includes(each) && each.value > cost);
          if (plan.coins.some((each) => !each.confirmed)) expect(unused).toEqual([]);
        } catch (error) {
          if (!isLatchkeyError(error)) throw error;
          const codes = ['send/invalid-amount', 'send/dust', 'send/above-balance', 'send/insufficient-fee-funds'];
          expect(codes).toContain(error.code);
          if (error.code === 'send/above-balance') expect(sum(spendable) < value || spendable.length === 0).toBe(true);
        }
      }),
    );
  });

  it('rejects more than all bitcoins', () => {
    const [from, to] = [addressOf('p2wpkh', 'from'), addressOf('p2wpkh', 'to')];
    const select = () =>
      selectCoins({
        chainId: 'bip122:000000000019d6689c085ae165831e93',
        utxos: [],
        from,
        to,
        value: 2_100_000_000_000_001n,
        all: false,
        rate: 1,
      });
    expect(select).toThrow(expect.objectContaining({ code: 'send/invalid-amount' }));
  });

  it('uses the dust limits of Bitcoin Core', () => {
    expect([dustLimitSats('p2pkh', 25), dustLimitSats('p2sh', 23), dustLimitSats('p2wpkh', 22), dustLimitSats('p2tr', 34)]).toEqual([
      546n,
      540n,
      294n,
      330n,
    ]);
  });
});
