import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pairing } from '../../../../domain/wallet-protocol/pairing.js';
import { readStoredPairing } from '../../../../domain/wallet-protocol/pairing.js';
import type { Proposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readStoredProposal } from '../../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../../domain/wallet-protocol/session.js';
import { briefOfSession, readStoredSession, storedSession } from '../../../../domain/wallet-protocol/stored-session.js';
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

describe('a stored record', () => {
  it('reads as what was written', () => {
    expect(readStoredSession(session)).toEqual(session);
    expect(readStoredProposal(proposal)).toEqual(proposal);
    expect(readStoredPairing(pairing)).toEqual(pairing);
    expect(readStoredPairing({ topic, expiry: 1 })).toEqual({ topic, expiry: 1, relay: { protocol: 'irn' }, active: false });
  });

  it('of a session says what it is about, and holds the whole as a text', () => {
    expect(storedSession(session)).toEqual({ topic, expiry: session.expiry, text: expect.any(String) });
    expect(readStoredSession(storedSession(session))).toEqual(session);
    const brief = { key: topic, expiry: session.expiry };
    expect([briefOfSession(storedSession(session)), briefOfSession(session)]).toEqual([brief, brief]);
  });

  itHolds(
    'of a session is the same whatever its peer calls itself',
    fc.string({ unit: fc.constantFrom('"', "'", '\\', 'a', 'é', '🦊', '\n', '\u2028') }),
    (name) => {
      const named = { ...session, peer: { publicKey, metadata: { ...metadata, name } } };
      expect(readStoredSession(JSON.parse(JSON.stringify(storedSession(named))))).toEqual(named);
    },
  );

  it.each([
    ['no JSON', { text: '{' }],
    ['another session', { topic: publicKey }],
    ['no session', { text: '{}' }],
  ])('of a session is none with %s in it', (_, damage) => {
    expect(readStoredSession({ ...storedSession(session), ...damage })).toBeNull();
  });

  it.each([null, 'text', [], { topic }, { topic, expiry: '1' }, { topic: 1, expiry: 1 }])('that says nothing of itself: %j', (value) => {
    expect(briefOfSession(value)).toBeNull();
  });

  it.each([null, [], {}, 'text', { topic }])('that is none reads as nothing: %j', (value) => {
    expect([readStoredSession(value), readStoredProposal(value), readStoredPairing(value)]).toEqual([null, null, null]);
  });

  it.each(['topic', 'expiry', 'controller', 'namespaces', 'self', 'peer'] as const)('of a session is none without its %s', (member) => {
    expect(readStoredSession({ ...session, [member]: undefined })).toBeNull();
  });

  it.each(['id', 'pairingTopic', 'expiryTimestamp', 'relays', 'proposer', 'isOwn'] as const)(
    'of a proposal is none without its %s',
    (member) => {
      expect(readStoredProposal({ ...proposal, [member]: undefined })).toBeNull();
    },
  );

  it('of a proposal is none with namespaces that are none', () => {
    expect(readStoredProposal({ ...proposal, requiredNamespaces: { cosmos: 1 } })).toBeNull();
    expect(readStoredProposal({ ...proposal, optionalNamespaces: [] })).toBeNull();
  });
});

describe('a proposal that an earlier version has stored', () => {
  const earlier = { id: 1, pairingTopic: topic, publicKey, requiredNamespaces: {}, optionalNamespaces: {}, expiry: 1_700_000_300 };

  it('is one of our own, also where the wallet had said yes', () => {
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

  it('is none without its key or its expiry', () => {
    expect(readStoredProposal({ ...earlier, publicKey: '' })).toBeNull();
    expect(readStoredProposal({ ...earlier, expiry: '1' })).toBeNull();
  });
});
