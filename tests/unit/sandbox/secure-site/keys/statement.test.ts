import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import {
  isStatementSigned,
  managementKeyOf,
  proveRecovery,
  recoveryKeyOf,
  type Statement,
  signManagement,
  statementBytes,
} from '../../../../../sandbox/secure-site/keys/statement.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../../vectors/ed25519-small-order.js';
import { fill } from './support.js';

const SECRET = fill(7);
const STATEMENT: Statement = { action: 'add-device', wallet: 'wallet-1', nonce: 'n'.repeat(22), parameters: ['device-1', 'hash'] };
const signed = signManagement(SECRET, STATEMENT);

describe('statements', () => {
  it('verifies the signature of the key that is registered', () => {
    expect(signed.publicKey).toBe(managementKeyOf(SECRET));
    expect(isStatementSigned(STATEMENT, signed)).toBe(true);
    const proof = proveRecovery(SECRET, STATEMENT);
    expect(proof.publicKey).toBe(recoveryKeyOf(SECRET));
    expect(isStatementSigned(STATEMENT, proof)).toBe(true);
  });

  it('has independent keys for management and recovery', () => {
    expect(managementKeyOf(SECRET)).not.toBe(recoveryKeyOf(SECRET));
    const { signature } = proveRecovery(SECRET, STATEMENT);
    expect(isStatementSigned(STATEMENT, { publicKey: managementKeyOf(SECRET), signature })).toBe(false);
  });

  it('refuses a statement with any changed member', () => {
    const text = fc.string({ maxLength: 6 });
    const change = fc.record(
      { action: text, wallet: text, nonce: text, parameters: fc.array(text, { maxLength: 3 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(change, (changes) => {
        const changed = { ...STATEMENT, ...changes };
        expect(isStatementSigned(changed, signed)).toBe(JSON.stringify(changed) === JSON.stringify(STATEMENT));
      }),
    );
    for (const parameters of [['device-1hash'], ['device-1', 'hash', ''], ['hash', 'device-1'], []])
      expect(isStatementSigned({ ...STATEMENT, parameters }, signed)).toBe(false);
    expect(isStatementSigned({ ...STATEMENT, action: '\ud800' }, signed)).toBe(false);
  });

  it('refuses a malleated signature', () => {
    const bytes = fromBase64Url(signed.signature);
    const s = bytesToNumberLE(bytes.subarray(32)) + ed25519.Point.Fn.ORDER;
    const malleated = concatBytes(bytes.subarray(0, 32), numberToBytesLE(s, 32));
    expect(isStatementSigned(STATEMENT, { ...signed, signature: toBase64Url(malleated) })).toBe(false);
    // One bit of each byte.
    for (let bit = 0; bit < 512; bit += 9) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(isStatementSigned(STATEMENT, { ...signed, signature: toBase64Url(flipped) })).toBe(false);
    }
    // The last letter of 64 bytes has 4 bits that say nothing.
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
      (last) => signed.signature.slice(0, -1) + last,
    );
    expect(others.filter((signature) => isStatementSigned(STATEMENT, { ...signed, signature }))).toEqual([signed.signature]);
    for (const signature of ['', `${signed.signature}==`, ` ${signed.signature}`, signed.signature.slice(2)])
      expect(isStatementSigned(STATEMENT, { ...signed, signature })).toBe(false);
  });

  it.each([...SMALL_ORDER_POINTS, ...NON_CANONICAL_POINTS])('refuses %s as a key and as R', (point) => {
    const message = statementBytes(STATEMENT);
    const forged = concatBytes(ed25519.Point.BASE.multiply(7n).toBytes(), numberToBytesLE(7n, 32));
    const publicKey = hexToBytes(point);
    expect(ed25519.verify(forged, message, publicKey, { zip215: true })).toBe(true);
    expect(isStatementSigned(STATEMENT, { publicKey: toBase64Url(publicKey), signature: toBase64Url(forged) })).toBe(false);
    // R of small order needs a signer that picks it: the user, with a key whose signatures others could not rely on.
    const { scalar } = ed25519.utils.getExtendedPublicKey(fill(9));
    const key = ed25519.getPublicKey(fill(9));
    const k = bytesToNumberLE(sha512(concatBytes(publicKey, key, message))) % ed25519.Point.Fn.ORDER;
    const signature = concatBytes(publicKey, numberToBytesLE((k * scalar) % ed25519.Point.Fn.ORDER, 32));
    expect(ed25519.verify(signature, message, key, { zip215: true })).toBe(true);
    expect(isStatementSigned(STATEMENT, { publicKey: toBase64Url(key), signature: toBase64Url(signature) })).toBe(false);
  });
});
