import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuthenticateParams,
  authExpiry,
  makeAuthRequest,
  readAuthRequest,
} from '../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { encodeRecap, makeRecap, recapOf } from '../../../../../domain/wallet-protocol/authentication/recap.js';
import { forAll } from '../../properties.js';
import { thrownBy } from '../../throws.js';

const NOW = Date.UTC(2024, 0, 1, 12, 0, 0, 500);
const requester = {
  publicKey: 'ab'.repeat(32),
  metadata: { name: 'App', description: 'An app', url: 'https://a.example', icons: [], redirect: {} },
};
const params: AuthenticateParams = {
  chains: ['eip155:1', 'eip155:10'],
  uri: 'https://a.example/login',
  domain: 'a.example',
  nonce: 'abcdefgh',
};

const request = (more: Partial<AuthenticateParams> = {}) => makeAuthRequest({ ...params, ...more }, requester, NOW);

describe('the request of wc_sessionAuthenticate', () => {
  it('has every field that the protocol names', () => {
    expect(request()).toEqual({
      authPayload: {
        type: 'caip122',
        chains: ['eip155:1', 'eip155:10'],
        statement: '',
        aud: 'https://a.example/login',
        domain: 'a.example',
        version: '1',
        nonce: 'abcdefgh',
        iat: '2024-01-01T12:00:00.500Z',
        resources: [],
      },
      requester,
      expiryTimestamp: Math.floor(NOW / 1_000) + 3_600,
    });
  });

  it('carries what the app says beyond them, and the time of now whatever it says', () => {
    const more = { statement: 'Hi', type: 'eip4361', exp: 'e', nbf: 'n', requestId: 'r', resources: ['https://a.example'] };
    const foreign = { ...more, iat: '1999-01-01T00:00:00.000Z' };
    expect(request(foreign).authPayload).toMatchObject({ ...more, iat: '2024-01-01T12:00:00.500Z' });
    expect(request({ exp: undefined, nbf: undefined, requestId: undefined }).authPayload).toEqual(request().authPayload);
  });

  it.each([
    [undefined, 3_600],
    [0, 3_600],
    [-5, 3_600],
    [3_599, 3_600],
    [3_600, 3_600],
    [3_601, 3_601],
    [86_400, 86_400],
    [Number.NaN, 3_600],
  ])('with an expiry of %s gives the wallet %i seconds', (expiry, seconds) => {
    expect(authExpiry(expiry)).toBe(seconds);
    expect(request({ expiry }).expiryTimestamp).toBe(Math.floor(NOW / 1_000) + seconds);
  });

  it('asks for methods in a ReCap at the end of the resources', () => {
    const { resources } = request({ methods: ['personal_sign', 'eth_sign', 'eth_sign'], resources: ['https://a.example'] }).authPayload;
    expect(resources).toEqual(['https://a.example', encodeRecap(makeRecap('eip155', 'request', ['eth_sign', 'personal_sign']))]);
    expect(request({ methods: [], resources: ['https://a.example'] }).authPayload.resources).toEqual(['https://a.example']);
  });

  it('makes one ReCap of its own and that of the app', () => {
    const given = { att: { eip155: { 'request/eth_sign': [{}] }, 'https://s.example': { 'crud/read': [{}] } } };
    const { resources } = request({ methods: ['personal_sign'], resources: ['https://a.example', encodeRecap(given)] }).authPayload;
    expect(resources).toHaveLength(2);
    expect(recapOf(resources)).toEqual({
      att: { eip155: { 'request/eth_sign': [{}], 'request/personal_sign': [{}] }, 'https://s.example': { 'crud/read': [{}] } },
    });
    thrownBy('wallet-protocol/invalid-parameter', () => request({ methods: ['a'], resources: ['urn:recap:e30'] }));
  });

  it('changes no list of the app', () => {
    const frozen = {
      methods: Object.freeze(['b', 'a']),
      resources: Object.freeze(['https://a.example', encodeRecap(makeRecap('x', 'y', ['z']))]),
    };
    expect(() => request(frozen)).not.toThrow();
  });
});

describe('a request of wc_sessionAuthenticate that comes in', () => {
  it('is read as it was made', () => {
    const made = request({ methods: ['personal_sign'], exp: 'e', requestId: 'r' });
    expect(readAuthRequest(JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  it('may say null for what is not there, and its version as a number', () => {
    const { authPayload, ...rest } = request();
    const foreign = { ...rest, authPayload: { ...authPayload, version: 1, exp: null, nbf: null, requestId: null } };
    expect(readAuthRequest(foreign)).toEqual(request());
    expect(readAuthRequest({ ...rest, authPayload: { ...authPayload, resources: null } })?.authPayload.resources).toBeUndefined();
  });

  const made = request();
  const { authPayload } = made;
  it.each([
    ['nothing', undefined],
    ['no payload', { ...made, authPayload: undefined }],
    ['no chain', { ...made, authPayload: { ...authPayload, chains: [] } }],
    ['chains that are none', { ...made, authPayload: { ...authPayload, chains: [1] } }],
    ['chains in a text', { ...made, authPayload: { ...authPayload, chains: 'eip155:1' } }],
    ['more chains than anybody has', { ...made, authPayload: { ...authPayload, chains: Array.from({ length: 1_001 }, () => 'eip155:1') } }],
    ['no domain', { ...made, authPayload: { ...authPayload, domain: undefined } }],
    ['no address', { ...made, authPayload: { ...authPayload, aud: undefined } }],
    ['no nonce', { ...made, authPayload: { ...authPayload, nonce: null } }],
    ['a nonce that is a number', { ...made, authPayload: { ...authPayload, nonce: 7 } }],
    ['no time', { ...made, authPayload: { ...authPayload, iat: undefined } }],
    ['an expiration that is a number', { ...made, authPayload: { ...authPayload, exp: 7 } }],
    ['a statement that is an object', { ...made, authPayload: { ...authPayload, statement: {} } }],
    ['resources that are no texts', { ...made, authPayload: { ...authPayload, resources: [{}] } }],
    ['no requester', { ...made, requester: undefined }],
    ['a requester with a short key', { ...made, requester: { ...requester, publicKey: 'ab' } }],
    ['a requester without a key', { ...made, requester: { metadata: requester.metadata } }],
    ['no expiry', { ...made, expiryTimestamp: undefined }],
    ['an expiry that is a text', { ...made, expiryTimestamp: '1' }],
    ['an endless expiry', { ...made, expiryTimestamp: Number.POSITIVE_INFINITY }],
  ])('is none with %s', (_, foreign) => {
    expect(readAuthRequest(foreign)).toBeNull();
  });

  it('never throws', () => {
    forAll(fc.anything(), (value) => void readAuthRequest(value));
    forAll(fc.anything(), (value) => void readAuthRequest({ ...made, authPayload: value }));
  });
});
