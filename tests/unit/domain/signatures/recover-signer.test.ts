import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { type Hex, recoverAddress as recoverWithViem } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recoverSigner } from '../../../../domain/signatures/recover-signer.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const HASH = `0x${'ab'.repeat(32)}` as const;

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
const keys = fc.bigInt({ min: 1n, max: ORDER - 1n }).map((key): Hex => `0x${word(key)}`);

/** Recovers from 65 bytes in hex: r, s, and 27 or 28. */
const recoverAddress = (hash: string, signature: string): string | null =>
  recoverSigner(hexToBytes(hash.slice(2)), hexToBytes(signature.slice(2, 130)), signature.endsWith('1c') ? 1 : 0);

/** Recovers with viem as reference; `null` if invalid. */
const reference = (hash: Hex, signature: Hex): Promise<string | null> =>
  recoverWithViem({ hash, signature }).then(
    (address) => address.toLowerCase(),
    () => null,
  );

describe('recoverSigner', () => {
  it('recovers the address of the signing key', async () => {
    await fc.assert(
      fc.asyncProperty(keys, hashes, async (privateKey, hash) => {
        const signature = await sign({ hash, privateKey, to: 'hex' });
        expect(recoverAddress(hash, signature)).toBe(privateKeyToAccount(privateKey).address.toLowerCase());
      }),
      { numRuns: 30 },
    );
  });

  it('matches viem for any two numbers, also for impossible signatures', async () => {
    const numbers = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(0n, 1n, 2n, 5n, ORDER - 1n, ORDER));
    await fc.assert(
      fc.asyncProperty(numbers, numbers, hashes, fc.constantFrom('1b', '1c'), async (r, s, hash, last) => {
        const signature: Hex = `0x${word(r)}${word(s)}${last}`;
        expect(recoverAddress(hash, signature)).toBe(await reference(hash, signature));
      }),
      { numRuns: 60 },
    );
  });

  it('recovers another address for another hash, and the same for the mirrored signature', async () => {
    const privateKey = `0x${'11'.repeat(32)}` as const;
    const signature = await sign({ hash: HASH, privateKey, to: 'hex' });
    const address = privateKeyToAccount(privateKey).address.toLowerCase();
    expect(recoverAddress(`0x${'ac'.repeat(32)}`, signature)).not.toBe(address);
    const mirrored = `${signature.slice(0, 66)}${word(ORDER - BigInt(`0x${signature.slice(66, 130)}`))}${signature.endsWith('1b') ? '1c' : '1b'}`;
    expect(recoverAddress(HASH, mirrored)).toBe(address);
  });

  it('is null for numbers out of range, a point not on the curve, and the point at infinity', () => {
    const of = (r: bigint, s: bigint, hash: string = HASH): string | null => recoverAddress(hash, `0x${word(r)}${word(s)}1b`);
    expect(of(0n, 1n)).toBeNull();
    expect(of(1n, 0n)).toBeNull();
    expect(of(ORDER, 1n)).toBeNull();
    expect(of(1n, ORDER)).toBeNull();
    // 5 is not an x-coordinate: 5³ + 7 has no square root.
    expect(of(5n, 1n)).toBeNull();
    // s · R = z · G if R is G and s equals z.
    const baseX = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
    expect(of(baseX, 9n, `0x${word(9n)}`)).toBeNull();
  });
});
