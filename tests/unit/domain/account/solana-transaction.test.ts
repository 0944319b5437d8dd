import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSolanaTransaction, solanaTransactionId, withSolanaSignature } from '../../../../domain/account/solana-transaction.js';
import vectors from '../../../vectors/solana.json' with { type: 'json' };
import { itHolds } from '../properties.js';

const withSignatures = (message: string, signatureCount = 1): Uint8Array =>
  Uint8Array.from([signatureCount, ...new Uint8Array(64 * signatureCount), ...Buffer.from(message, 'hex')]);

describe('Solana transactions', () => {
  it.each(vectors.transferMessages)('are decoded: $lamports lamports to $to', ({ from, to, lamports, recentBlockhash, hex }) => {
    const bytes = withSignatures(hex);
    const read = readSolanaTransaction(bytes);
    expect(read).toMatchObject({
      version: 'legacy',
      blockhash: recentBlockhash,
      readonlySigners: 0,
      readonlyOthers: 1,
      hasDurableNonce: false,
    });
    expect(read?.keys.slice(0, 2)).toEqual([from, to]);
    const [transfer] = read?.instructions ?? [];
    expect([read?.keys[transfer?.programIndex ?? 0], transfer?.accountIndexes]).toEqual(['11111111111111111111111111111111', [0, 1]]);
    expect(Buffer.from(transfer?.data ?? []).readUInt32LE(4)).toBe(lamports);
    expect(read === null ? '' : solanaTransactionId(read)).toBe(null);
    const signed = withSolanaSignature(bytes, from, new Uint8Array(64).fill(1));
    expect(signed === null ? null : readSolanaTransaction(signed)?.signatures).toEqual([new Uint8Array(64).fill(1)]);
    expect([withSolanaSignature(bytes, to, new Uint8Array(64)), withSolanaSignature(bytes, from, new Uint8Array(63))]).toEqual([
      null,
      null,
    ]);
  });

  it('are invalid with too many signatures, missing bytes or trailing bytes', () => {
    const [{ hex } = { hex: '' }] = vectors.transferMessages;
    expect(readSolanaTransaction(withSignatures(hex, 2))).toBe(null);
    expect(readSolanaTransaction(withSignatures(`${hex}00`))).toBe(null);
    expect(readSolanaTransaction(withSignatures(`81${hex}`))).toBe(null);
    for (let length = 0; length < 65 + hex.length / 2; length += 1)
      expect(readSolanaTransaction(withSignatures(hex).slice(0, length))).toBe(null);
  });

  itHolds('never throw on random bytes', fc.uint8Array({ maxLength: 300 }), (bytes) => {
    const read = readSolanaTransaction(bytes);
    if (read !== null) expect(read.signatures.length).toBeGreaterThan(0);
  });
});
