import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecap, encodeRecap, recapOf } from '../../../../../domain/sign-in/recap.js';
import {
  type AuthenticateParams,
  authExpiry,
  createAuthRequest,
  readAuthRequest,
} from '../../../../../domain/wallet-protocol/authentication/auth-request.js';
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

const request = (more: Partial<AuthenticateParams> = {}) => createAuthRequest({ ...params, ...more }, requester, NOW);

describe('createAuthRequest', () => {
  it('sets every field of the protocol', () => {
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

  it('includes the app’s optional fields, and always the current time', () => {
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
  ])('turns an expiry of %s into %i seconds', (expiry, seconds) => {
    expect(authExpiry(expiry)).toBe(seconds);
    expect(request({ expiry }).expiryTimestamp).toBe(Math.floor(NOW / 1_000) + seconds);
  });

  it('requests methods in a ReCap at the end of the resources', () => {
    const { resources } = request({ methods: ['personal_sign', 'eth_sign', 'eth_sign'], resources: ['https://a.example'] }).authPayload;
    expect(resources).toEqual(['https://a.example', encodeRecap(createRecap('eip155', 'request', ['eth_sign', 'personal_sign']))]);
    expect(request({ methods: [], resources: ['https://a.example'] }).authPayload.resources).toEqual(['https://a.example']);
  });

  it('merges its ReCap with the app’s', () => {
    const given = { att: { eip155: { 'request/eth_sign': [{}] }, 'https://s.example': { 'crud/read': [{}] } } };
    const { resources } = request({ methods: ['personal_sign'], resources: ['https://a.example', encodeRecap(given)] }).authPayload;
    expect(resources).toHaveLength(2);
    expect(recapOf(resources)).toEqual({
      att: { eip155: { 'request/eth_sign': [{}], 'request/personal_sign': [{}] }, 'https://s.example': { 'crud/read': [{}] } },
    });
    thrownBy('wallet-protocol/invalid-parameter', () => request({ methods: ['a'], resources: ['urn:recap:e30'] }));
  });

  it('does not mutate the app’s lists', () => {
    const frozen = {
      methods: Object.freeze(['b', 'a']),
      resources: Object.freeze(['https://a.example', encodeRecap(createRecap('x', 'y', ['z']))]),
    };
    expect(() => request(frozen)).not.toThrow();
  });
});

describe('readAuthRequest', () => {
  it('round-trips', () => {
    const sent = request({ methods: ['personal_sign'], exp: 'e', requestId: 'r' });
    expect(readAuthRequest(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
  });

  it('accepts null for missing members, and a numeric version', () => {
    const { authPayload, ...rest } = request();
    const foreign = { ...rest, authPayload: { ...authPayload, version: 1, exp: null, nbf: null, requestId: null } };
    expect(readAuthRequest(foreign)).toEqual(request());
    expect(readAuthRequest({ ...rest, authPayload: { ...authPayload, resources: null } })?.authPayload.resources).toBeUndefined();
  });

  const valid = request();
  const { authPayload } = valid;
  it.each([
    ['nothing', undefined],
    ['no payload', { ...valid, authPayload: undefined }],
    ['no chain', { ...valid, authPayload: { ...authPayload, chains: [] } }],
    ['invalid chains', { ...valid, authPayload: { ...authPayload, chains: [1] } }],
    ['chains as a string', { ...valid, authPayload: { ...authPayload, chains: 'eip155:1' } }],
    ['too many chains', { ...valid, authPayload: { ...authPayload, chains: Array.from({ length: 1_001 }, () => 'eip155:1') } }],
    ['no domain', { ...valid, authPayload: { ...authPayload, domain: undefined } }],
    ['no URI', { ...valid, authPayload: { ...authPayload, aud: undefined } }],
    ['no nonce', { ...valid, authPayload: { ...authPayload, nonce: null } }],
    ['a numeric nonce', { ...valid, authPayload: { ...authPayload, nonce: 7 } }],
    ['no time', { ...valid, authPayload: { ...authPayload, iat: undefined } }],
    ['a numeric expiration', { ...valid, authPayload: { ...authPayload, exp: 7 } }],
    ['an object as statement', { ...valid, authPayload: { ...authPayload, statement: {} } }],
    ['resources that are not strings', { ...valid, authPayload: { ...authPayload, resources: [{}] } }],
    ['no requester', { ...valid, requester: undefined }],
    ['a requester with a short key', { ...valid, requester: { ...requester, publicKey: 'ab' } }],
    ['a requester without a key', { ...valid, requester: { metadata: requester.metadata } }],
    ['no expiry', { ...valid, expiryTimestamp: undefined }],
    ['an expiry as a string', { ...valid, expiryTimestamp: '1' }],
    ['an infinite expiry', { ...valid, expiryTimestamp: Number.POSITIVE_INFINITY }],
  ])('returns null with %s', (_, foreign) => {
    expect(readAuthRequest(foreign)).toBeNull();
  });

  it('never throws', () => {
    forAll(fc.anything(), (value) => void readAuthRequest(value));
    forAll(fc.anything(), (value) => void readAuthRequest({ ...valid, authPayload: value }));
  });
});
