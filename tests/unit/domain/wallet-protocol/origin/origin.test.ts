import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTESTATION_FAILURES,
  type AttestationFacts,
  isKeyFresh,
  readAttestation,
  readOriginLookup,
  shouldLookUpOrigin,
  unknownOrigin,
  verifyAttestation,
} from '../../../../../domain/wallet-protocol/origin/attestation.js';
import { isAttested, linkVerifyContext, verifyContext, verifyServer } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import { forAll } from '../../properties.js';

const NOW = 1_700_000_000_000;
const ORIGIN = 'https://app.example';

const claims = { id: 'ab'.repeat(32), origin: ORIGIN, exp: NOW / 1_000 + 60, isScam: false, isVerified: true };
const facts: AttestationFacts = { claims, envelopeId: claims.id, key: { expiresAt: NOW / 1_000 + 60 }, isSigned: true, nowMs: NOW };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwtOf = (payload: unknown): string => `${part({ alg: 'ES256' })}.${part(payload)}.c2lnbmF0dXJl`;

describe('failed attestation', () => {
  it('triggers a lookup only if it is untrusted but for this message', () => {
    const lookups = (Object.keys(ATTESTATION_FAILURES) as (keyof typeof ATTESTATION_FAILURES)[]).filter((reason) =>
      shouldLookUpOrigin(unknownOrigin(reason)),
    );
    expect(lookups).toEqual(['keyExpired', 'wrongSignature', 'expired']);
    expect(shouldLookUpOrigin({ isKnown: true, origin: ORIGIN, isScam: false })).toBe(false);
  });
});

describe('attestation', () => {
  it('is parsed from its JWT, without other claims', () => {
    expect(readAttestation(jwtOf({ ...claims, iss: 'verify' }))).toEqual(claims);
    expect(readAttestation(jwtOf({ ...claims, origin: 'https://bücher.example' }))?.origin).toBe('https://bücher.example');
  });

  it('is not verified and not a scam by default', () => {
    const { isScam: _, isVerified: __, ...rest } = claims;
    expect(readAttestation(jwtOf(rest))).toEqual({ ...rest, isScam: false, isVerified: false });
    expect(readAttestation(jwtOf({ ...rest, isScam: 'yes', isVerified: 1 }))).toEqual({ ...rest, isScam: false, isVerified: false });
  });

  it.each([
    ['empty', ''],
    ['of two parts', 'e30.e30'],
    ['of four parts', 'e30.e30.e30.e30'],
    ['with a payload that is not JSON', 'e30.e3.e30'],
    ['with a payload that is null', `e30.${part(null)}.e30`],
    ['without an id', jwtOf({ ...claims, id: undefined })],
    ['without an origin', jwtOf({ ...claims, origin: null })],
    ['with a textual expiry', jwtOf({ ...claims, exp: 'tomorrow' })],
  ])('is rejected if %s', (_, jwt) => {
    expect(readAttestation(jwt)).toBeNull();
  });

  it('never throws for any value', () => {
    forAll(fc.string(), (text) => void readAttestation(text));
    forAll(fc.jsonValue(), (value) => void readAttestation(jwtOf(value)));
  });

  it('provides the origin of a message', () => {
    expect(verifyAttestation(facts)).toEqual({ isKnown: true, origin: ORIGIN, isScam: false });
    expect(verifyAttestation({ ...facts, claims: { ...claims, isScam: true } })).toEqual({ isKnown: true, origin: ORIGIN, isScam: true });
  });

  const failures: readonly (readonly [keyof typeof ATTESTATION_FAILURES, Partial<AttestationFacts>])[] = [
    ['none', { claims: null }],
    ['otherMessage', { envelopeId: 'cd'.repeat(32) }],
    ['keyExpired', { key: { expiresAt: NOW / 1_000 - 1 } }],
    ['wrongSignature', { isSigned: false }],
    ['expired', { claims: { ...claims, exp: NOW / 1_000 - 1 } }],
    ['notVerified', { claims: { ...claims, isVerified: false } }],
  ];

  it.each(failures)('fails: %s', (reason, change) => {
    expect(verifyAttestation({ ...facts, ...change })).toEqual({ isKnown: false, reason: ATTESTATION_FAILURES[reason] });
  });

  it('does not flag a scam if it is for another message or not signed', () => {
    const scam = { ...facts, claims: { ...claims, isScam: true } };
    for (const change of [{ envelopeId: 'cd'.repeat(32) }, { isSigned: false }])
      expect(verifyAttestation({ ...scam, ...change }).isKnown).toBe(false);
  });

  it('uses the messages of the official clients where they exist', () => {
    expect(ATTESTATION_FAILURES).toMatchObject({ expired: 'JWT attestation expired', wrongSignature: 'Invalid signature' });
  });

  it('is valid until the second of its expiry, and so is its key', () => {
    expect(verifyAttestation({ ...facts, claims: { ...claims, exp: NOW / 1_000 }, key: { expiresAt: NOW / 1_000 } }).isKnown).toBe(true);
    expect(isKeyFresh({ expiresAt: NOW / 1_000 }, NOW)).toBe(true);
    expect(isKeyFresh({ expiresAt: NOW / 1_000 }, NOW + 1)).toBe(false);
    expect(isKeyFresh({ expiresAt: Number.NaN }, NOW)).toBe(false);
  });

  it('may be looked up by the message’s hash', () => {
    expect(readOriginLookup({ origin: ORIGIN, isScam: true })).toEqual({ isKnown: true, origin: ORIGIN, isScam: true });
    expect(readOriginLookup({ origin: ORIGIN })).toEqual({ isKnown: true, origin: ORIGIN, isScam: false });
    for (const invalid of [null, {}, { origin: '' }, { origin: 1 }, 'https://app.example', undefined])
      expect(readOriginLookup(invalid)).toEqual({ isKnown: false, reason: ATTESTATION_FAILURES.none });
  });
});

describe('verify context', () => {
  const claimed = { url: `${ORIGIN}/path`, origin: ORIGIN, verifyUrl: 'https://verify.walletconnect.org' };
  const attested = (origin: string, isScam = false) => ({ isKnown: true, origin, isScam }) as const;

  it('is VALID if the origin matches', () => {
    expect(verifyContext(claimed, attested(ORIGIN))).toEqual({
      verified: { origin: ORIGIN, validation: 'VALID', verifyUrl: claimed.verifyUrl, isScam: false },
    });
  });

  it('is INVALID if the origin differs or none is claimed', () => {
    for (const other of ['https://app.example.evil', 'http://app.example', 'https://app.example:444', ''])
      expect(verifyContext(claimed, attested(other)).verified).toMatchObject({ origin: other, validation: 'INVALID' });
    expect(verifyContext({ ...claimed, url: 'nonsense', origin: null }, attested(ORIGIN)).verified.validation).toBe('INVALID');
    // The serialized opaque origin never matches.
    expect(verifyContext({ ...claimed, origin: null }, attested('null')).verified.validation).toBe('INVALID');
  });

  it('is UNKNOWN without attestation, and then has no scam flag', () => {
    const unknown = { verified: { origin: claimed.url, validation: 'UNKNOWN', verifyUrl: claimed.verifyUrl } };
    expect(verifyContext(claimed, null)).toEqual(unknown);
    for (const reason of Object.values(ATTESTATION_FAILURES)) expect(verifyContext(claimed, { isKnown: false, reason })).toEqual(unknown);
  });

  it('flags a scam in any case', () => {
    expect(verifyContext(claimed, attested(ORIGIN, true)).verified).toMatchObject({ validation: 'VALID', isScam: true });
    expect(verifyContext(claimed, attested('https://evil.example', true)).verified).toMatchObject({ validation: 'INVALID', isScam: true });
  });

  it('is UNKNOWN or INVALID for a link, never VALID', () => {
    expect(linkVerifyContext(claimed, ORIGIN)).toEqual({
      verified: { origin: claimed.url, validation: 'UNKNOWN', verifyUrl: claimed.verifyUrl },
    });
    for (const [of, link] of [
      [claimed, 'https://other.example'],
      [claimed, null],
      [{ ...claimed, origin: null }, null],
      [{ ...claimed, origin: null }, ORIGIN],
    ] as const)
      expect(linkVerifyContext(of, link).verified.validation).toBe('INVALID');
  });

  it('uses the configured service, another public one only if requested, and none if none is configured', () => {
    const [com, org] = ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'];
    expect(verifyServer(undefined, org)).toBe(org);
    expect(verifyServer(com, org)).toBe(com);
    expect(verifyServer('https://verify.evil.example', org)).toBe(org);
    expect(verifyServer(com, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9');
    expect(verifyServer('http://127.0.0.1:9', 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9');
    for (const named of [undefined, com, org]) expect(verifyServer(named, null)).toBeNull();
  });

  it('is attested only for requests that the user answers', () => {
    for (const method of ['wc_sessionPropose', 'wc_sessionRequest', 'wc_authRequest', 'wc_sessionAuthenticate'])
      expect(isAttested(method)).toBe(true);
    for (const method of ['wc_sessionPing', 'wc_sessionSettle', '']) expect(isAttested(method)).toBe(false);
  });
});
