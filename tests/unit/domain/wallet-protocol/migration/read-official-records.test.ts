import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOfficialRecords } from '../../../../../domain/wallet-protocol/migration/read-official-records.js';
import { itHolds } from '../../properties.js';

/** Captured from the official client: see tests/integration/walletconnect/official-storage.test.ts. */
const fixture = JSON.parse(readFileSync(new URL('./official-storage.json', import.meta.url), 'utf8'));
const NOW = fixture.at;
const TOPIC: string = fixture.topic;
const WALLET = { customPrefix: 'wallet', nowMs: NOW };

const KEYCHAIN = 'wc@2:core:0.3//keychain';
const SESSIONS = 'wc@2:client:0.3//session';
const PROPOSALS = 'wc@2:client:0.3//proposal';
const PAIRINGS = 'wc@2:core:0.3//pairing';

const session = fixture.app['wc@2:client:0.3:session'][0];
const proposal = fixture.app['wc@2:client:0.3:proposal'][0];
const pairing = fixture.app['wc@2:core:0.3:pairing'].find(({ topic }: { topic: string }) => topic === proposal.pairingTopic);
const keychain = fixture.app['wc@2:core:0.3:keychain'];

/** A message signed by the user of a session. */
const CACAO = {
  h: { t: 'caip122' },
  p: {
    iss: 'did:pkh:eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    domain: 'app.example',
    aud: 'https://app.example',
    version: '1',
    nonce: '32891756',
    iat: '2025-01-01T00:00:00.000Z',
  },
  s: { t: 'eip191', s: '0x01' },
};

const read = (records: Readonly<Record<string, unknown>>, nowMs = NOW) => readOfficialRecords(Object.entries(records), { nowMs });
const readApp = (records: Readonly<Record<string, unknown>>) => read({ [KEYCHAIN]: keychain, ...records });

describe('records of an official client, as app', () => {
  const records = readOfficialRecords(Object.entries(fixture.app), { nowMs: NOW });

  it('include its session with all fields', () => {
    const { relay, expiry, acknowledged, pairingTopic, controller, namespaces, requiredNamespaces, optionalNamespaces } = session;
    const { self, peer, sessionProperties, transportType } = session;
    expect(records.sessions).toEqual([
      {
        topic: TOPIC,
        relay,
        expiry,
        acknowledged,
        pairingTopic,
        controller,
        namespaces,
        requiredNamespaces,
        optionalNamespaces,
        self,
        peer,
        sessionProperties,
        transportType,
      },
    ]);
  });

  it('include its pending proposal and the pairings', () => {
    expect(records.proposals).toEqual([
      {
        id: proposal.id,
        pairingTopic: proposal.pairingTopic,
        publicKey: proposal.proposer.publicKey,
        requiredNamespaces: {},
        optionalNamespaces: proposal.optionalNamespaces,
        expiry: proposal.expiryTimestamp,
      },
    ]);
    expect(records.pairings.map(({ topic }) => topic)).toContain(proposal.pairingTopic);
  });

  it('include the required keys only', () => {
    const required = [TOPIC, ...records.pairings.map(({ topic }) => topic), proposal.proposer.publicKey, 'client_ed25519_seed'];
    expect([...records.keys.keys()].sort()).toEqual([...new Set(required)].sort());
    for (const [name, key] of records.keys) expect(key === keychain[name], name).toBe(true);
    expect(Object.keys(keychain).length).toBeGreaterThan(records.keys.size);
  });

  it('include the handled envelopes of their topics', () => {
    expect(records.handledEnvelopes.get(TOPIC)).toEqual(Object.keys(fixture.app['wc@2:core:0.3:messages'][TOPIC]));
    expect(records.handledEnvelopes.get(TOPIC)?.length).toBeGreaterThan(0);
  });

  it('are migrated completely', () => {
    expect(records.skipped).toEqual([]);
  });
});

describe('records of an official client, as wallet', () => {
  it('are found under its own prefix only', () => {
    const entries = Object.entries(fixture.wallet);
    expect(readOfficialRecords(entries, WALLET).sessions.map(({ topic }) => topic)).toEqual([TOPIC]);
    for (const customPrefix of ['', 'wall', 'wallet2']) {
      expect(readOfficialRecords(entries as [string, unknown][], { ...WALLET, customPrefix }).sessions).toEqual([]);
    }
  });

  it('include its session with itself as controller', () => {
    const [found] = readOfficialRecords(Object.entries(fixture.wallet), WALLET).sessions;
    expect([found?.controller, found?.peer.publicKey]).toEqual([session.controller, session.self.publicKey]);
    expect(found?.controller).toBe(found?.self.publicKey);
  });

  it('include the session of a sign-in with itself as controller, although the record names the app', () => {
    const { self, peer } = session;
    const signedIn = { ...session, self: peer, peer: self, controller: self.publicKey, authentication: [CACAO] };
    const [found] = readOfficialRecords(
      [
        [KEYCHAIN, keychain],
        [SESSIONS, [signedIn]],
      ],
      { nowMs: NOW },
    ).sessions;
    expect(found).toMatchObject({ controller: peer.publicKey, self: { publicKey: peer.publicKey } });
  });

  it('skip a received proposal with a reason', () => {
    const { proposals, skipped } = readOfficialRecords(Object.entries(fixture.wallet), WALLET);
    expect(proposals).toEqual([]);
    expect(skipped).toEqual([{ kind: 'proposal', name: String(proposal.id), reason: 'foreign' }]);
  });
});

describe('readOfficialRecords', () => {
  it('accepts values and JSON texts, with either spelling of the keys', () => {
    const spell = (key: string) => key.replace(/^(wc@2:(?:core|client):[\d.]+):/, '$1//');
    const entries = Object.entries<unknown>(fixture.app).map(([key, value]) => [spell(key), JSON.stringify(value)] as const);
    expect(entries.map(([key]) => key)).toContain(KEYCHAIN);
    const options = { nowMs: NOW };
    expect(readOfficialRecords(entries, options)).toEqual(readOfficialRecords(Object.entries(fixture.app), options));
  });

  it('skips expired records, in the second of their expiry', () => {
    const at = (expiry: number) => read({ [KEYCHAIN]: keychain, [SESSIONS]: [session], [PAIRINGS]: [pairing] }, expiry * 1_000);
    expect(at(session.expiry - 1).sessions).toHaveLength(1);
    expect(at(session.expiry).sessions).toEqual([]);
    expect(at(session.expiry).skipped).toContainEqual({ kind: 'session', name: TOPIC, reason: 'expired' });
    expect(at(pairing.expiry).skipped).toContainEqual({ kind: 'pairing', name: pairing.topic, reason: 'expired' });
  });

  it('skips a session without its key', () => {
    const { [TOPIC]: _, ...others } = keychain;
    const records = read({ [KEYCHAIN]: others, [SESSIONS]: [session] });
    expect(records.sessions).toEqual([]);
    expect(records.skipped).toEqual([{ kind: 'session', name: TOPIC, reason: 'no-key' }]);
    expect([...records.keys.keys()]).toEqual(['client_ed25519_seed']);
  });

  it('keeps one of two duplicates', () => {
    const { sessions, skipped } = readApp({ [SESSIONS]: [session, session] });
    expect(sessions).toHaveLength(1);
    expect(skipped).toEqual([{ kind: 'session', name: TOPIC, reason: 'duplicate' }]);
  });

  it.each([
    ['no topic', { topic: undefined }],
    ['an invalid topic', { topic: 'topic' }],
    ['no expiry', { expiry: undefined }],
    ['an expiry that is not a number', { expiry: '1795835148' }],
    ['no relay', { relay: {} }],
    ['a controller that is neither peer', { controller: 'a'.repeat(64) }],
    ['no peer', { peer: null }],
    ['a peer without a key', { self: { publicKey: '', metadata: {} } }],
    ['invalid namespaces', { namespaces: [] }],
    ['namespaces without an account', { namespaces: { cosmos: { accounts: [], methods: [], events: [] } } }],
  ])('skips a session with %s', (_, broken) => {
    const { sessions, skipped } = readApp({ [SESSIONS]: [{ ...session, ...broken }, session] });
    expect(sessions.map(({ topic }) => topic)).toEqual([TOPIC]);
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([['session', 'malformed']]);
  });

  it('keeps optional members of sessions', () => {
    const more = {
      scopedProperties: { eip155: { a: 1 } },
      sessionConfig: { disableDeepLink: true },
      authentication: [CACAO],
      transportType: 'link_mode',
    };
    expect(readApp({ [SESSIONS]: [{ ...session, ...more }] }).sessions).toEqual([expect.objectContaining(more)]);
    const invalid = {
      scopedProperties: [],
      sessionConfig: {},
      authentication: [{ h: CACAO.h }],
      transportType: 'invalid',
      sessionProperties: { a: 1 },
    };
    const [found = {}] = readApp({ [SESSIONS]: [{ ...session, ...invalid }] }).sessions;
    expect(Object.keys(found)).not.toEqual(expect.arrayContaining([expect.stringMatching(/scoped|Config|authen|transport|Properties/)]));
  });

  it('keeps sessions on unregistered chains', () => {
    const namespaces = { cosmos: { chains: ['cosmos:hub'], accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: [] } };
    expect(readApp({ [SESSIONS]: [{ ...session, namespaces }] }).sessions.map((found) => found.namespaces)).toEqual([namespaces]);
  });

  it('reads a proposal’s expiry from any of three locations', () => {
    const { expiryTimestamp, ...bare } = proposal;
    const expirer = { 'wc@2:core:0.3//expirer': [{ target: `id:${proposal.id}`, expiry: expiryTimestamp }] };
    const expiryOf = (records: Readonly<Record<string, unknown>>) => readApp(records).proposals.map(({ expiry }) => expiry);
    expect(expiryOf({ [PROPOSALS]: [{ ...bare, expiry: expiryTimestamp }] })).toEqual([expiryTimestamp]);
    expect(expiryOf({ [PROPOSALS]: [bare], ...expirer })).toEqual([expiryTimestamp]);
    expect(expiryOf({ [PROPOSALS]: [bare] })).toEqual([]);
  });

  it('separates handled and unhandled envelopes', () => {
    const [handled, unhandled] = ['a'.repeat(64), 'b'.repeat(64)];
    const { handledEnvelopes, unhandledEnvelopes } = readApp({
      [SESSIONS]: [session],
      'wc@2:core:0.3//messages': { [TOPIC]: { [handled]: 'old', [unhandled]: 'new' }, [handled]: { [handled]: 'of a deleted topic' } },
      'wc@2:core:0.3//messages_withoutClientAck': { [TOPIC]: { [unhandled]: 'new' } },
    });
    expect([...handledEnvelopes]).toEqual([[TOPIC, [handled]]]);
    expect([...unhandledEnvelopes]).toEqual([[TOPIC, ['new']]]);
  });

  it('reads default chains and RPC URLs of the universal provider, for migrated sessions only', () => {
    const of = (topic: string) => `wc@2:universal_provider:/namespaces${topic}`;
    const namespaces = {
      eip155: {
        chains: ['eip155:137'],
        methods: [],
        events: [],
        defaultChain: '137',
        rpcMap: { 137: 'https://node.example', 1: 'ftp://x' },
      },
      solana: { defaultChain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      bip122: { defaultChain: 'eip155:1' },
      polkadot: 1,
    };
    const { providers } = readApp({ [SESSIONS]: [session], [of(TOPIC)]: namespaces, [of('c'.repeat(64))]: namespaces });
    expect([...providers]).toEqual([
      [
        TOPIC,
        {
          eip155: { defaultChain: 'eip155:137', rpcMap: { 137: 'https://node.example' } },
          solana: { defaultChain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
        },
      ],
    ]);
  });

  it('converts all records of the universal provider for these sessions', () => {
    const of = (store: string, topic = TOPIC) => `wc@2:universal_provider:/${store}${topic}`;
    const eip155 = { chains: ['eip155:137'], methods: ['a'], events: ['b'] };
    const { providerRecords } = readApp({
      [SESSIONS]: [session],
      [of('namespaces')]: { eip155: { ...eip155, defaultChain: 'eip155:137', rpcMap: { 137: 'https://node.example', 1: 'ftp://x' } } },
      [of('optionalNamespaces')]: 'not JSON',
      [of('sessionProperties')]: { a: 'b' },
      [of('namespaces', 'c'.repeat(64))]: { eip155 },
    });
    const namespaces = { eip155: { ...eip155, defaultChain: '137', rpcMap: { 137: 'https://node.example' } } };
    expect(providerRecords).toEqual([
      { store: 'namespaces', topic: TOPIC, value: namespaces },
      { store: 'sessionProperties', topic: TOPIC, value: { a: 'b' } },
    ]);
  });

  it('reports malformed keys by name, without their values', () => {
    const { skipped } = read({ [KEYCHAIN]: { [TOPIC]: 'short', other: 'f'.repeat(64) } });
    expect(skipped).toEqual([
      { kind: 'key', name: TOPIC, reason: 'malformed' },
      { kind: 'key', name: 'other', reason: 'malformed' },
    ]);
  });
});

describe('readOfficialRecords with any stored value', () => {
  const stores = [KEYCHAIN, SESSIONS, PROPOSALS, PAIRINGS, ...Object.keys(fixture.app), `wc@2:universal_provider:/namespaces${TOPIC}`];
  const anything = fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), fc.string(), fc.json());

  itHolds(
    'never throws, and creates no session, proposal, pairing or key',
    fc.dictionary(fc.constantFrom(...stores), anything),
    (records) => {
      const { sessions, proposals, pairings, keys } = read(records);
      expect([sessions, proposals, pairings, [...keys]]).toEqual([[], [], [], []]);
    },
  );

  itHolds(
    'keeps valid records next to invalid ones',
    fc.array(anything, { maxLength: 5 }),
    fc.array(anything, { maxLength: 5 }),
    (before, after) => {
      const list = [...before, session, ...after];
      const { sessions, skipped } = readApp({ [SESSIONS]: list });
      expect(sessions.map(({ topic }) => topic)).toEqual([TOPIC]);
      expect(skipped).toHaveLength(before.length + after.length);
    },
  );

  itHolds('replaces or skips a session with any value in a member', fc.constantFrom(...Object.keys(session)), anything, (member, value) => {
    const { sessions, skipped } = readApp({ [SESSIONS]: [{ ...session, [member]: value }] });
    expect(sessions.length + skipped.length).toBe(1);
    for (const { topic, expiry } of sessions) expect([topic, expiry > NOW / 1_000]).toEqual([TOPIC, true]);
  });
});
