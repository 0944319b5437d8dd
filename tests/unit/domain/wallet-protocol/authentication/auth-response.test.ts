import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuthPayload, createCacao } from '../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../domain/sign-in/cacao-message.js';
import { cacaoSchema, isBoundToRequest, readAuthResponse } from '../../../../../domain/wallet-protocol/authentication/auth-response.js';
import { parseOrNull } from '../../../../../domain/wire.js';
import caip74 from '../../../../vectors/caip-74.json' with { type: 'json' };
import { forAll } from '../../properties.js';

const ACCOUNT = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const requested: AuthPayload = {
  type: 'caip122',
  chains: ['eip155:1', 'eip155:10'],
  domain: 'a.example',
  aud: 'https://a.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00.000Z',
  statement: 'Hi',
  resources: ['https://a.example/terms'],
};
const cacao = createCacao(requested, ACCOUNT, { t: 'eip191', s: '0xab' });
const responder = {
  publicKey: 'cd'.repeat(32),
  metadata: { name: 'Wallet', description: '', url: 'https://w.example', icons: [], redirect: {} },
};

describe('CACAOs', () => {
  it('consist of the payload without its chains, the issuer and the signature', () => {
    expect(cacao).toEqual({
      h: { t: 'caip122' },
      p: {
        iss: `did:pkh:${ACCOUNT}`,
        domain: 'a.example',
        aud: 'https://a.example',
        version: '1',
        nonce: 'abcdefgh',
        iat: '2024-01-01T00:00:00.000Z',
        statement: 'Hi',
        resources: ['https://a.example/terms'],
      },
      s: { t: 'eip191', s: '0xab' },
    });
    expect(createCacao(requested, `did:pkh:${ACCOUNT}`, cacao.s)).toEqual(cacao);
  });

  it('round-trip, and result in the same message', () => {
    const cacaoRead = parseOrNull(cacaoSchema, JSON.parse(JSON.stringify(cacao)));
    expect(cacaoRead).toEqual(cacao);
    expect(cacaoRead === null ? null : signInMessage(cacaoRead.p, cacaoRead.p.iss)).toBe(signInMessage(requested, ACCOUNT));
  });

  it('are parsed as in CAIP-74, with a numeric version', () => {
    const cacaoRead = parseOrNull(cacaoSchema, caip74);
    expect(cacaoRead).toEqual({ ...caip74, p: { ...caip74.p, version: '1' } });
    expect(cacaoRead === null ? null : signInMessage(cacaoRead.p, cacaoRead.p.iss)).toBe(
      [
        'localhost:3000 wants you to sign in with your Ethereum account:',
        '0xBAc675C310721717Cd4A37F6cbeA1F081b1C2a07',
        '',
        'I accept the ServiceOrg Terms of Service: https://service.org/tos',
        '',
        'URI: http://localhost:3000/login',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: 328917',
        'Issued At: 2022-03-10T17:09:21.481+03:00',
        'Expiration Time: 2022-03-10T18:09:21.481+03:00',
        'Not Before: 2022-03-10T17:09:21.481+03:00',
        'Request ID: request-id-random',
        'Resources:',
        '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq',
        '- https://example.com/my-web2-claim.json',
      ].join('\n'),
    );
  });

  it.each([
    ['nothing', null],
    ['no payload', { ...cacao, p: undefined }],
    ['no issuer', { ...cacao, p: { ...cacao.p, iss: undefined } }],
    ['no nonce', { ...cacao, p: { ...cacao.p, nonce: undefined } }],
    ['no signature', { ...cacao, s: undefined }],
    ['a signature without a type', { ...cacao, s: { s: '0x' } }],
    ['a type without a signature', { ...cacao, s: { t: 'eip191' } }],
    ['a signature that is not a string', { ...cacao, s: { t: 'eip191', s: 1 } }],
  ])('are rejected with %s', (_, foreign) => {
    expect(parseOrNull(cacaoSchema, foreign)).toBeNull();
  });

  it('match a request by domain, URI and nonce', () => {
    expect(isBoundToRequest(cacao, requested)).toBe(true);
    expect(isBoundToRequest(cacao, { ...requested, iat: 'later', statement: 'Other' })).toBe(true);
    expect(isBoundToRequest(cacao, { ...requested, nonce: 'another1' })).toBe(false);
    expect(isBoundToRequest(cacao, { ...requested, domain: 'b.example' })).toBe(false);
    expect(isBoundToRequest(cacao, { ...requested, aud: 'https://a.example/' })).toBe(false);
  });
});

describe('readAuthResponse', () => {
  it('returns the CACAOs and the responder', () => {
    const other = createCacao(requested, 'eip155:10:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', { t: 'eip1271', s: '0x', m: 'm' });
    expect(readAuthResponse({ cacaos: [cacao, other], responder })).toEqual({ cacaos: [cacao, other], responder });
  });

  it.each([
    ['nothing', undefined],
    ['true', true],
    ['not a list', { cacaos: cacao, responder }],
    ['an empty list', { cacaos: [], responder }],
    ['an invalid CACAO', { cacaos: [cacao, {}], responder }],
    ['a hundred and one', { cacaos: Array.from({ length: 101 }, () => cacao), responder }],
    ['no responder', { cacaos: [cacao] }],
    ['a responder without a key', { cacaos: [cacao], responder: { metadata: responder.metadata } }],
  ])('returns null with %s', (_, foreign) => {
    expect(readAuthResponse(foreign)).toBeNull();
  });

  it('never throws for any value', () => {
    forAll(fc.anything(), (value) => void readAuthResponse(value));
    forAll(fc.anything(), (value) => {
      expect(readAuthResponse({ cacaos: [value], responder })).toBeNull();
    });
  });
});
