import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { getPublicKey, secretFromSeed, sign as signSr25519 } from '@scure/sr25519';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyMessage } from '../../../../adapters/polkadot/verify-message.js';
import { encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../vectors/ed25519-small-order.js';
import vectors from '../../../vectors/polkadot-signatures.json' with { type: 'json' };
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const network = polkadotNetwork(SANDBOX_CHAIN);
const { message } = vectors;

const verify = (address: string, signature: string, text = message): boolean =>
  verifyMessage({ account: toAccountId(`polkadot:${SANDBOX_CHAIN}:${address}`), message: text, signature, network });

/** Key type prefixes of signatures. */
const KINDS: Readonly<Record<string, string>> = { ed25519: '00', sr25519: '01', ecdsa: '02' };

describe('verifyMessage', () => {
  it.each(vectors.signatures)('accepts the published $type signature of $address, with and without a key type prefix', (vector) => {
    const { address, signature, type } = vector;
    expect(verify(address, signature)).toBe(true);
    expect(verify(address, `0x${KINDS[type]}${signature.slice(2)}`)).toBe(true);
    expect(verify(address, `0x${KINDS[type === 'ed25519' ? 'sr25519' : 'ed25519']}${signature.slice(2)}`)).toBe(false);
  });

  it('rejects another message or account', () => {
    for (const { address, signature } of vectors.signatures) {
      expect(verify(address, signature, `${message} `)).toBe(false);
      for (const other of vectors.signatures) if (other.address !== address) expect(verify(other.address, signature)).toBe(false);
    }
  });

  it('rejects a signature with a flipped bit', () => {
    for (const { address, signature } of vectors.signatures) {
      fc.assert(
        // Without the last byte, which for ecdsa is only the recovery id.
        fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
          const bytes = Buffer.from(signature.slice(2), 'hex');
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(verify(address, `0x${bytes.toString('hex')}`)).toBe(false);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('rejects every signature for a small-order key, which verifies any message', () => {
    for (const key of [...SMALL_ORDER_POINTS, ...NON_CANONICAL_POINTS]) {
      const address = encodeSs58({ prefix: 42, accountId: Buffer.from(key, 'hex') });
      for (const r of SMALL_ORDER_POINTS) {
        for (const signature of [`0x${r}${'00'.repeat(32)}`, `0x00${r}${'00'.repeat(32)}`]) expect(verify(address, signature)).toBe(false);
      }
    }
  });

  it('rejects the sr25519 identity key, for which the base point and one sign any message', () => {
    const address = encodeSs58({ prefix: 42, accountId: new Uint8Array(32) });
    const base = 'e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76';
    const signature = `${base}01${'00'.repeat(30)}80`;
    expect([verify(address, `0x${signature}`), verify(address, `0x01${signature}`)]).toEqual([false, false]);
  });

  describe('of a valid sr25519 signature in another encoding', () => {
    const secretKey = secretFromSeed(new Uint8Array(32).fill(7));
    const accountId = getPublicKey(secretKey);
    const signature = signSr25519(secretKey, new TextEncoder().encode(message));
    const isAccepted = (bytes: Uint8Array, key: Uint8Array = accountId): boolean =>
      ['0x', '0x01'].some((prefix) => verify(encodeSs58({ prefix: 42, accountId: key }), `${prefix}${bytesToHex(bytes)}`));
    const P = 2n ** 255n - 19n;
    const L = ed25519.Point.Fn.ORDER;
    /** The other encoding of the same residue class, which ristretto255 calls negative. */
    const negate = (point: Uint8Array): Uint8Array => numberToBytesLE(P - bytesToNumberLE(point), 32);

    it('accepts the signature itself', () => {
      expect(isAccepted(signature)).toBe(true);
    });

    it('rejects a signature without the schnorrkel marker', () => {
      const unmarked = signature.slice();
      unmarked[63] = (unmarked[63] ?? 0) & 0x7f;
      expect(isAccepted(unmarked)).toBe(false);
    });

    it('rejects a scalar of the group order or more', () => {
      const scalar = signature.slice(32);
      scalar[31] = (scalar[31] ?? 0) & 0x7f;
      for (const factor of [1n, 2n, 7n]) {
        const same = numberToBytesLE(bytesToNumberLE(scalar) + factor * L, 32);
        if ((same[31] ?? 0) >= 0x80) continue;
        same[31] = (same[31] ?? 0) | 0x80;
        expect(isAccepted(concatBytes(signature.slice(0, 32), same))).toBe(false);
      }
    });

    it('rejects a negative key or R', () => {
      expect(isAccepted(concatBytes(negate(signature.slice(0, 32)), signature.slice(32)))).toBe(false);
      expect(isAccepted(signature, negate(accountId))).toBe(false);
    });

    // @see https://www.rfc-editor.org/rfc/rfc9496#appendix-A.2
    it.each([
      ['a field element of the modulus or more', '00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
      ['the identity plus the modulus', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
      ['a negative field element', '0100000000000000000000000000000000000000000000000000000000000000'],
      ['a non-square', '26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371'],
    ])('rejects %s as key or R', (_name, encoding) => {
      const point = hexToBytes(encoding);
      expect(isAccepted(concatBytes(point, signature.slice(32)))).toBe(false);
      expect(isAccepted(signature, point)).toBe(false);
    });
  });

  it('returns false for malformed signatures', () => {
    fc.assert(fc.property(fc.string(), (text) => verify(vectors.signatures[0]?.address ?? '', text) === false));
    for (const signature of ['', '0x', '0x0', `0x${'00'.repeat(64)}`, `0x${'ff'.repeat(65)}`, `0x02${'00'.repeat(65)}`])
      for (const { address } of vectors.signatures) expect(verify(address, signature)).toBe(false);
  });
});
