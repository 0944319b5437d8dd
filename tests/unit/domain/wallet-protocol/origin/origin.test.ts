import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttestationFacts,
  attestedOrigin,
  isKeyFresh,
  isLookedUpAfter,
  NO_ORIGIN,
  readAttestation,
  readOriginLookup,
  unknownOrigin,
} from '../../../../../domain/wallet-protocol/origin/attestation.js';
import { isAttested, linkVerifyContext, verifyContext, verifyServer } from '../../../../../domain/wallet-protocol/origin/verify-context.js';
import { forAll } from '../../properties.js';

const NOW = 1_700_000_000_000;
const ORIGIN = 'https://app.example';

const claims = { id: 'ab'.repeat(32), origin: ORIGIN, exp: NOW / 1_000 + 60, isScam: false, isVerified: true };
const facts: AttestationFacts = { claims, envelopeId: claims.id, key: { expiresAt: NOW / 1_000 + 60 }, isSigned: true, nowMs: NOW };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwtOf = (payload: unknown): string => `${part({ alg: 'ES256' })}.${part(payload)}.c2lnbmF0dXJl`;

describe('an attestation that says nothing', () => {
  it('leaves the question open only where it cannot be relied on, and is about this message', () => {
    const open = (Object.keys(NO_ORIGIN) as (keyof typeof NO_ORIGIN)[]).filter((reason) => isLookedUpAfter(unknownOrigin(reason)));
    expect(open).toEqual(['keyExpired', 'wrongSignature', 'expired']);
    expect(isLookedUpAfter({ isKnown: true, origin: ORIGIN, isScam: false })).toBe(false);
  });
});

describe('an attestation', () => {
  it('is read out of its JWT, whatever else that says', () => {
    expect(readAttestation(jwtOf({ ...claims, iss: 'verify' }))).toEqual(claims);
    expect(readAttestation(jwtOf({ ...claims, origin: 'https://bücher.example' }))?.origin).toBe('https://bücher.example');
  });

  it('flags nothing and has verified nothing unless it says so', () => {
    const { isScam: _, isVerified: __, ...rest } = claims;
    expect(readAttestation(jwtOf(rest))).toEqual({ ...rest, isScam: false, isVerified: false });
    expect(readAttestation(jwtOf({ ...rest, isScam: 'yes', isVerified: 1 }))).toEqual({ ...rest, isScam: false, isVerified: false });
  });

  it.each([
    ['empty', ''],
    ['of two parts', 'e30.e30'],
    ['of four parts', 'e30.e30.e30.e30'],
    ['with a payload that is no JSON', 'e30.e3.e30'],
    ['with a payload that is null', `e30.${part(null)}.e30`],
    ['without an id', jwtOf({ ...claims, id: undefined })],
    ['without an origin', jwtOf({ ...claims, origin: null })],
    ['with an expiry in words', jwtOf({ ...claims, exp: 'tomorrow' })],
  ])('is none when it is %s', (_, jwt) => {
    expect(readAttestation(jwt)).toBeNull();
  });

  it('is read or refused, whatever it is', () => {
    forAll(fc.string(), (text) => void readAttestation(text));
    forAll(fc.jsonValue(), (value) => void readAttestation(jwtOf(value)));
  });

  it('says where a message came from', () => {
    expect(attestedOrigin(facts)).toEqual({ isKnown: true, origin: ORIGIN, isScam: false });
    expect(attestedOrigin({ ...facts, claims: { ...claims, isScam: true } })).toEqual({ isKnown: true, origin: ORIGIN, isScam: true });
  });

  const silent: readonly (readonly [keyof typeof NO_ORIGIN, Partial<AttestationFacts>])[] = [
    ['none', { claims: null }],
    ['otherMessage', { envelopeId: 'cd'.repeat(32) }],
    ['keyExpired', { key: { expiresAt: NOW / 1_000 - 1 } }],
    ['wrongSignature', { isSigned: false }],
    ['expired', { claims: { ...claims, exp: NOW / 1_000 - 1 } }],
    ['notVerified', { claims: { ...claims, isVerified: false } }],
  ];

  it.each(silent)('says nothing: %s', (reason, change) => {
    expect(attestedOrigin({ ...facts, ...change })).toEqual({ isKnown: false, reason: NO_ORIGIN[reason] });
  });

  it('does not say that a message is from a scam when it is about another, or nobody signed it', () => {
    const scam = { ...facts, claims: { ...claims, isScam: true } };
    for (const change of [{ envelopeId: 'cd'.repeat(32) }, { isSigned: false }])
      expect(attestedOrigin({ ...scam, ...change }).isKnown).toBe(false);
  });

  it('has the sentences of the official clients where they have one', () => {
    expect(NO_ORIGIN).toMatchObject({ expired: 'JWT attestation expired', wrongSignature: 'Invalid signature' });
  });

  it('and its key are good up to their very second', () => {
    expect(attestedOrigin({ ...facts, claims: { ...claims, exp: NOW / 1_000 }, key: { expiresAt: NOW / 1_000 } }).isKnown).toBe(true);
    expect(isKeyFresh({ expiresAt: NOW / 1_000 }, NOW)).toBe(true);
    expect(isKeyFresh({ expiresAt: NOW / 1_000 }, NOW + 1)).toBe(false);
    expect(isKeyFresh({ expiresAt: Number.NaN }, NOW)).toBe(false);
  });

  it('may also be looked up by the hash of the message', () => {
    expect(readOriginLookup({ origin: ORIGIN, isScam: true })).toEqual({ isKnown: true, origin: ORIGIN, isScam: true });
    expect(readOriginLookup({ origin: ORIGIN })).toEqual({ isKnown: true, origin: ORIGIN, isScam: false });
    for (const none of [null, {}, { origin: '' }, { origin: 1 }, 'https://app.example', undefined])
      expect(readOriginLookup(none)).toEqual({ isKnown: false, reason: NO_ORIGIN.none });
  });
});

describe('the verdict on an origin', () => {
  const claimed = { url: `${ORIGIN}/path`, origin: ORIGIN, verifyUrl: 'https://verify.walletconnect.org' };
  const attested = (origin: string, isScam = false) => ({ isKnown: true, origin, isScam }) as const;

  it('is VALID where the sender is where it says', () => {
    expect(verifyContext(claimed, attested(ORIGIN))).toEqual({
      verified: { origin: ORIGIN, validation: 'VALID', verifyUrl: claimed.verifyUrl, isScam: false },
    });
  });

  it('is INVALID where it is elsewhere, or says no address at all', () => {
    for (const other of ['https://app.example.evil', 'http://app.example', 'https://app.example:444', ''])
      expect(verifyContext(claimed, attested(other)).verified).toMatchObject({ origin: other, validation: 'INVALID' });
    expect(verifyContext({ ...claimed, url: 'nonsense', origin: null }, attested(ORIGIN)).verified.validation).toBe('INVALID');
    // What an opaque origin calls itself is nobody's.
    expect(verifyContext({ ...claimed, origin: null }, attested('null')).verified.validation).toBe('INVALID');
  });

  it('is UNKNOWN where nobody knows, and then flags nothing', () => {
    const unknown = { verified: { origin: claimed.url, validation: 'UNKNOWN', verifyUrl: claimed.verifyUrl } };
    expect(verifyContext(claimed, null)).toEqual(unknown);
    for (const reason of Object.values(NO_ORIGIN)) expect(verifyContext(claimed, { isKnown: false, reason })).toEqual(unknown);
  });

  it('flags a scam, whether it is where it says or not', () => {
    expect(verifyContext(claimed, attested(ORIGIN, true)).verified).toMatchObject({ validation: 'VALID', isScam: true });
    expect(verifyContext(claimed, attested('https://evil.example', true)).verified).toMatchObject({ validation: 'INVALID', isScam: true });
  });

  it('by link is VALID or INVALID and never UNKNOWN: the link of the sender tells', () => {
    expect(linkVerifyContext(claimed, ORIGIN)).toEqual({
      verified: { origin: claimed.url, validation: 'VALID', verifyUrl: claimed.verifyUrl },
    });
    for (const [of, link] of [
      [claimed, 'https://other.example'],
      [claimed, null],
      [{ ...claimed, origin: null }, null],
      [{ ...claimed, origin: null }, ORIGIN],
    ] as const)
      expect(linkVerifyContext(of, link).verified.validation).toBe('INVALID');
  });

  it('is asked of the configured service, of another only among the public ones, and of none where none is configured', () => {
    const [com, org] = ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'];
    expect(verifyServer(undefined, org)).toBe(org);
    expect(verifyServer(com, org)).toBe(com);
    expect(verifyServer('https://verify.evil.example', org)).toBe(org);
    expect(verifyServer(com, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9');
    expect(verifyServer('http://127.0.0.1:9', 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9');
    for (const named of [undefined, com, org]) expect(verifyServer(named, null)).toBeNull();
  });

  it('is asked for on the calls that a person answers, and on no other', () => {
    for (const method of ['wc_sessionPropose', 'wc_sessionRequest', 'wc_authRequest', 'wc_sessionAuthenticate'])
      expect(isAttested(method)).toBe(true);
    for (const method of ['wc_sessionPing', 'wc_sessionSettle', '']) expect(isAttested(method)).toBe(false);
  });
});
