import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { OneOffPairings } from '../../../../../application/wallet-protocol/engine/one-off-pairings.js';
import { Pairings } from '../../../../../application/wallet-protocol/engine/pairings.js';
import { SessionProposer } from '../../../../../application/wallet-protocol/engine/session-proposer.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { formatPairingUri, parsePairingUri } from '../../../../../domain/wallet-protocol/pairing-uri.js';
import { APP, REQUESTED_NAMESPACES, WALLET } from './support/engine-pair.js';
import { EngineParty } from './support/engine-party.js';
import { SessionPair } from './support/session-pair.js';

const { signal } = new AbortController();

let clock: FakeClock;
let app: EngineParty;
let wallet: EngineParty;
let created: Pairings;
let joined: Pairings;

beforeEach(() => {
  clock = new FakeClock();
  app = new EngineParty(clock, new FakeMessageRelay(clock), APP);
  wallet = new EngineParty(clock, app.relay.peer(), WALLET);
  created = new Pairings(app.context);
  joined = new Pairings(wallet.context);
});

afterEach(() => {
  app.close();
  wallet.close();
  expect(clock.pending).toBe(0);
});

const seconds = () => Math.floor(clock.now() / 1_000);

/** Creates and joins a pairing. */
const createAndJoin = async () => {
  const { uri, pairing } = await created.create({}, signal);
  await joined.pair({ uri }, signal);
  return { uri, topic: pairing.topic };
};

const fault = (kind: string, detail: string) => ({ code: `wallet-protocol/${kind}`, context: { detail } });

describe('created pairing', () => {
  it('is stored, subscribed and emitted, expires after five minutes, and has a URI', async () => {
    const { uri, pairing } = await created.create({ methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] }, signal);
    const { topic } = pairing;
    expect(pairing).toMatchObject({ expiry: seconds() + 300, active: false, relay: { protocol: 'irn' } });
    expect(parsePairingUri(uri)).toMatchObject({ topic, expiry: pairing.expiry, methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] });
    expect(app.relay.topics).toEqual([topic]);
    expect(app.store.persisted.get(`@latchkey/wc/pairing/${topic}`)).toEqual(pairing);
    expect(app.emitted).toEqual([{ name: 'pairing_create', data: { topic } }]);
    expect(await created.uriOf(topic)).toBe(uri);
  });

  it('leaves no records if the relay rejects the client', async () => {
    app.relay.mode = 'unauthorized';
    await expect(created.create({}, signal)).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect([created.all(), app.relay.keys, app.relay.topics, [...app.store.persisted.keys()]]).toEqual([[], [], [], []]);
    app.expectNoErrors();
  });
});

describe('joined pairing', () => {
  it('has the key and expiry of the URI, and is subscribed', async () => {
    const { uri, pairing } = await created.create({}, signal);
    await clock.run(60_000);
    expect(await joined.pair({ uri }, signal)).toEqual({ ...pairing, methods: [] });
    expect([wallet.relay.topics, wallet.relay.keys]).toEqual([[pairing.topic], [pairing.topic]]);
  });

  it('expires after five minutes if the URI has no expiry, and may be activated immediately', async () => {
    const { uri } = await created.create({}, signal);
    const endless = formatPairingUri({ ...parsePairingUri(uri), expiry: null });
    expect(await joined.pair({ uri: endless, activatePairing: true }, signal)).toMatchObject({ active: true, expiry: seconds() + 300 });
  });

  it('expires after five minutes at most, whatever its URI says', async () => {
    const { uri } = await created.create({}, signal);
    const parsed = parsePairingUri(uri);
    for (const ahead of [300, 301, 86_400, 900_000_000_000]) {
      const { topic } = await joined.pair({ uri: formatPairingUri({ ...parsed, expiry: seconds() + ahead }) }, signal);
      expect(joined.get(topic)?.expiry).toBe(seconds() + 300);
    }
  });

  it('is rejected if its topic is not that of its key', async () => {
    const { uri } = await created.create({}, signal);
    const foreign = formatPairingUri({ ...parsePairingUri(uri), topic: 'ab'.repeat(32) });
    await expect(joined.pair({ uri: foreign }, signal)).rejects.toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect([joined.all(), wallet.relay.keys, wallet.relay.topics, wallet.emitted]).toEqual([[], [], [], []]);
  });

  it('can be joined again until it is active', async () => {
    const { uri, topic } = await createAndJoin();
    const again: string[] = [];
    joined.onJoined((each) => again.push(each));
    await joined.pair({ uri }, signal);
    expect(again).toEqual([topic]);
    await joined.activate(topic);
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({
      code: 'pairing/already-exists',
      message: `Pairing already exists: ${topic}. Please try again with a new connection URI.`,
    });
  });

  it('can be joined again after it was removed', async () => {
    const { uri, topic } = await createAndJoin();
    await joined.remove(topic);
    expect(wallet.context.deleted.of(topic)).toBe('pairing');
    await joined.pair({ uri }, signal);
    expect([joined.get(topic)?.active, wallet.context.deleted.of(topic)]).toEqual([false, null]);
  });

  it.each([
    ['no params', undefined, fault('missing-or-invalid', 'pair() params: undefined')],
    ['an empty URI', { uri: '' }, fault('missing-or-invalid', 'pair() uri: ')],
    ['another relay', { uri: 'wc:a@2?relay-protocol=other&symKey=b' }, fault('missing-or-invalid', 'pair() uri#relay-protocol')],
  ])('is rejected with %s', async (_, input, error) => {
    // As called from untyped code.
    await expect(joined.pair(input as { uri: string }, signal)).rejects.toMatchObject(error);
    expect([joined.all(), wallet.emitted]).toEqual([[], []]);
  });

  it('is rejected after the expiry of its URI', async () => {
    const { uri } = await created.create({}, signal);
    await clock.run(300_000);
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({ code: 'wallet-protocol/expired' });
  });

  it('is stored while the relay is unreachable, and receives messages once connected', async () => {
    const { uri, pairing } = await created.create({}, signal);
    wallet.relay.mode = 'unreachable';
    await joined.pair({ uri }, signal);
    expect(joined.get(pairing.topic)).not.toBeNull();
    const ping = created.ping({ topic: pairing.topic }, signal);
    await flushPromises();
    wallet.relay.mode = 'open';
    await flushPromises();
    await expect(ping).resolves.toBeUndefined();
  });

  it('is not stored if the relay rejects the client', async () => {
    const { uri } = await created.create({}, signal);
    wallet.relay.mode = 'unauthorized';
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect([joined.all(), wallet.relay.keys]).toEqual([[], []]);
  });
});

describe('URI with the key of something else', () => {
  it('of a session is rejected, and the session works after the expiry of the URI', async () => {
    const world = new SessionPair();
    await world.connect();
    const { topic, pair } = world;
    const symKey = (await pair.wallet.relay.keyChain.symKeyOf(topic)) ?? '';
    const uri = formatPairingUri({ topic, symKey, expiry: null, methods: [] });
    const rejection = { code: 'wallet-protocol/missing-or-invalid', message: expect.not.stringContaining(symKey) };
    await expect(pair.walletPairings.pair({ uri }, signal)).rejects.toMatchObject(rejection);
    // Another tab knows the session only from the storage.
    pair.wallet.context.tables.sessions.evict(topic);
    await expect(pair.walletPairings.pair({ uri }, signal)).rejects.toMatchObject(rejection);
    await world.clock.run(300_000);
    expect(pair.wallet.relay.keys).toContain(topic);
    pair.dispose();
  });

  it('of a response topic is rejected, and the topic keeps its key', async () => {
    const publicKey = await wallet.relay.keyChain.createKeyPair();
    const topic = await wallet.relay.keyChain.responseTopic(publicKey);
    // Public: anyone knows both.
    const uri = formatPairingUri({ topic, symKey: publicKey, expiry: null, methods: [] });
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    await clock.run(300_000);
    expect(wallet.relay.keys).toContain(topic);
  });

  it('of a session that was stored as a pairing expires without the key of the session', async () => {
    const world = new SessionPair();
    await world.connect();
    const { topic, pair } = world;
    const record = { topic, expiry: Math.floor(world.clock.now() / 1_000) + 10, relay: { protocol: 'irn' }, active: false };
    await pair.wallet.context.tables.pairings.set(topic, record);
    await pair.walletPairings.restore();
    await world.clock.run(10_000);
    expect([pair.walletPairings.get(topic), pair.wallet.events('pairing_expire')]).toEqual([null, [{ topic }]]);
    expect([pair.wallet.relay.keys, pair.wallet.relay.topics]).toEqual([expect.arrayContaining([topic]), expect.arrayContaining([topic])]);
    const response = world.request();
    await flushPromises();
    await world.respond(pair.wallet.events('session_request')[0]?.id ?? 0);
    expect(await response).toBe('signed');
    pair.dispose();
  });
});

describe('pairing of two parties', () => {
  it('pings the peer and emits pairing_ping there', async () => {
    const { topic } = await createAndJoin();
    await created.ping({ topic }, signal);
    expect(wallet.events('pairing_ping')).toEqual([{ topic, id: expect.any(Number) }]);
    wallet.expectNoErrors();
  });

  it('is removed on both sides when one of them disconnects', async () => {
    const { topic } = await createAndJoin();
    await created.disconnect({ topic }, signal);
    await flushPromises();
    for (const [pairings, party] of [[created, app] as const, [joined, wallet] as const]) {
      expect([pairings.all(), party.relay.keys, party.relay.topics]).toEqual([[], [], []]);
      expect(party.store.persisted.has(`@latchkey/wc/pairing/${topic}`)).toBe(false);
      expect(party.context.deleted.of(topic)).toBe('pairing');
    }
    expect([app.events('pairing_delete'), wallet.events('pairing_delete')]).toEqual([[], [{ topic, id: expect.any(Number) }]]);
  });

  it('is removed locally even if the peer cannot be notified', async () => {
    const { topic } = await createAndJoin();
    app.relay.refusePublications();
    await expect(created.disconnect({ topic }, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([created.all(), app.relay.keys]).toEqual([[], []]);
  });

  it('expires after five minutes with one event', async () => {
    const { topic } = await createAndJoin();
    await clock.run(299_000);
    expect(wallet.events('pairing_expire')).toEqual([]);
    await clock.run(1_000);
    for (const party of [app, wallet]) expect([party.events('pairing_expire'), party.relay.keys]).toEqual([[{ topic }], []]);
  });

  it('lives five minutes from its activation, or until the given expiry', async () => {
    const { topic } = await createAndJoin();
    await clock.run(200_000);
    await created.activate(topic);
    await clock.run(299_000);
    expect([created.get(topic)?.active, joined.get(topic)]).toEqual([true, null]);
    await created.setExpiry(topic, seconds());
    await clock.run(0);
    expect(created.get(topic)).toBeNull();
  });

  it('is not restored by changes after its removal', async () => {
    const { topic } = await createAndJoin();
    await created.remove(topic);
    await created.activate(topic);
    await created.setExpiry(topic, seconds() + 10);
    await created.setPeer(topic, WALLET);
    expect(created.get(topic)).toBeNull();
  });

  it.each(['ping', 'disconnect'] as const)('rejects a %s on an unknown topic', async (call) => {
    await createAndJoin();
    const topic = 'f'.repeat(64);
    const detail = `pairing topic doesn't exist: ${topic}`;
    await expect(created[call]({ topic }, signal)).rejects.toMatchObject(fault('no-matching-key', detail));
  });

  it('is disconnected when the same peer has a session on another pairing', async () => {
    const [first, second] = [await createAndJoin(), await createAndJoin()];
    await created.setPeer(first.topic, WALLET);
    await created.setPeer(second.topic, WALLET);
    const other = await createAndJoin();
    await created.setPeer(other.topic, { ...WALLET, url: 'https://other.example' });
    created.disconnectOthers({ pairingTopic: second.topic, peer: { publicKey: '', metadata: WALLET } });
    await flushPromises();
    expect(created.all().map(({ topic }) => topic)).toEqual([second.topic, other.topic]);
    expect(joined.all().map(({ topic }) => topic)).toEqual([second.topic, other.topic]);
  });

  it('is not disconnected for a peer without a URL', async () => {
    const { topic } = await createAndJoin();
    await created.setPeer(topic, { ...WALLET, url: '' });
    created.disconnectOthers({ pairingTopic: 'f'.repeat(64), peer: { publicKey: '', metadata: { ...WALLET, url: '' } } });
    await flushPromises();
    expect(created.get(topic)).not.toBeNull();
  });
});

describe('next page load', () => {
  it('restores live pairings and removes expired ones', async () => {
    const { topic } = await createAndJoin();
    await clock.run(200_000);
    const live = await joined.pair({ uri: (await created.create({}, signal)).uri }, signal);
    wallet = wallet.reload();
    await clock.run(200_000);
    joined = new Pairings(wallet.context);
    await wallet.load();
    expect(await joined.restore()).toEqual([live.topic]);
    expect([joined.all(), wallet.relay.keys]).toEqual([[live], [live.topic]]);
    expect([...wallet.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
    await clock.run(100_000);
    expect(wallet.events('pairing_expire')).toEqual([{ topic: live.topic }]);
  });
});

describe('call on a topic without a pairing', () => {
  it('gets an error, or is ignored', async () => {
    const { topic } = await createAndJoin();
    await wallet.context.tables.pairings.remove(topic);
    await expect(created.ping({ topic }, signal)).rejects.toMatchObject({ code: 2, message: expect.stringContaining('pairing topic') });
    await created.disconnect({ topic }, signal);
    await flushPromises();
    expect(wallet.events('pairing_delete')).toEqual([]);
    wallet.expectNoErrors();
  });
});

describe('one-off pairing', () => {
  let created: OneOffPairings;

  beforeEach(() => {
    created = new OneOffPairings(app.context);
  });

  it('has a complete URI, expires after five minutes, and is not stored', async () => {
    const { pairing, uri } = await created.make();
    expect(parsePairingUri(uri)).toMatchObject({ topic: pairing.topic, expiry: pairing.expiry });
    expect(pairing).toMatchObject({ active: false, expiry: Math.floor(clock.now() / 1_000) + 300 });
    expect([created.get(), app.store.persisted.size, app.events('pairing_create')]).toEqual([null, 0, []]);
    expect(await created.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
  });

  it('has no URI, key or topic after its removal', async () => {
    const { pairing } = await created.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await created.remove(pairing.topic);
    expect(await created.uriOf(pairing.topic, pairing.expiry)).toBeNull();
    expect([app.relay.keys, app.relay.topics]).toEqual([[], []]);
  });

  it('responds to a ping, ignores a deletion, and is not changed by either', async () => {
    const { pairing, uri } = await created.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await joined.pair({ uri }, signal);
    await joined.ping({ topic: pairing.topic }, signal);
    const publishCount = app.relay.published.length;
    await joined.disconnect({ topic: pairing.topic }, signal);
    await flushPromises();
    expect(app.relay.published).toHaveLength(publishCount);
    expect(await created.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
    expect(app.store.persisted.size).toBe(0);
    app.expectNoErrors();
  });

  it('is removed with its proposal', async () => {
    const proposing = new SessionProposer(app.context, created, { isOneOff: true });
    const { id } = await proposing.propose({ optionalNamespaces: REQUESTED_NAMESPACES }, signal);
    expect([...app.store.persisted.keys()]).toEqual([`@latchkey/wc/proposal/${id}`]);
    await proposing.withdraw(id);
    expect([app.store.persisted.size, app.relay.keys, app.relay.topics]).toEqual([0, [], []]);
  });
});
