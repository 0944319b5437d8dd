import { describe, expect, it } from 'vitest';
import { formatSignInMessage, type SignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import {
  SIGN_IN_RULES,
  type SignedSignIn,
  type SignInRefusal,
  type SignInVerdict,
  type SignInVerification,
  verifySignIn,
} from '../../../../domain/sign-in/verify-sign-in.js';
import { SIGN_IN_SIGNERS, type SignInSigner } from './sign-in-signers.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();
const NONCE = 'k3jf9s8dh2m4n5b6v7c8x9z0';

/** A verifier with one nonce, which is usable once. */
const verifierOf = (signer: SignInSigner, overrides: Partial<SignInVerification> = {}) => {
  const nonces = new Set([NONCE]);
  const verification: SignInVerification = {
    origins: ['https://app.example', 'https://app.example:8443'],
    chains: [signer.chainId],
    maxAgeMs: 300_000,
    clockSkewMs: 30_000,
    now: NOW,
    takeNonce: async (nonce) => nonces.delete(nonce),
    // A key has no contract.
    ethCall: () => async () => '0x',
    ...overrides,
  };
  return (signed: SignedSignIn): Promise<SignInVerdict> => verifySignIn(signed, verification);
};

const messageOf = ({ chainId, accountAddress }: SignInSigner): SignInMessage => ({
  domain: 'app.example',
  chainId,
  accountAddress,
  statement: 'Sign in to Example',
  uri: 'https://app.example/login',
  version: '1',
  nonce: NONCE,
  issuedAt: at(0),
  expirationTime: at(600),
  notBefore: at(-60),
  requestId: 'request-1',
  resources: ['https://app.example/terms'],
});

const signed = async (signer: SignInSigner, message: string): Promise<SignedSignIn> => ({ message, signature: await signer.sign(message) });
const signedMessage = (signer: SignInSigner, changes: Partial<SignInMessage> = {}): Promise<SignedSignIn> =>
  signed(signer, formatSignInMessage({ ...messageOf(signer), ...changes }));

/** Makes a sign-in that is refused. The other account has another key. */
type Make = (signer: SignInSigner, other: SignInSigner) => Promise<SignedSignIn>;

const withFields =
  (changes: Partial<SignInMessage> | ((signer: SignInSigner, other: SignInSigner) => Partial<SignInMessage>)): Make =>
  (signer, other) =>
    signedMessage(signer, typeof changes === 'function' ? changes(signer, other) : changes);

/** Signs a text that is not that of a message. */
const withText =
  (change: (text: string) => string): Make =>
  (signer) =>
    signed(signer, change(formatSignInMessage(messageOf(signer))));

/** Changes a message that is already signed. */
const afterSigning =
  (changes: Partial<SignInMessage> | ((signer: SignInSigner, other: SignInSigner) => Partial<SignInMessage>)): Make =>
  async (signer, other) => {
    const { signature } = await signedMessage(signer);
    const changed = typeof changes === 'function' ? changes(signer, other) : changes;
    return { message: formatSignInMessage({ ...messageOf(signer), ...changed }), signature };
  };

const withSignature =
  (change: (signature: string) => string): Make =>
  async (signer) => {
    const { message, signature } = await signedMessage(signer);
    return { message, signature: change(signature) };
  };

const CASES: readonly (readonly [title: string, refusal: SignInRefusal, make: Make])[] = [
  ['another domain', 'wrong-domain', withFields({ domain: 'evil.example' })],
  ['a subdomain', 'wrong-domain', withFields({ domain: 'login.app.example' })],
  ['the parent domain', 'wrong-domain', withFields({ domain: 'example' })],
  ['a domain with another port', 'wrong-domain', withFields({ domain: 'app.example:444' })],
  ['the default port written out', 'wrong-domain', withFields({ domain: 'app.example:443' })],
  ['a domain with user information', 'wrong-domain', withFields({ domain: 'app.example@evil.example' })],
  ['a domain that begins alike', 'wrong-domain', withFields({ domain: 'app.example.evil.example' })],
  ['the encoded form of a look-alike domain', 'wrong-domain', withFields({ domain: 'xn--pp-5ka.example' })],
  ['a domain in upper case', 'wrong-domain', withFields({ domain: 'APP.example' })],
  ['another scheme', 'wrong-domain', withFields({ scheme: 'http' })],
  ['a URI of another site', 'wrong-uri', withFields({ uri: 'https://evil.example/login' })],
  ['a URI with another scheme', 'wrong-uri', withFields({ uri: 'http://app.example/login' })],
  ['a URI with another port', 'wrong-uri', withFields({ uri: 'https://app.example:444/login' })],
  ['a URI with user information', 'wrong-uri', withFields({ uri: 'https://app.example@evil.example/' })],
  ['a URI with user information before the own host', 'wrong-uri', withFields({ uri: 'https://user@app.example/' })],
  ['a URI that begins alike', 'wrong-uri', withFields({ uri: 'https://app.example.evil.example/' })],
  ['a URI without a host', 'wrong-uri', withFields({ uri: 'urn:app.example' })],
  [
    'another chain',
    'wrong-chain',
    withFields(({ otherChainId, otherAddress, accountAddress }) => ({
      chainId: otherChainId,
      accountAddress: otherAddress ?? accountAddress,
    })),
  ],
  ['a message from the future', 'not-issued-yet', withFields({ issuedAt: at(31) })],
  ['a message from the future in another time zone', 'not-issued-yet', withFields({ issuedAt: '2026-01-01T12:00:00-01:00' })],
  ['an old message', 'too-old', withFields({ issuedAt: at(-330) })],
  ['a message of last year', 'too-old', withFields({ issuedAt: '2025-01-01T12:00:00Z' })],
  ['a message that is not valid yet', 'not-valid-yet', withFields({ notBefore: at(31) })],
  ['an expired message', 'expired', withFields({ expirationTime: at(0) })],
  ['a message that expired in another time zone', 'expired', withFields({ expirationTime: '2026-01-01T13:00:00+01:00' })],
  ['a guessed nonce', 'invalid-nonce', withFields({ nonce: '0000000000000000' })],
  ['a nonce in another case', 'invalid-nonce', withFields({ nonce: NONCE.toUpperCase() })],
  ['a nonce with more characters', 'invalid-nonce', withFields({ nonce: `${NONCE}1` })],
  ['a short nonce', 'invalid-message', withText((text) => text.replace(NONCE, 'short'))],
  ['a look-alike domain', 'invalid-message', withText((text) => text.replace('app.example wants', '\u0430pp.example wants'))],
  [
    'a time that does not exist',
    'invalid-message',
    withText((text) => text.replace('2026-01-01T12:00:00.000Z', '2026-02-30T12:00:00.000Z')),
  ],
  ['version 2', 'invalid-message', withText((text) => text.replace('Version: 1', 'Version: 2'))],
  ['a byte at the end', 'invalid-message', withText((text) => `${text}\n`)],
  ['a byte at the start', 'invalid-message', withText((text) => ` ${text}`)],
  ['a byte order mark', 'invalid-message', withText((text) => `\ufeff${text}`)],
  ['other line breaks', 'invalid-message', withText((text) => text.replaceAll('\n', '\r\n'))],
  ['a second message', 'invalid-message', withText((text) => `${text}\n${text}`)],
  ['a second statement', 'invalid-message', withText((text) => text.replace('Sign in to Example', 'Sign in to Example\nand more'))],
  [
    'a URI in the statement’s place',
    'invalid-message',
    withText((text) => text.replace('\n\nURI: https://app.example/login', '\nURI: https://app.example/login')),
  ],
  ['a field after the resources', 'invalid-message', withText((text) => `${text}\nRequest ID: other`)],
  [
    'an address that is none',
    'invalid-message',
    async (signer) => signed(signer, formatSignInMessage(messageOf(signer)).replace(signer.accountAddress, 'nobody')),
  ],
  ['no text', 'invalid-message', withText(() => '')],
  ['a message of another account', 'wrong-signature', withFields((_, { accountAddress }) => ({ accountAddress }))],
  ['an altered statement', 'wrong-signature', afterSigning({ statement: 'Sign in to example' })],
  ['a removed statement', 'wrong-signature', afterSigning({ statement: undefined })],
  ['an added resource', 'wrong-signature', afterSigning({ resources: ['https://app.example/terms', 'https://app.example/admin'] })],
  ['removed resources', 'wrong-signature', afterSigning({ resources: undefined })],
  ['an altered request id', 'wrong-signature', afterSigning({ requestId: 'request-2' })],
  ['a later expiration', 'wrong-signature', afterSigning({ expirationTime: at(6_000) })],
  ['an altered path', 'wrong-signature', afterSigning({ uri: 'https://app.example/admin' })],
  ['an altered account', 'wrong-signature', afterSigning((_, { accountAddress }) => ({ accountAddress }))],
  [
    'a signature of another account',
    'wrong-signature',
    async (signer, other) => ({ ...(await signedMessage(signer)), signature: await other.sign(formatSignInMessage(messageOf(signer))) }),
  ],
  ['no signature', 'wrong-signature', withSignature(() => '')],
  ['half a signature', 'wrong-signature', withSignature((signature) => signature.slice(0, signature.length / 2))],
  [
    'a changed signature',
    'wrong-signature',
    withSignature((signature) => `${signature.slice(0, 20)}${signature[20] === '4' ? '5' : '4'}${signature.slice(21)}`),
  ],
  ['a byte after the signature', 'wrong-signature', withSignature((signature) => `${signature}00`)],
  [
    'a signature in another encoding',
    'wrong-signature',
    withSignature((signature) => [...signature].map((letter) => letter.codePointAt(0)?.toString(16)).join('')),
  ],
];

describe.each(Object.entries(SIGN_IN_SIGNERS))('a sign-in of %s', (_, create) => {
  it('is accepted', async () => {
    const signer = await create('alice');
    expect(await verifierOf(signer)(await signedMessage(signer))).toEqual({ message: messageOf(signer) });
  });

  it.each(CASES)('is refused with %s: %s', async (_title, refusal, make) => {
    const [signer, other] = [await create('alice'), await create('bob')];
    expect(await verifierOf(signer)(await make(signer, other))).toEqual({ refusal });
  });

  it('is refused with a nonce that is used again', async () => {
    const signer = await create('alice');
    const verify = verifierOf(signer);
    const sent = await signedMessage(signer);
    expect(await Promise.all([verify(sent), verify(sent)])).toEqual([{ message: messageOf(signer) }, { refusal: 'invalid-nonce' }]);
  });

  it('is refused for another account than the expected one', async () => {
    const [signer, other] = [await create('alice'), await create('bob')];
    const verify = verifierOf(signer, { account: { chainId: signer.chainId, address: other.accountAddress } });
    expect(await verify(await signedMessage(signer))).toEqual({ refusal: 'wrong-account' });
  });
});

describe('the rules of a sign-in', () => {
  it.each(Object.keys(SIGN_IN_RULES) as (keyof typeof SIGN_IN_RULES)[])('refuse what only %s refuses', async (rule) => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const account = rule === 'wrong-account' ? { account: { chainId: signer.chainId, address: other.accountAddress } } : {};
    const cases = CASES.filter(([, refusal]) => refusal === rule).map(([, , make]) => make);
    const { [rule]: _, ...rules } = SIGN_IN_RULES;
    for (const make of rule === 'wrong-account' ? [withFields({})] : cases) {
      const sent = await make(signer, other);
      expect(await verifierOf(signer, account)(sent)).toEqual({ refusal: rule });
      expect(await verifierOf(signer, { ...account, rules })(sent)).toHaveProperty('message');
    }
  });

  it('accept a message without the optional times, at the edge of the clock skew, and from each origin', async () => {
    const signer = await SIGN_IN_SIGNERS.eip155('alice');
    for (const changes of [
      { expirationTime: undefined, notBefore: undefined },
      { issuedAt: at(30) },
      { issuedAt: at(-329) },
      { notBefore: at(30) },
      { scheme: 'https' },
      { domain: 'app.example:8443', uri: 'https://app.example:8443/' },
      { uri: 'https://APP.example:443/login' },
    ])
      expect(await verifierOf(signer)(await signedMessage(signer, changes))).toHaveProperty('message');
  });

  it('refuse with "unavailable" while the chain of a contract account does not respond, and use up the nonce', async () => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const verify = verifierOf(signer, {
      ethCall: () => async () => {
        throw new Error('down');
      },
    });
    const sent = await signedMessage(signer, { accountAddress: other.accountAddress });
    expect([await verify(sent), await verify(sent)]).toEqual([{ refusal: 'unavailable' }, { refusal: 'invalid-nonce' }]);
  });

  it.each([
    ['garbage', '0xdeadbeef'],
    ['nothing', '0x'],
    ['a revert', null],
    ['the call itself', `0x1626ba7e${'11'.repeat(32)}`],
    ['true', `0x${'0'.repeat(63)}1`],
  ])('refuse the signature of a contract that answers %s', async (_, result) => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const sent = await signedMessage(signer, { accountAddress: other.accountAddress });
    expect(await verifierOf(signer, { ethCall: () => async () => result })(sent)).toEqual({ refusal: 'wrong-signature' });
  });

  it('accept the signature that a contract accepts', async () => {
    const [signer, other] = [await SIGN_IN_SIGNERS.eip155('alice'), await SIGN_IN_SIGNERS.eip155('bob')];
    const sent = await signedMessage(signer, { accountAddress: other.accountAddress });
    const ethCall = () => async () => `0x1626ba7e${'0'.repeat(56)}`;
    expect(await verifierOf(signer, { ethCall })(sent)).toHaveProperty('message.accountAddress', other.accountAddress);
  });
});
