import { describe, expect, it } from 'vitest';
import { buildPsbt, finalizePsbt, inputsOf } from '../../../../adapters/bip122/bitcoinjs/psbt.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestPsbt } from '../../../../testing/wallets/bip122-signing.js';
import vectors from '../../../vectors/bip-174.json' with { type: 'json' };

const key = bip122TestKey('p2wpkh', 'psbt');

const plan = (value: bigint): string =>
  buildPsbt({
    coins: [{ txid: 'a'.repeat(64), vout: 1, value: 10_000n }],
    script: key.script,
    type: 'p2wpkh',
    outputs: [{ script: key.script, value }],
  });

describe('PSBTs', () => {
  it('are finalized and extracted as in BIP-174', () => {
    for (const signed of [vectors.combined, vectors.finalised]) expect(finalizePsbt(vectors.combined, signed).hex).toBe(vectors.extracted);
  });

  it('are rejected when malformed, different or not fully signed', async () => {
    expect(() => finalizePsbt(vectors.networkTransaction, vectors.networkTransaction)).toThrow();
    expect(() => finalizePsbt(plan(9_000n), vectors.combined)).toThrow('a different transaction');
    expect(() => finalizePsbt(plan(9_000n), plan(9_000n))).toThrow();
    const other = await signTestPsbt(plan(8_000n), [key]);
    expect(() => finalizePsbt(plan(9_000n), other)).toThrow('a different transaction');
    expect(finalizePsbt(plan(8_000n), other).txid).toMatch(/^[0-9a-f]{64}$/);
  });

  it('list the inputs of an address', () => {
    expect(inputsOf(plan(9_000n), key.script, 'mine')).toEqual([{ index: 0, address: 'mine' }]);
    expect(inputsOf(plan(9_000n), bip122TestKey('p2tr', 'psbt').script, 'mine')).toEqual([]);
    expect(() => inputsOf('nonsense', key.script, 'mine')).toThrow();
  });
});
