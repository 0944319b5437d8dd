import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuthPayload } from '../../../../../domain/sign-in/cacao.js';
import { chainsIn, createRecap, encodeRecap, methodsIn, recapOf, recapStatement } from '../../../../../domain/sign-in/recap.js';
import { populateAuthPayload } from '../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import walletAuthentication from '../../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../../properties.js';
import { thrownBy } from '../../throws.js';

const CHAINS = ['eip155:1', 'eip155:10', 'eip155:137'];
const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls'];

const base = {
  type: 'caip122',
  domain: 'a.example',
  aud: 'https://a.example',
  version: '1',
  nonce: 'abcdefgh',
  iat: '2024-01-01T00:00:00Z',
};

const payloadFor = (chains: readonly string[], methods: readonly string[], statement = ''): AuthPayload => ({
  ...base,
  chains,
  statement,
  resources: ['https://a.example/terms', encodeRecap(createRecap('eip155', 'request', methods))],
});

const some = (all: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...all], { minLength: 1 });

describe('populateAuthPayload', () => {
  it('matches the example of the specification, with one supported chain of two', () => {
    const { fields, recap, uri, supported, narrowed, statement } = walletAuthentication;
    const payload = populateAuthPayload(
      { ...fields, chains: ['eip155:1', 'eip155:2'], resources: ['https://example.com', uri] },
      { chains: supported, methods: ['personal_sign', 'eth_signTypedData_v4'] },
    );
    expect(payload.chains).toEqual(supported);
    expect(payload.statement).toBe(statement);
    expect(payload.resources?.[0]).toBe('https://example.com');
    expect(recapOf(payload.resources)).toEqual(narrowed);
    expect(recap).not.toEqual(narrowed);
  });

  itHolds(
    'grants the requested and supported chains and methods, and states them',
    some(CHAINS),
    some(CHAINS),
    some(METHODS),
    some(METHODS),
    (chains, supportedChains, methods, supportedMethods) => {
      const common = {
        chains: chains.filter((chain) => supportedChains.includes(chain)),
        methods: methods.filter((method) => supportedMethods.includes(method)),
      };
      const populate = (): AuthPayload =>
        populateAuthPayload(payloadFor(chains, methods), { chains: supportedChains, methods: supportedMethods });
      if (common.chains.length === 0 || common.methods.length === 0) {
        thrownBy('wallet-protocol/invalid-parameter', populate);
        return;
      }
      const payload = populate();
      const recap = recapOf(payload.resources);
      expect(payload.chains).toEqual(common.chains);
      expect(recap === null ? null : [...methodsIn(recap)].sort()).toEqual([...common.methods].sort());
      expect(recap === null ? null : chainsIn(recap)).toEqual(common.chains);
      expect(payload.statement).toBe(recap === null ? null : recapStatement('', recap));
      expect(payload.resources).toHaveLength(2);
      // A second call changes nothing.
      expect(populateAuthPayload(payload, { chains: supportedChains, methods: supportedMethods })).toEqual(payload);
    },
  );

  it('does not mutate its input', () => {
    const payload = payloadFor(CHAINS, METHODS);
    const copy = structuredClone(payload);
    populateAuthPayload(payload, { chains: ['eip155:1'], methods: ['personal_sign'] });
    expect(payload).toEqual(copy);
  });

  it('rejects unsupported chains and methods', () => {
    const messageOf = (payload: AuthPayload, supported: { chains: readonly string[]; methods: readonly string[] }): string =>
      thrownBy('wallet-protocol/invalid-parameter', () => populateAuthPayload(payload, supported)).message;
    for (const chains of [[], ['eip155:5']])
      expect(messageOf(payloadFor(CHAINS, METHODS), { chains, methods: METHODS })).toBe('No supported chains');
    expect(messageOf(payloadFor(CHAINS, ['eth_sign', 'a']), { chains: CHAINS, methods: ['b'] })).toBe(
      'Supported methods don\'t satisfy the requested: ["a","eth_sign"], supported: ["b"]',
    );
    expect(messageOf({ ...base, chains: CHAINS, resources: ['urn:recap:e30'] }, { chains: CHAINS, methods: METHODS })).toBe(
      'No `att` property found',
    );
  });

  it('limits only the chains without a ReCap', () => {
    const plain: AuthPayload = { ...base, chains: CHAINS, statement: 'Hi', resources: ['https://a.example'] };
    expect(populateAuthPayload(plain, { chains: ['eip155:10', 'eip155:1'], methods: [] })).toEqual({
      ...plain,
      chains: ['eip155:1', 'eip155:10'],
    });
    const { resources: _, statement: __, ...bare } = plain;
    expect(populateAuthPayload(bare, { chains: CHAINS, methods: [] })).toEqual(bare);
  });

  it('keeps other resources of the ReCap, and drops abilities on eip155 other than requests', () => {
    const recap = {
      att: { 'https://s.example': { 'crud/read': [{}] }, eip155: { 'request/personal_sign': [{}], 'push/notify': [{}] } },
      prf: ['bafy'],
    };
    const payload = populateAuthPayload(
      { ...base, chains: ['eip155:1'], resources: [encodeRecap(recap)] },
      { chains: CHAINS, methods: METHODS },
    );
    expect(recapOf(payload.resources)).toEqual({
      att: { eip155: { 'request/personal_sign': [{ chains: ['eip155:1'] }] }, 'https://s.example': { 'crud/read': [{}] } },
      prf: ['bafy'],
    });
    const foreign = { att: { 'https://s.example': { 'crud/read': [{}] } } };
    const without = populateAuthPayload(
      { ...base, chains: ['eip155:1'], resources: [encodeRecap(foreign)] },
      { chains: CHAINS, methods: [] },
    );
    expect(recapOf(without.resources)).toEqual(foreign);
  });

  it('replaces capability text written by the app', () => {
    const forged = 'Hello. I further authorize the stated URI to perform the following actions on my behalf: nothing at all.';
    const { statement } = populateAuthPayload(payloadFor(CHAINS, ['eth_sendTransaction'], forged), { chains: CHAINS, methods: METHODS });
    expect(statement).toBe(
      "Hello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction' for 'eip155'.",
    );
  });
});
