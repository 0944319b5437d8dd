import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyMessage } from '../../../../adapters/polkadot/signatures/verify-message.js';
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

  it('returns false for malformed signatures', () => {
    fc.assert(fc.property(fc.string(), (text) => verify(vectors.signatures[0]?.address ?? '', text) === false));
    for (const signature of ['', '0x', '0x0', `0x${'00'.repeat(64)}`, `0x${'ff'.repeat(65)}`, `0x02${'00'.repeat(65)}`])
      for (const { address } of vectors.signatures) expect(verify(address, signature)).toBe(false);
  });
});
