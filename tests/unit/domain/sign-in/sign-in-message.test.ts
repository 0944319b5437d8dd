import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from '../../../../domain/account/evm-checksum.js';
import { encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import positive from '../../../vectors/eip-4361.json' with { type: 'json' };
import negative from '../../../vectors/eip-4361-negative.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

interface VectorFields {
  readonly address: string;
  readonly chainId: number;
  readonly scheme?: string | null;
}

const vectors: readonly (readonly [string, { readonly message: string; readonly fields: VectorFields }])[] = Object.entries(positive);

const EVM: SignInMessage = {
  domain: 'app.example',
  chainId: toChainId('eip155:1'),
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  uri: 'https://app.example/login',
  version: '1',
  nonce: '32891757',
  issuedAt: '2026-01-01T00:00:00.000Z',
};
const SOLANA: SignInMessage = {
  ...EVM,
  chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  accountAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
};
const BITCOIN: SignInMessage = {
  ...EVM,
  chainId: toChainId('bip122:000000000019d6689c085ae165831e93'),
  accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
const POLKADOT: SignInMessage = {
  ...EVM,
  chainId: toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
  accountAddress: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
};
const SOME = [EVM, SOLANA, BITCOIN, POLKADOT];

/** The invalid field of a message that is rejected. */
const invalidField = (run: () => unknown): string => thrownBy('sign-in/invalid-message', run).context.field;

describe('the text of a sign-in message', () => {
  it.each(vectors)('of EIP-4361 is read: %s', (_, { message, fields: { address, chainId, scheme, ...fields } }) => {
    const expected = { ...fields, accountAddress: address, chainId: `eip155:${chainId}`, ...(scheme == null ? {} : { scheme }) };
    expect(parseSignInMessage(message)).toEqual(expected);
    expect(formatSignInMessage(parseSignInMessage(message))).toBe(message);
  });

  it.each(Object.entries(negative))('that violates EIP-4361 is rejected: %s', (_, message) => {
    expect(invalidField(() => parseSignInMessage(message))).toEqual(expect.any(String));
  });

  it('names the ecosystem and the chain as its profile says', () => {
    expect(SOME.map((message) => formatSignInMessage(message))).toMatchInlineSnapshot(`
      [
        "app.example wants you to sign in with your Ethereum account:
      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


      URI: https://app.example/login
      Version: 1
      Chain ID: 1
      Nonce: 32891757
      Issued At: 2026-01-01T00:00:00.000Z",
        "app.example wants you to sign in with your Solana account:
      9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM

      URI: https://app.example/login
      Version: 1
      Chain ID: mainnet
      Nonce: 32891757
      Issued At: 2026-01-01T00:00:00.000Z",
        "app.example wants you to sign in with your Bitcoin account:
      bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4


      URI: https://app.example/login
      Version: 1
      Chain ID: 000000000019d6689c085ae165831e93
      Nonce: 32891757
      Issued At: 2026-01-01T00:00:00.000Z",
        "app.example wants you to sign in with your Polkadot account:
      15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5


      URI: https://app.example/login
      Version: 1
      Chain ID: 91b171bb158e2d3848fa23a9f1c25182
      Nonce: 32891757
      Issued At: 2026-01-01T00:00:00.000Z",
      ]
    `);
  });

  it('without a statement has one blank line on Solana, as wallets build it', () => {
    const withStatement = formatSignInMessage({ ...SOLANA, statement: 'Welcome' }).split('\n');
    expect(withStatement.slice(2, 6)).toEqual(['', 'Welcome', '', 'URI: https://app.example/login']);
    expect(formatSignInMessage(SOLANA).split('\n').slice(2, 4)).toEqual(['', 'URI: https://app.example/login']);
  });

  const INVALID: readonly (readonly [keyof SignInMessage, unknown])[] = [
    ['scheme', '1http'],
    ['scheme', ''],
    ['domain', ''],
    ['domain', 'app.example/path'],
    ['domain', 'app.example\nURI: https://evil.example'],
    ['domain', 'аpp.example'],
    ['domain', '[::1'],
    ['domain', 'app.example:port'],
    ['chainId', 'eip155:01'],
    ['chainId', 'cosmos:hub'],
    ['accountAddress', EVM.accountAddress.toLowerCase()],
    ['accountAddress', EVM.accountAddress.slice(2)],
    ['accountAddress', SOLANA.accountAddress],
    ['statement', ''],
    ['statement', 'two\nlines'],
    ['statement', 'tab\there'],
    ['statement', 'Ⅽafé'],
    ['uri', 'app.example'],
    ['uri', 'https://app.example/a b'],
    ['uri', 'https://app.example/%zz'],
    ['uri', 'https://app.example/\n'],
    ['version', '2'],
    ['nonce', '1234567'],
    ['nonce', '12345678-'],
    ['issuedAt', 'yesterday'],
    ['issuedAt', '2026-02-30T00:00:00Z'],
    ['issuedAt', '2026-01-01'],
    ['expirationTime', '2026-01-01T24:00:00Z'],
    ['notBefore', '2026-13-01T00:00:00Z'],
    ['requestId', 'a b'],
    ['requestId', 'a/b'],
    ['resources', ['https://app.example', 'none']],
  ];
  it.each(INVALID)('is not built with an invalid %s: %j', (field, value) => {
    expect(invalidField(() => formatSignInMessage({ ...EVM, [field]: value }))).toBe(field);
  });

  it.each([
    [SOLANA, 'solana:mainnet'],
    [BITCOIN, 'bip122:000000000019D6689C085AE165831E93'],
    [POLKADOT, 'polkadot:91b171bb158e2d3848fa23a9f1c251'],
  ] as const)('is not built with a chain that its profile does not know', (message, chainId) => {
    expect(invalidField(() => formatSignInMessage({ ...message, chainId: toChainId(chainId) }))).toBe('chainId');
  });

  it('is not built with an address of another Bitcoin network', () => {
    const accountAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    expect(invalidField(() => formatSignInMessage({ ...BITCOIN, accountAddress }))).toBe('accountAddress');
  });

  it.each([
    ['a line break at the end', (text: string) => `${text}\n`],
    ['a line break at the start', (text: string) => `\n${text}`],
    ['a blank at the end', (text: string) => `${text} `],
    ['other line breaks', (text: string) => text.replaceAll('\n', '\r\n')],
    ['another case', (text: string) => text.replace('URI', 'uri')],
    ['a field twice', (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['an unknown field', (text: string) => `${text}\nAdmin: true`],
    ['a third blank line', (text: string) => text.replace('\n\nURI', '\n\n\nURI')],
    ['text after the first line', (text: string) => text.replace('account:', 'account: ')],
    ['the chain 0', (text: string) => text.replace(/Chain ID: .*/, 'Chain ID: 0')],
    ['another ecosystem', (text: string) => text.replace('your ', 'your other ')],
    ['a resource without its dash', (text: string) => `${text}\nResources:\nhttps://app.example`],
    ['nothing', () => ''],
  ] as const)('is rejected with %s', (_, change) => {
    for (const message of SOME)
      expect(invalidField(() => parseSignInMessage(change(formatSignInMessage(message))))).toEqual(expect.any(String));
  });

  it('of Solana has a public cluster by its name only', () => {
    const text = formatSignInMessage(SOLANA);
    expect(text).toContain('\nChain ID: mainnet\n');
    expect(invalidField(() => parseSignInMessage(text.replace('mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')))).toBe('chainId');
  });
});

const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const account = fc.oneof(
  fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }).map((id) => toChainId(`eip155:${id}`)),
    accountAddress: hex(40).map((digits) => toChecksumAddress(`0x${digits}`)),
  }),
  fc.record({
    chainId: fc
      .constantFrom('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'So111111111111111111111111111111')
      .map((reference) => toChainId(`solana:${reference}`)),
    accountAddress: fc.constantFrom(SOLANA.accountAddress, '11111111111111111111111111111111'),
  }),
  fc.record({
    chainId: hex(32).map((hash) => toChainId(`bip122:${hash}`)),
    accountAddress: fc.constantFrom(BITCOIN.accountAddress, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
  }),
  fc.record({
    chainId: hex(32).map((hash) => toChainId(`polkadot:${hash}`)),
    accountAddress: fc.tuple(fc.constantFrom(0, 2, 42, 2_007), bytes(32)).map(([prefix, accountId]) => encodeSs58({ prefix, accountId })),
  }),
);
const time = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString());
const uri = fc.webUrl({ withQueryParameters: true, withFragments: true });
const word = (characters: string, minLength: number) => fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength: 40 });
const messages: fc.Arbitrary<SignInMessage> = fc
  .record(
    {
      scheme: fc.constantFrom('https', 'http', 'app+x'),
      domain: fc.oneof(fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true, withUserInfo: true })),
      statement: word("abcXYZ019-._~:/?#[]@!$&'()*+,;= ", 1),
      uri,
      version: fc.constant('1' as const),
      nonce: word('abcXYZ019', 8),
      issuedAt: time,
      expirationTime: time,
      notBefore: time,
      requestId: word("abc-._~:@!$&'()*+,;=", 0),
      resources: fc.array(uri, { maxLength: 3 }),
      account,
    },
    { requiredKeys: ['domain', 'uri', 'version', 'nonce', 'issuedAt', 'account'] },
  )
  .map(({ account: { chainId, accountAddress }, ...message }) => ({ ...message, chainId, accountAddress }));

describe('any sign-in message', () => {
  itHolds('is the same after it is built and parsed', messages, (message) => {
    expect(parseSignInMessage(formatSignInMessage(message))).toEqual(message);
  });

  itHolds('has another text than a message that differs in one field', messages, messages, (message, other) => {
    const text = formatSignInMessage(message);
    for (const field of Object.keys(other) as (keyof SignInMessage)[]) {
      if (field === 'chainId' || field === 'accountAddress' || JSON.stringify(other[field]) === JSON.stringify(message[field])) continue;
      expect(formatSignInMessage({ ...message, [field]: other[field] })).not.toBe(text);
    }
  });

  itHolds(
    'is rejected, not misread, after any change of a character',
    messages,
    fc.nat(),
    fc.string({ unit: 'binary', maxLength: 2 }),
    (message, at, added) => {
      const text = formatSignInMessage(message);
      const index = at % text.length;
      const changed = text.slice(0, index) + added + text.slice(index + 1);
      let parsed: SignInMessage | null = null;
      try {
        parsed = parseSignInMessage(changed);
      } catch (error) {
        expect(error).toMatchObject({ code: 'sign-in/invalid-message' });
      }
      if (parsed !== null) expect(formatSignInMessage(parsed)).toBe(changed);
    },
  );
});
