import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAuth } from '../../../../sandbox/relay/check-auth.js';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const NOW_MS = 1_700_000_000_000;
const EXPECTED = { audiences: ['wss://relay.example'], host: '127.0.0.1:4000', nowMs: NOW_MS };

const toBase58 = (bytes: Buffer): string => {
  let text = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n) text = BASE58.charAt(Number(value % 58n)) + text;
  return text;
};

const didOf = (publicKey: KeyObject): string => {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return `did:key:z${toBase58(Buffer.concat([Buffer.from('ed01', 'hex'), spki.subarray(-32)]))}`;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const CLIENT_ID = didOf(publicKey).replace('did:key:', '');
const CLAIMS = { iss: didOf(publicKey), sub: '00'.repeat(32), aud: 'ws://127.0.0.1:4000', iat: 1_700_000_000, exp: 1_700_086_400 };

const tokenOf = (claims: unknown, header: unknown = { alg: 'EdDSA', typ: 'JWT' }, key = privateKey): string => {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
};

describe('checkAuth', () => {
  it('returns the client id of a valid token', () => {
    expect(CLIENT_ID).toMatch(/^z6Mk/);
    for (const aud of ['ws://127.0.0.1:4000', 'ws://127.0.0.1:4000/', 'wss://relay.example'])
      expect(checkAuth(tokenOf({ ...CLAIMS, aud }), EXPECTED)).toEqual({ clientId: CLIENT_ID });
  });

  it('refuses tokens that are malformed, signed with another key, for another audience, or expired', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const good = tokenOf(CLAIMS);
    const [header, , signature] = good.split('.');
    const forged = `${header}.${encode({ ...CLAIMS, exp: CLAIMS.exp + 1 })}.${signature}`;
    const refusals: readonly (readonly [string | null, string])[] = [
      [null, 'no token'],
      ['', 'no token'],
      ['a.b.c', 'no token'],
      [`${good}.more`, 'no token'],
      [tokenOf(CLAIMS, { alg: 'none' }), 'unknown issuer'],
      [tokenOf({ ...CLAIMS, iss: CLIENT_ID }), 'unknown issuer'],
      [tokenOf({ ...CLAIMS, iss: 'did:key:z0' }), 'unknown issuer'],
      [tokenOf({ ...CLAIMS, iss: 'did:key:z6Mk' }), 'unknown issuer'],
      [tokenOf(CLAIMS, undefined, other), 'bad signature'],
      [forged, 'bad signature'],
      [tokenOf({ ...CLAIMS, exp: NOW_MS / 1_000 }), 'expired token'],
      [tokenOf({ ...CLAIMS, aud: 'ws://127.0.0.1:4001' }), 'wrong audience'],
      [tokenOf({ ...CLAIMS, aud: 'wss://relay.example/' }), 'wrong audience'],
      [tokenOf({ ...CLAIMS, aud: undefined }), 'wrong audience'],
    ];
    for (const [token, refused] of refusals) expect(checkAuth(token, EXPECTED), token ?? 'null').toEqual({ refused });
  });
});
