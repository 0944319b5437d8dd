import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pairing } from '../../../../domain/wallet-protocol/pairing.js';
import { readStoredPairing } from '../../../../domain/wallet-protocol/pairing.js';
import type { Proposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readStoredProposal } from '../../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../../domain/wallet-protocol/session.js';
import { readStoredSession, storedSessionSummary, toStoredSession } from '../../../../domain/wallet-protocol/stored-session.js';
import { itHolds } from '../properties.js';

const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [], redirect: {} };
const [topic, publicKey] = ['a'.repeat(64), 'b'.repeat(64)];

const session: ProtocolSession = {
  topic,
  pairingTopic: topic,
  relay: { protocol: 'irn' },
  expiry: 1_700_000_300,
  acknowledged: true,
  controller: publicKey,
  namespaces: { cosmos: { accounts: ['cosmos:hub:a'], methods: [], events: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: topic, metadata },
  peer: { publicKey, metadata },
};
const proposal: Proposal = {
  id: 1,
  pairingTopic: topic,
  expiryTimestamp: 1_700_000_300,
  relays: [{ protocol: 'irn' }],
  proposer: { publicKey, metadata },
  requiredNamespaces: {},
  optionalNamespaces: { cosmos: { chains: ['cosmos:hub'], methods: [], events: [] } },
  sessionProperties: { a: 'b' },
  isOwn: false,
};
const pairing: Pairing = {
  topic,
  expiry: 1_700_000_300,
  relay: { protocol: 'irn' },
  active: true,
  peerMetadata: metadata,
  methods: ['wc_sessionPropose'],
};

describe('stored records', () => {
  it('round-trip', () => {
    expect(readStoredSession(session)).toEqual(session);
    expect(readStoredProposal(proposal)).toEqual(proposal);
    expect(readStoredPairing(pairing)).toEqual(pairing);
    expect(readStoredPairing({ topic, expiry: 1 })).toEqual({ topic, expiry: 1, relay: { protocol: 'irn' }, active: false });
  });

  it('of a session contain a summary and the session as text', () => {
    expect(toStoredSession(session)).toEqual({ topic, expiry: session.expiry, text: expect.any(String) });
    expect(readStoredSession(toStoredSession(session))).toEqual(session);
    const summary = { key: topic, expiry: session.expiry };
    expect([storedSessionSummary(toStoredSession(session)), storedSessionSummary(session)]).toEqual([summary, summary]);
  });

  itHolds(
    'of a session round-trip for any peer name',
    fc.string({ unit: fc.constantFrom('"', "'", '\\', 'a', 'é', '🦊', '\n', '\u2028') }),
    (name) => {
      const named = { ...session, peer: { publicKey, metadata: { ...metadata, name } } };
      expect(readStoredSession(JSON.parse(JSON.stringify(toStoredSession(named))))).toEqual(named);
    },
  );

  it.each([
    ['invalid JSON', { text: '{' }],
    ['another session', { topic: publicKey }],
    ['an invalid session', { text: '{}' }],
  ])('of a session are null with %s', (_, damage) => {
    expect(readStoredSession({ ...toStoredSession(session), ...damage })).toBeNull();
  });

  it.each([null, 'text', [], { topic }, { topic, expiry: '1' }, { topic: 1, expiry: 1 }])('have no summary if invalid: %j', (value) => {
    expect(storedSessionSummary(value)).toBeNull();
  });

  it.each([null, [], {}, 'text', { topic }])('are null if invalid: %j', (value) => {
    expect([readStoredSession(value), readStoredProposal(value), readStoredPairing(value)]).toEqual([null, null, null]);
  });

  it.each(['topic', 'expiry', 'controller', 'namespaces', 'self', 'peer'] as const)('of a session are null without %s', (member) => {
    expect(readStoredSession({ ...session, [member]: undefined })).toBeNull();
  });

  it.each(['id', 'pairingTopic', 'expiryTimestamp', 'relays', 'proposer', 'isOwn'] as const)(
    'of a proposal are null without %s',
    (member) => {
      expect(readStoredProposal({ ...proposal, [member]: undefined })).toBeNull();
    },
  );

  it('of a proposal are null with invalid namespaces', () => {
    expect(readStoredProposal({ ...proposal, requiredNamespaces: { cosmos: 1 } })).toBeNull();
    expect(readStoredProposal({ ...proposal, optionalNamespaces: [] })).toBeNull();
  });
});

describe('proposals stored by an earlier version', () => {
  const earlier = { id: 1, pairingTopic: topic, publicKey, requiredNamespaces: {}, optionalNamespaces: {}, expiry: 1_700_000_300 };

  it('are own proposals, with or without a session topic', () => {
    expect(readStoredProposal({ ...earlier, sessionTopic: publicKey })).toMatchObject({
      id: 1,
      pairingTopic: topic,
      expiryTimestamp: 1_700_000_300,
      proposer: { publicKey },
      relays: [{ protocol: 'irn' }],
      isOwn: true,
      sessionTopic: publicKey,
    });
    expect(readStoredProposal(earlier)).not.toHaveProperty('sessionTopic');
  });

  it('are null without a key or an expiry', () => {
    expect(readStoredProposal({ ...earlier, publicKey: '' })).toBeNull();
    expect(readStoredProposal({ ...earlier, expiry: '1' })).toBeNull();
  });
});
