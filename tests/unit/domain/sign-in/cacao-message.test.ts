import { describe, expect, it } from 'vitest';
import { signInMessage } from '../../../../domain/sign-in/cacao-message.js';
import { encodeRecap } from '../../../../domain/sign-in/recap.js';
import eip4361 from '../../../vectors/eip-4361.json' with { type: 'json' };
import walletAuthentication from '../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';
import { arbitraryRecap } from './arbitrary-recap.js';

/** Fields of the test vectors. Not all vectors have all fields. */
interface VectorFields {
  readonly scheme?: string | null;
  readonly domain: string;
  readonly address: string;
  readonly statement?: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

const vectors: readonly (readonly [string, { readonly message: string; readonly fields: VectorFields }])[] = Object.entries(eip4361);

const fields = {
  domain: 'app.example',
  aud: 'https://app.example/login',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00.000Z',
};
const iss = 'did:pkh:eip155:137:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

describe('signInMessage', () => {
  it.each(vectors)('matches EIP-4361: %s', (_, { message, fields: of }) => {
    const { scheme, domain, address, uri, chainId, issuedAt, expirationTime, notBefore, version, nonce, statement, requestId, resources } =
      of;
    const text = signInMessage(
      {
        domain: scheme === undefined || scheme === null ? domain : `${scheme}://${domain}`,
        aud: uri,
        version,
        nonce,
        iat: issuedAt,
        ...(statement === undefined ? {} : { statement }),
        ...(expirationTime === undefined ? {} : { exp: expirationTime }),
        ...(notBefore === undefined ? {} : { nbf: notBefore }),
        ...(requestId === undefined ? {} : { requestId }),
        ...(resources === undefined ? {} : { resources }),
      },
      `did:pkh:eip155:${chainId}:${address}`,
    );
    expect(text).toBe(message);
  });

  it('matches the WalletConnect specification for a ReCap, with its statement', () => {
    const { fields: given, uri, iss: issuer, message } = walletAuthentication;
    expect(signInMessage({ ...given, resources: [uri] }, issuer)).toBe(message);
  });

  it('contains every line in order', () => {
    const all = { statement: 'Hi', exp: 'e', nbf: 'n', requestId: 'r', resources: ['https://a.example', 'ipfs://b'] };
    expect(signInMessage({ ...fields, ...all }, iss).split('\n')).toEqual([
      'app.example wants you to sign in with your Ethereum account:',
      '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
      '',
      'Hi',
      '',
      'URI: https://app.example/login',
      'Version: 1',
      'Chain ID: 137',
      'Nonce: abcdefgh',
      'Issued At: 2024-01-01T00:00:00.000Z',
      'Expiration Time: e',
      'Not Before: n',
      'Request ID: r',
      'Resources:',
      '- https://a.example',
      '- ipfs://b',
    ]);
  });

  it('omits empty fields, except an empty list of resources, like the official clients', () => {
    const empty = signInMessage({ ...fields, statement: '', exp: '', nbf: '', requestId: '', resources: [] }, iss);
    expect(empty).toBe(`${signInMessage(fields, iss)}\nResources:`);
    expect(empty.split('\n').slice(1, 5)).toEqual(['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '', '', 'URI: https://app.example/login']);
  });

  it('accepts `uri` instead of `aud`, and an issuer without DID', () => {
    const { aud, ...rest } = fields;
    expect(signInMessage({ ...rest, uri: aud }, iss)).toBe(signInMessage(fields, iss));
    expect(signInMessage({ ...fields, uri: 'https://other.example' }, iss)).toBe(signInMessage(fields, iss));
    expect(signInMessage(fields, iss.slice('did:pkh:'.length))).toBe(signInMessage(fields, iss));
  });

  it('requires a URI', () => {
    const { aud: _, ...rest } = fields;
    const message = 'Either `aud` or `uri` is required to construct the message';
    for (const invalid of [rest, { ...rest, aud: '' }, { ...rest, uri: '' }])
      expect(thrownBy('wallet-protocol/invalid-parameter', () => signInMessage(invalid, iss)).message).toBe(message);
  });

  it.each([
    '',
    'did:pkh:',
    'eip155:1',
    'did:pkh:eip155:1:',
    'did:pkh:eip155:1:0xab:1',
    'did:key:eip155:1:0xab',
    'did:pkh:eip155:1:0xab\nURI: x',
  ])('rejects the issuer "%s"', (issuer) => {
    thrownBy('wallet-protocol/invalid-parameter', () => signInMessage(fields, issuer));
  });

  it('rejects an invalid ReCap', () => {
    thrownBy('wallet-protocol/invalid-parameter', () => signInMessage({ ...fields, resources: ['urn:recap:e30'] }, iss));
  });

  itHolds('lists the ReCap URI as the last resource, after the statement of its capabilities', arbitraryRecap, (recap) => {
    const uri = encodeRecap(recap);
    const text = signInMessage({ ...fields, resources: ['https://a.example', uri] }, iss);
    expect(text).toContain('\n\nI further authorize the stated URI to perform the following actions on my behalf: (1) ');
    expect(text.endsWith(`\nResources:\n- https://a.example\n- ${uri}`)).toBe(true);
  });
});
