import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyMessage } from '../../../../adapters/polkadot/signatures/verify-message.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import vectors from '../../../vectors/polkadot-signatures.json' with { type: 'json' };
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const network = polkadotNetwork(SANDBOX_CHAIN);
const { message } = vectors;

const verify = (address: string, signature: string, text = message): boolean =>
  verifyMessage({ account: toAccountId(`polkadot:${SANDBOX_CHAIN}:${address}`), message: text, signature, network });

/** The byte of its kind put before a signature. */
const KINDS: Readonly<Record<string, string>> = { ed25519: '00', sr25519: '01', ecdsa: '02' };

describe('verifying texts of Polkadot accounts', () => {
  it.each(vectors.signatures)('takes the published $type signature of $address, with its kind before it and without', (vector) => {
    const { address, signature, type } = vector;
    expect(verify(address, signature)).toBe(true);
    expect(verify(address, `0x${KINDS[type]}${signature.slice(2)}`)).toBe(true);
    expect(verify(address, `0x${KINDS[type === 'ed25519' ? 'sr25519' : 'ed25519']}${signature.slice(2)}`)).toBe(false);
  });

  it('takes none for another text or account', () => {
    for (const { address, signature } of vectors.signatures) {
      expect(verify(address, signature, `${message} `)).toBe(false);
      for (const other of vectors.signatures) if (other.address !== address) expect(verify(other.address, signature)).toBe(false);
    }
  });

  it('takes none of which a bit is another', () => {
    for (const { address, signature } of vectors.signatures) {
      fc.assert(
        // Of ecdsa the last byte says only which key to recover.
        fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
          const bytes = Buffer.from(signature.slice(2), 'hex');
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(verify(address, `0x${bytes.toString('hex')}`)).toBe(false);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('is false, and nothing worse, for what is no signature', () => {
    fc.assert(fc.property(fc.string(), (text) => verify(vectors.signatures[0]?.address ?? '', text) === false));
    for (const signature of ['', '0x', '0x0', `0x${'00'.repeat(64)}`, `0x${'ff'.repeat(65)}`, `0x02${'00'.repeat(65)}`])
      for (const { address } of vectors.signatures) expect(verify(address, signature)).toBe(false);
  });
});
