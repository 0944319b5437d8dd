import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIncomingProposal } from '../../../../domain/wallet-protocol/incoming-proposal.js';
import { itHolds } from '../properties.js';

const NOW = 1_700_000_000_500;
const [topic, publicKey] = ['a'.repeat(64), 'b'.repeat(64)];
const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [], redirect: {} };
const requested = { cosmos: { chains: ['cosmos:hub'], methods: [], events: [] } };
const params = {
  proposer: { publicKey, metadata },
  requiredNamespaces: requested,
  relays: [{ protocol: 'irn' }],
  expiryTimestamp: 1_700_000_100,
};
const read = (given: unknown) => readIncomingProposal({ id: 7, topic, params: given, nowMs: NOW });

describe('readIncomingProposal', () => {
  it('uses the topic and id of the request, whatever the parameters contain', () => {
    expect(read({ ...params, pairingTopic: publicKey, id: 8, isOwn: true, verifyContext: {}, sessionTopic: topic })).toEqual({
      id: 7,
      pairingTopic: topic,
      expiryTimestamp: 1_700_000_100,
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey, metadata },
      requiredNamespaces: requested,
      optionalNamespaces: {},
      isOwn: false,
    });
  });

  it('defaults to an expiry of five minutes and the irn relay', () => {
    expect(read({ proposer: params.proposer })).toMatchObject({ expiryTimestamp: 1_700_000_300, relays: [{ protocol: 'irn' }] });
    expect(read({ ...params, expiryTimestamp: '1', relays: [{}, null, { protocol: 'waku', data: 'd' }] })).toMatchObject({
      expiryTimestamp: 1_700_000_300,
      relays: [{ protocol: 'waku', data: 'd' }],
    });
  });

  it('keeps properties with a value', () => {
    const properties = { sessionProperties: { a: 'b', c: null }, scopedProperties: { cosmos: { a: 1 } } };
    expect(read({ ...params, ...properties })).toMatchObject({ sessionProperties: { a: 'b' }, scopedProperties: { cosmos: { a: 1 } } });
  });

  it.each([
    ['no parameters', null],
    ['no proposer', { ...params, proposer: undefined }],
    ['a proposer without a key', { ...params, proposer: { publicKey: 'short', metadata } }],
    ['invalid required namespaces', { ...params, requiredNamespaces: { cosmos: 1 } }],
    ['invalid optional namespaces', { ...params, optionalNamespaces: [] }],
  ])('returns null with %s', (_, given) => {
    expect(read(given)).toBeNull();
  });

  itHolds('never throws for any value', fc.anything({ withNullPrototype: true }), (value) => {
    read(value);
    read({ ...params, proposer: value, relays: value });
    read({ ...params, optionalNamespaces: value, sessionProperties: value });
  });
});
