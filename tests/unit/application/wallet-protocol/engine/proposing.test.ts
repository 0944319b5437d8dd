import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, APP, ASKED, EnginePair, failureOf, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';

const { signal } = new AbortController();

let pair: EnginePair;

beforeEach(() => {
  pair = new EnginePair();
});

afterEach(() => pair.end());

const seconds = () => Math.floor(pair.clock.now() / 1_000);

describe('a proposal', () => {
  it('comes to the wallet with all that was asked, and where it came from', async () => {
    const sessionProperties = { locale: 'de' };
    const scopedProperties = { cosmos: { tokens: ['atom'] } };
    const { id, uri } = await pair.ask({ requiredNamespaces: ASKED, optionalNamespaces: ASKED, sessionProperties, scopedProperties });
    const [pairing] = pair.joined.all();
    expect(pair.wallet.events('session_proposal')).toEqual([
      {
        id,
        params: {
          id,
          pairingTopic: pairing?.topic,
          expiryTimestamp: seconds() + 300,
          relays: [{ protocol: 'irn' }],
          proposer: { publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), metadata: APP },
          requiredNamespaces: ASKED,
          optionalNamespaces: ASKED,
          sessionProperties,
          scopedProperties,
          isOwn: false,
          verifyContext: VERIFIED,
        },
        verifyContext: VERIFIED,
      },
    ]);
    expect(uri).toContain(pairing?.topic);
    expect(pair.approving.pending()).toHaveLength(1);
  });

  it('asks for what its host requires as optional, so that a wallet without one of the chains gives what it has', async () => {
    const hub = ASKED.cosmos;
    const requiredNamespaces = { cosmos: hub, 'eip155:1': { methods: ['eth_sign'], events: [] } };
    const optionalNamespaces = { cosmos: { ...hub, chains: ['cosmos:other'], methods: ['cosmos_getAccounts'] } };
    const { uri = '', approval } = await pair.inviting.connect({ requiredNamespaces, optionalNamespaces }, signal);
    await pair.joined.pair({ uri }, signal);
    await settle();
    const [proposal] = pair.approving.pending();
    expect(proposal).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: {
        cosmos: { chains: ['cosmos:hub', 'cosmos:other'], methods: ['cosmos_signDirect', 'cosmos_getAccounts'], events: hub.events },
        eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] },
      },
    });
    await pair.approve(proposal?.id ?? 0);
    await settle();
    expect((await approval).namespaces).toEqual(ALLOWED);
  });

  it('travels as the protocol says', async () => {
    await pair.ask();
    const [published] = pair.app.relay.published;
    expect(published?.delivery).toEqual(PROTOCOL_METHODS.wc_sessionPropose.request);
    expect(Object.keys(Object(Reflect.get(Object(published?.message), 'params'))).sort()).toEqual(
      ['expiryTimestamp', 'id', 'optionalNamespaces', 'pairingTopic', 'proposer', 'relays', 'requiredNamespaces'].sort(),
    );
  });

  it('becomes one session on both sides, of whatever chains', async () => {
    const { topic, session, settled } = await pair.connect();
    const stored = pair.app.context.tables.sessions.get(topic);
    expect(stored).toEqual(session);
    expect(session).toMatchObject({
      topic,
      acknowledged: true,
      namespaces: ALLOWED,
      requiredNamespaces: ASKED,
      expiry: seconds() + 604_800,
      controller: settled.self.publicKey,
      peer: { publicKey: settled.self.publicKey, metadata: WALLET },
      self: { publicKey: settled.peer.publicKey, metadata: APP },
    });
    expect(settled).toMatchObject({ topic, acknowledged: true, namespaces: ALLOWED, controller: settled.self.publicKey });
    expect([pair.app.events('session_connect'), pair.wallet.events('session_connect')]).toEqual([[{ session }], []]);
    for (const { context, relay } of [pair.app, pair.wallet]) {
      expect(context.tables.proposals.all()).toEqual([]);
      expect(context.expiries.of({ kind: 'session', key: topic })).toBe(session.expiry);
      expect(relay.topics).toContain(topic);
    }
    for (const party of [pair.app, pair.wallet]) party.expectCalm();
  });

  it('leaves an active pairing that knows its peer, on which the next one goes without a URI', async () => {
    const { session } = await pair.connect();
    expect(pair.made.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: WALLET });
    expect(pair.joined.get(session.pairingTopic)).toMatchObject({ active: true, peerMetadata: APP });
    const { uri, id, approval } = await pair.ask({ pairingTopic: session.pairingTopic });
    expect([uri, pair.made.all().length]).toEqual(['', 1]);
    await pair.approve(id);
    expect((await approval).pairingTopic).toBe(session.pairingTopic);
  });

  it('on a pairing that has not served yet gets a new one', async () => {
    const { pairing } = await pair.made.create({}, signal);
    const { uri } = await pair.ask({ pairingTopic: pairing.topic });
    expect([uri === '', pair.made.all().length]).toEqual([false, 2]);
  });

  it.each([
    ['an unknown pairing', { pairingTopic: 'f'.repeat(64) }, 'wallet-protocol/no-matching-key'],
    ['relays that are none', { relays: [] }, 'wallet-protocol/missing-or-invalid'],
    ['namespaces without chains', { requiredNamespaces: { cosmos: { methods: [], events: [] } } }, 'wallet-protocol/unsupported-chains'],
    ['strange scoped properties', { scopedProperties: { solana: {} } }, 'wallet-protocol/invalid-parameter'],
  ])('is not made with %s', async (_, input, code) => {
    await expect(pair.inviting.connect(input, signal)).rejects.toMatchObject({ code });
    expect([pair.made.all(), pair.app.relay.published]).toEqual([[], []]);
  });

  it('on a pairing that is over takes the pairing with it', async () => {
    const { pairing } = await pair.made.create({}, signal);
    await pair.app.context.tables.pairings.change(pairing.topic, { expiry: seconds() });
    await expect(pair.inviting.connect({ pairingTopic: pairing.topic }, signal)).rejects.toMatchObject({
      code: 'wallet-protocol/expired',
    });
    expect(pair.made.all()).toEqual([]);
  });

  it('leaves nothing behind where the relay does not take it', async () => {
    pair.app.relay.refusePublications();
    await expect(pair.inviting.connect({}, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([pair.made.all(), pair.app.context.tables.proposals.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('is over after five minutes on both sides, which are told once', async () => {
    const { id, approval } = await pair.ask();
    await pair.clock.run(299_000);
    expect(pair.app.events('proposal_expire')).toEqual([]);
    await pair.clock.run(1_000);
    expect(await failureOf(approval)).toMatchObject({ code: 'pairing/expired' });
    for (const party of [pair.app, pair.wallet]) {
      expect([party.events('proposal_expire'), party.context.tables.proposals.all(), party.relay.keys]).toEqual([[{ id }], [], []]);
      expect(party.context.deleted.of(id)).toBe('proposal');
    }
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('is taken back without a word', async () => {
    const { id } = await pair.ask();
    await pair.proposing.withdraw(id);
    await pair.approve(id);
    await settle();
    expect([pair.app.context.tables.sessions.all(), pair.app.context.tables.proposals.all()]).toEqual([[], []]);
  });

  it('ends the other pairings with the same wallet once there is a session', async () => {
    const first = await pair.connect();
    const second = await pair.connect();
    await settle();
    expect(pair.made.all().map(({ topic }) => topic)).toEqual([second.session.pairingTopic]);
    expect(pair.wallet.events('pairing_delete').map(({ topic }) => topic)).toEqual([first.session.pairingTopic]);
  });
});
