import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTESTATION_TIMEOUT_MS,
  attestationKeyUrl,
  attestationServerUrl,
  attestationUrl,
  originLookupUrl,
  readAttestationKey,
  readAttestationReply,
} from '../../../../../domain/wallet-protocol/origin/attestation-service.js';
import { forAll } from '../../properties.js';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID = 'ab'.repeat(32);
const jwt = `${part({ alg: 'ES256' })}.${part({ id: ID, origin: 'https://app.example', exp: 1, isVerified: true })}.c2ln`;
const expected = { serverOrigin: 'https://verify.example', envelopeId: ID };

describe('attestation service', () => {
  it('has the URLs of the protocol, with escaped parameters', () => {
    const request = {
      server: 'https://verify.example',
      projectId: 'a&b',
      origin: 'https://app.example:8080',
      envelopeId: ID,
      messageId: 'cd',
    };
    expect(attestationUrl(request)).toBe(
      `https://verify.example/v3/attestation?projectId=a%26b&origin=https%3A%2F%2Fapp.example%3A8080&id=${ID}&decryptedId=cd`,
    );
    expect(Object.fromEntries(new URL(attestationUrl(request)).searchParams)).toMatchObject({ projectId: 'a&b', origin: request.origin });
    expect(attestationKeyUrl('https://verify.example')).toBe('https://verify.example/v3/public-key');
    expect(originLookupUrl('https://verify.example', ID)).toBe(`https://verify.example/attestation/${ID}?v2Supported=true`);
    expect(ATTESTATION_TIMEOUT_MS).toBe(5_000);
  });

  it('accepts an HTTP URL, with or without trailing slash', () => {
    const urls = [
      'https://verify.example',
      'https://verify.example/',
      'http://localhost:1/verify//',
      '',
      'verify.example',
      'ftp://verify.example',
      7,
    ];
    const expectedUrls = ['https://verify.example', 'https://verify.example', 'http://localhost:1/verify', null, null, null, null];
    expect(urls.map(attestationServerUrl)).toEqual(expectedUrls);
  });

  it('returns the attestation of this message', () => {
    const data = JSON.stringify({ type: 'verify_attestation', attestation: jwt });
    expect(readAttestationReply({ data, origin: 'https://verify.example' }, expected)).toBe(jwt);
  });

  it.each([
    ['another origin', JSON.stringify({ type: 'verify_attestation', attestation: jwt }), 'https://evil.example'],
    ['no origin', JSON.stringify({ type: 'verify_attestation', attestation: jwt }), 'null'],
    ['an object', { type: 'verify_attestation', attestation: jwt }, 'https://verify.example'],
    ['no JSON', '{', 'https://verify.example'],
    ['null', 'null', 'https://verify.example'],
    ['another type', JSON.stringify({ type: 'verify_ready', attestation: jwt }), 'https://verify.example'],
    ['no attestation', JSON.stringify({ type: 'verify_attestation', attestation: null }), 'https://verify.example'],
    ['an invalid attestation', JSON.stringify({ type: 'verify_attestation', attestation: 'a.b.c' }), 'https://verify.example'],
  ])('ignores a message with %s', (_, data, origin) => {
    expect(readAttestationReply({ data, origin }, expected)).toBeNull();
  });

  it('ignores an attestation for another message', () => {
    const data = JSON.stringify({ type: 'verify_attestation', attestation: jwt });
    expect(readAttestationReply({ data, origin: 'https://verify.example' }, { ...expected, envelopeId: 'cd'.repeat(32) })).toBeNull();
  });

  const key = { publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'b'.repeat(43) }, expiresAt: 1_700_000_000 };

  it('has a P-256 key with an expiry; other members are dropped', () => {
    expect(readAttestationKey({ ...key, publicKey: { ...key.publicKey, ext: true, key_ops: ['verify'], d: 'secret' } })).toEqual(key);
  });

  it.each([
    ['nothing', null],
    ['no point', { expiresAt: 1 }],
    ['no expiry', { publicKey: key.publicKey }],
    ['an infinite expiry', { ...key, expiresAt: Number.POSITIVE_INFINITY }],
    ['another curve', { ...key, publicKey: { ...key.publicKey, crv: 'P-384' } }],
    ['another kind of key', { ...key, publicKey: { ...key.publicKey, kty: 'RSA' } }],
    ['a short coordinate', { ...key, publicKey: { ...key.publicKey, x: 'A' } }],
    ['an invalid coordinate', { ...key, publicKey: { ...key.publicKey, y: 1 } }],
  ])('rejects a key with %s', (_, value) => {
    expect(readAttestationKey(value)).toBeNull();
  });

  it('never throws for any value', () => {
    forAll(fc.anything(), (value) => void readAttestationKey(value));
    forAll(fc.anything(), (value) => {
      expect(readAttestationReply({ data: value, origin: 'https://verify.example' }, expected)).toBeNull();
    });
  });
});
