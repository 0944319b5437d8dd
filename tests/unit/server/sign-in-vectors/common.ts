import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { SIGN_IN_SIGNERS } from '../../domain/sign-in/sign-in-signers.js';
import { after, alter, type Change, messageOf, sign, signature, signatureBytes, signText, textOf, type Vector } from './vector.js';

/** Addresses of all namespaces: none is an address of another namespace than its own. */
const FOREIGN_ADDRESSES = [
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
];

const replace = (part: string, by: string): Change => signText((text) => text.replace(part, by));

/** An address of the next namespace in the list. */
const withForeignAddress: Change = signText((text, { signer: { accountAddress, chainId } }) => {
  const at = ['eip155', 'solana', 'bip122', 'polkadot'].findIndex((namespace) => chainId.startsWith(namespace));
  return text.replace(accountAddress, FOREIGN_ADDRESSES[(at + 1) % 4] ?? '');
});

/** The encodings of signatures; an account uses one of them. */
const ENCODINGS: readonly ((bytes: Uint8Array) => string)[] = [
  (bytes) => `0x${bytesToHex(bytes)}`,
  bytesToHex,
  base58.encode,
  base64.encode,
];

/** The signature in each encoding that is not that of the account, one of them by its place. */
const inOtherEncoding = (place: 0 | 1 | 2): Change =>
  signature((text, { signer }) => {
    const bytes = signer.encoding.decode(text);
    return ENCODINGS.map((encode) => encode(bytes)).filter((encoded) => encoded !== text)[place] ?? '';
  });

/** Vectors for all types of accounts. */
export const COMMON_VECTORS: readonly Vector[] = [
  // The domain is that of the site, to the letter.
  ['another domain', 'wrong-domain', sign({ domain: 'evil.example' })],
  ['a subdomain', 'wrong-domain', sign({ domain: 'login.app.example' })],
  ['the parent domain', 'wrong-domain', sign({ domain: 'example' })],
  ['a domain that begins alike', 'wrong-domain', sign({ domain: 'app.example.evil.example' })],
  ['a domain that ends alike', 'wrong-domain', sign({ domain: 'evil-app.example' })],
  ['a domain with a trailing dot', 'wrong-domain', sign({ domain: 'app.example.' })],
  ['a domain with another port', 'wrong-domain', sign({ domain: 'app.example:444' })],
  ['a domain with the default port', 'wrong-domain', sign({ domain: 'app.example:443' })],
  ['a domain with an empty port', 'wrong-domain', sign({ domain: 'app.example:' })],
  ['the domain as user information', 'wrong-domain', sign({ domain: 'app.example@evil.example' })],
  ['a domain with user information', 'wrong-domain', sign({ domain: 'user@app.example' })],
  ['a look-alike domain in Punycode', 'wrong-domain', sign({ domain: 'xn--pp-5ka.example' })],
  ['a domain in upper case', 'wrong-domain', sign({ domain: 'APP.example' })],
  ['a domain with an encoded letter', 'wrong-domain', sign({ domain: 'app%2Eexample' })],
  ['another scheme', 'wrong-domain', sign({ scheme: 'http' })],
  ['a scheme in upper case', 'wrong-domain', sign({ scheme: 'HTTPS' })],
  ['a scheme that is none', 'invalid-message', replace('app.example wants', '1http://app.example wants')],
  ['a look-alike domain', 'invalid-message', replace('app.example wants', '\u0430pp.example wants')],
  ['a domain with a path', 'invalid-message', replace('app.example wants', 'app.example/login wants')],
  ['a domain with a blank', 'invalid-message', replace('app.example wants', 'evil.example app.example wants')],
  ['no domain', 'invalid-message', replace('app.example wants', ' wants')],

  // The URI has the site's origin.
  ['a URI of another site', 'wrong-uri', sign({ uri: 'https://evil.example/login' })],
  ['a URI of a subdomain', 'wrong-uri', sign({ uri: 'https://login.app.example/' })],
  ['a URI with another scheme', 'wrong-uri', sign({ uri: 'http://app.example/login' })],
  ['a URI with another port', 'wrong-uri', sign({ uri: 'https://app.example:444/login' })],
  ['a URI with a trailing dot', 'wrong-uri', sign({ uri: 'https://app.example./login' })],
  ['a URI with user information', 'wrong-uri', sign({ uri: 'https://user@app.example/' })],
  ['the site as user information of a URI', 'wrong-uri', sign({ uri: 'https://app.example@evil.example/' })],
  ['the site in the path of a URI', 'wrong-uri', sign({ uri: 'https://evil.example/https://app.example/' })],
  ['the site in the fragment of a URI', 'wrong-uri', sign({ uri: 'https://evil.example#@app.example/' })],
  ['a URI that begins alike', 'wrong-uri', sign({ uri: 'https://app.example.evil.example/' })],
  ['a URI without a host', 'wrong-uri', sign({ uri: 'urn:app.example' })],
  ['a relative URI', 'invalid-message', replace('URI: https://app.example/login', 'URI: /login')],
  ['a URI with a backslash', 'invalid-message', replace('URI: https://', 'URI: https:\\\\')],

  // The chain is one of the site's.
  [
    'another chain',
    'wrong-chain',
    sign(({ signer: { otherChainId, otherAddress, accountAddress } }) => ({
      chainId: otherChainId,
      accountAddress: otherAddress ?? accountAddress,
    })),
  ],
  ['a chain of another namespace', 'invalid-message', signText((text) => text.replace(/Chain ID: .*/, 'Chain ID: cosmoshub-4'))],
  [
    'a chain with its namespace',
    'invalid-message',
    signText((text, { signer }) => text.replace(/Chain ID: .*/, `Chain ID: ${signer.chainId}`)),
  ],
  ['another ecosystem', 'invalid-message', signText((text) => text.replace(/your \w+ account/, 'your Cosmos account'))],

  // The message is of now.
  ['a message from the future', 'not-issued-yet', sign((attempt) => ({ issuedAt: after(attempt, 61) }))],
  ['a message from the future in another time zone', 'not-issued-yet', sign({ issuedAt: '2026-01-01T12:00:00-01:00' })],
  ['an old message', 'too-old', sign((attempt) => ({ issuedAt: after(attempt, -360) }))],
  ['a message of last year', 'too-old', sign({ issuedAt: '2025-01-01T12:00:00Z' })],
  ['a message that is not valid yet', 'not-valid-yet', sign((attempt) => ({ notBefore: after(attempt, 61) }))],
  ['a message that expires now', 'expired', sign((attempt) => ({ expirationTime: after(attempt, 0) }))],
  ['a message that expired in another time zone', 'expired', sign({ expirationTime: '2026-01-01T13:00:00+01:00' })],
  ['a time that does not exist', 'invalid-message', replace('Issued At: 2026-01-01', 'Issued At: 2026-02-30')],
  ['a time without a zone', 'invalid-message', replace('Issued At: 2026-01-01T12:00:00.000Z', 'Issued At: 2026-01-01T12:00:00.000')],
  ['an expiration that is no time', 'invalid-message', signText((text) => text.replace(/Expiration Time: .*/, 'Expiration Time: never'))],
  ['a start that is no time', 'invalid-message', signText((text) => text.replace(/Not Before: .*/, 'Not Before: 0'))],

  // The nonce is one that the server gave to this browser, and unused.
  ['a guessed nonce', 'invalid-nonce', sign({ nonce: '0'.repeat(32) })],
  ['a nonce in another case', 'invalid-nonce', sign(({ nonce }) => ({ nonce: nonce.toUpperCase() }))],
  ['a nonce with one more character', 'invalid-nonce', sign(({ nonce }) => ({ nonce: `${nonce}0` }))],
  ['a short nonce', 'invalid-message', signText((text, { nonce }) => text.replace(nonce, nonce.slice(0, 7)))],
  [
    'a used nonce',
    'invalid-nonce',
    async (attempt) => {
      const { cookie } = attempt.browser;
      const sent = await sign({})(attempt);
      await attempt.browser.send('verify', sent);
      attempt.browser.cookie = cookie;
      return sent;
    },
  ],
  [
    'a nonce that was used with a wrong signature',
    'invalid-nonce',
    async (attempt) => {
      const sent = await sign({})(attempt);
      await attempt.browser.send('verify', await signature((_, { other }) => other.sign('another text'))(attempt));
      return sent;
    },
  ],
  [
    'an expired nonce',
    'invalid-nonce',
    (attempt) => {
      attempt.browser.now += 300_000;
      return sign({})(attempt);
    },
  ],
  [
    'the nonce of another browser',
    'invalid-nonce',
    async (attempt) => {
      const { cookie } = attempt.browser;
      attempt.browser.cookie = null;
      const nonce = await attempt.browser.nonce();
      attempt.browser.cookie = cookie;
      return sign({ nonce })(attempt);
    },
  ],
  [
    'a browser without its cookie',
    'invalid-nonce',
    (attempt) => {
      attempt.browser.cookie = null;
      return sign({})(attempt);
    },
  ],
  [
    'a cookie that the server did not sign',
    'invalid-nonce',
    (attempt) => {
      attempt.browser.cookie = attempt.browser.cookie?.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`) ?? null;
      return sign({})(attempt);
    },
  ],
  [
    'two messages with two nonces',
    'invalid-nonce',
    async (attempt) => {
      const nonce = await attempt.browser.nonce();
      return { signIns: [...(await sign({})(attempt)).signIns, ...(await sign({ nonce })(attempt)).signIns] };
    },
  ],

  // The text is exactly that of a message.
  ['version 2', 'invalid-message', replace('Version: 1', 'Version: 2')],
  ['a trailing line feed', 'invalid-message', signText((text) => `${text}\n`)],
  ['a trailing blank', 'invalid-message', signText((text) => `${text} `)],
  ['a leading blank', 'invalid-message', signText((text) => ` ${text}`)],
  ['a trailing null byte', 'invalid-message', signText((text) => `${text}\0`)],
  ['a byte order mark', 'invalid-message', signText((text) => `\ufeff${text}`)],
  ['line breaks of CR and LF', 'invalid-message', signText((text) => text.replaceAll('\n', '\r\n'))],
  ['a message twice', 'invalid-message', signText((text) => `${text}\n${text}`)],
  ['a statement of two lines', 'invalid-message', replace('Sign in to Example', 'Sign in to Example\nand pay')],
  ['a statement with a letter outside of ASCII', 'invalid-message', replace('Sign in to Example', 'Sign in to Ex\u0430mple')],
  ['a statement with a direction mark', 'invalid-message', replace('Sign in to Example', 'Sign in to \u202eExample')],
  ['fields in another order', 'invalid-message', signText((text) => text.replace(/(Version: 1)\n(Chain ID: .*)/, '$2\n$1'))],
  ['a field twice', 'invalid-message', replace('Version: 1', 'Version: 1\nVersion: 1')],
  ['a label in another case', 'invalid-message', replace('Chain ID', 'Chain Id')],
  ['a request id with a slash', 'invalid-message', replace('request-1', 'request/1')],
  ['a field after the resources', 'invalid-message', signText((text) => `${text}\nRequest ID: other`)],
  ['a resource that is no URI', 'invalid-message', replace('- https://app.example/terms', '- terms')],
  ['a resource without its dash', 'invalid-message', replace('- https://app.example/terms', 'https://app.example/terms')],
  ['an address of another namespace', 'invalid-message', withForeignAddress],
  [
    'an address with a trailing blank',
    'invalid-message',
    signText((text, { signer }) => text.replace(signer.accountAddress, `${signer.accountAddress} `)),
  ],
  [
    'a cut address',
    'invalid-message',
    signText((text, { signer }) => text.replace(signer.accountAddress, signer.accountAddress.slice(0, -4))),
  ],
  ['an empty text', 'invalid-message', signText(() => '')],
  ['the text in base64', 'invalid-message', signText((text) => btoa(text))],

  // The signature is that of the account over this text.
  ['a message of another account', 'wrong-signature', sign(({ other }) => ({ accountAddress: other.accountAddress }))],
  ['another account', 'wrong-signature', alter(({ other }) => ({ accountAddress: other.accountAddress }))],
  ['an altered statement', 'wrong-signature', alter({ statement: 'Sign in to example' })],
  ['a removed statement', 'wrong-signature', alter({ statement: undefined })],
  ['an added scheme', 'wrong-signature', alter({ scheme: 'https' })],
  ['an altered path', 'wrong-signature', alter({ uri: 'https://app.example/admin' })],
  ['an altered request id', 'wrong-signature', alter({ requestId: 'request-2' })],
  ['a later time of issue', 'wrong-signature', alter((attempt) => ({ issuedAt: after(attempt, 1) }))],
  ['a later expiration', 'wrong-signature', alter((attempt) => ({ expirationTime: after(attempt, 6_000) }))],
  ['a removed expiration', 'wrong-signature', alter({ expirationTime: undefined })],
  ['a removed start', 'wrong-signature', alter({ notBefore: undefined })],
  [
    'an added resource',
    'wrong-signature',
    alter((attempt) => ({ resources: [...(messageOf(attempt).resources ?? []), 'https://app.example/admin'] })),
  ],
  ['a removed resource', 'wrong-signature', alter((attempt) => ({ resources: messageOf(attempt).resources?.slice(1) }))],
  ['resources in another order', 'wrong-signature', alter((attempt) => ({ resources: messageOf(attempt).resources?.toReversed() }))],
  ['no resources', 'wrong-signature', alter({ resources: undefined })],
  ['another nonce', 'wrong-signature', async (attempt) => alter({ nonce: await attempt.browser.nonce() })(attempt)],
  ['a signature of another account', 'wrong-signature', signature((_, attempt) => attempt.other.sign(textOf(attempt)))],
  ['a signature of another text', 'wrong-signature', signature((_, { signer }) => signer.sign('Sign in to Example'))],
  ['a signature of the text with a line feed', 'wrong-signature', signature((_, attempt) => attempt.signer.sign(`${textOf(attempt)}\n`))],
  [
    'a signature of an account of another namespace',
    'wrong-signature',
    signature(async (_, attempt) => {
      const type = attempt.signer.chainId.startsWith('solana') ? 'eip155' : 'solana';
      return (await SIGN_IN_SIGNERS[type]('alice')).sign(textOf(attempt));
    }),
  ],
  ['no signature', 'wrong-signature', signature(() => '')],
  ['a signature without bytes', 'wrong-signature', signatureBytes(() => new Uint8Array())],
  ['a signature of one byte', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(0, 1))],
  ['a signature without its last bytes', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(0, -2))],
  ['a signature without its first byte', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(1))],
  ['half a signature', 'wrong-signature', signatureBytes((bytes) => bytes.subarray(0, bytes.length / 2))],
  ['a byte after the signature', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...bytes, 0))],
  ['a byte before the signature', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(7, ...bytes))],
  ['the signature twice', 'wrong-signature', signatureBytes((bytes) => Uint8Array.of(...bytes, ...bytes))],
  ['a changed bit', 'wrong-signature', signatureBytes((bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
  ['only zeros', 'wrong-signature', signatureBytes((bytes) => new Uint8Array(bytes.length))],
  ['only ones', 'wrong-signature', signatureBytes((bytes) => new Uint8Array(bytes.length).fill(255))],
  ['a long signature', 'wrong-signature', signatureBytes(() => new Uint8Array(2_000).fill(1))],
  ['a line feed after the signature', 'wrong-signature', signature((text) => `${text}\n`)],
  ['a blank before the signature', 'wrong-signature', signature((text) => ` ${text}`)],
  ['a null character after the signature', 'wrong-signature', signature((text) => `${text}\0`)],
  ['a signature in another encoding', 'wrong-signature', inOtherEncoding(0)],
  ['a signature in a second other encoding', 'wrong-signature', inOtherEncoding(1)],
  ['a signature in a third other encoding', 'wrong-signature', inOtherEncoding(2)],
  [
    'a wrong signature for the second of two chains',
    'wrong-signature',
    async (attempt) => {
      const [right, wrong] = [await sign({})(attempt), await signature((_, { other }) => other.sign('another text'))(attempt)];
      return { signIns: [...right.signIns, ...wrong.signIns] };
    },
  ],

  // The request comes from the site.
  [
    'a request of another site',
    'wrong-origin',
    async (attempt) => ({ ...(await sign({})(attempt)), init: { origin: 'https://evil.example' } }),
  ],
  [
    'a request of a form',
    'invalid-request',
    async (attempt) => {
      const sent = await sign({})(attempt);
      const { cookie } = attempt.browser;
      return { ...sent, init: { headers: { origin: 'https://app.example', cookie: cookie ?? '', 'content-type': 'text/plain' } } };
    },
  ],
  [
    'a request of 500,000 bytes',
    'invalid-request',
    async (attempt) => {
      const sent = await sign({})(attempt);
      return { ...sent, init: { body: JSON.stringify({ ...sent, more: 'a'.repeat(500_000) }) } };
    },
  ],
  ['a message of 8,193 characters', 'invalid-request', sign({ statement: 'a'.repeat(8_193) })],
  [
    'too many messages',
    'invalid-request',
    async (attempt) => {
      const [signIn = { message: '', signature: '' }] = (await sign({})(attempt)).signIns;
      return { signIns: Array.from({ length: 101 }, () => signIn) };
    },
  ],
  ['no message', 'invalid-request', async () => ({ signIns: [] })],
];
