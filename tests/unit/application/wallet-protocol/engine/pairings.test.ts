import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { OneOffPairings } from '../../../../../application/wallet-protocol/engine/one-off-pairings.js';
import { Pairings } from '../../../../../application/wallet-protocol/engine/pairings.js';
import { Proposing } from '../../../../../application/wallet-protocol/engine/proposing.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { formatPairingUri, parsePairingUri } from '../../../../../domain/wallet-protocol/pairing-uri.js';
import { APP, ASKED, WALLET } from './support/engine-pair.js';
import { EngineParty } from './support/engine-party.js';

const { signal } = new AbortController();

let clock: FakeClock;
let app: EngineParty;
let wallet: EngineParty;
let made: Pairings;
let joined: Pairings;

beforeEach(() => {
  clock = new FakeClock();
  app = new EngineParty(clock, new FakeMessageRelay(clock), APP);
  wallet = new EngineParty(clock, app.relay.peer(), WALLET);
  made = new Pairings(app.context);
  joined = new Pairings(wallet.context);
});

afterEach(() => {
  app.close();
  wallet.close();
  expect(clock.pending).toBe(0);
});

const seconds = () => Math.floor(clock.now() / 1_000);

/** A pairing that both parties have. */
const meet = async () => {
  const { uri, pairing } = await made.create({}, signal);
  await joined.pair({ uri }, signal);
  return { uri, topic: pairing.topic };
};

const fault = (kind: string, detail: string) => ({ code: `wallet-protocol/${kind}`, context: { detail } });

describe('a pairing that is made', () => {
  it('lives five minutes, is listened to, stored and told of, and is named by its URI', async () => {
    const { uri, pairing } = await made.create({ methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] }, signal);
    const { topic } = pairing;
    expect(pairing).toMatchObject({ expiry: seconds() + 300, active: false, relay: { protocol: 'irn' } });
    expect(parsePairingUri(uri)).toMatchObject({ topic, expiry: pairing.expiry, methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] });
    expect(app.relay.topics).toEqual([topic]);
    expect(app.store.persisted.get(`@latchkey/wc/pairing/${topic}`)).toEqual(pairing);
    expect(app.heard).toEqual([{ name: 'pairing_create', data: { topic } }]);
    expect(await made.uriOf(topic)).toBe(uri);
  });

  it('leaves nothing behind where the relay does not take it', async () => {
    app.relay.door = 'unauthorized';
    await expect(made.create({}, signal)).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect([made.all(), app.relay.keys, app.relay.topics, [...app.store.persisted.keys()]]).toEqual([[], [], [], []]);
    app.expectCalm();
  });
});

describe('a pairing that is joined by its URI', () => {
  it('has the key and the expiry of the URI, and is listened to', async () => {
    const { uri, pairing } = await made.create({}, signal);
    await clock.run(60_000);
    expect(await joined.pair({ uri }, signal)).toEqual({ ...pairing, methods: [] });
    expect([wallet.relay.topics, wallet.relay.keys]).toEqual([[pairing.topic], [pairing.topic]]);
  });

  it('lives five minutes where the URI says no expiry, and is active where the wallet says so', async () => {
    const { uri } = await made.create({}, signal);
    const endless = formatPairingUri({ ...parsePairingUri(uri), expiry: null });
    expect(await joined.pair({ uri: endless, activatePairing: true }, signal)).toMatchObject({ active: true, expiry: seconds() + 300 });
  });

  it('can be joined once more until it has served, and then not', async () => {
    const { uri, topic } = await meet();
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

  it('can be joined after it was deleted', async () => {
    const { uri, topic } = await meet();
    await joined.remove(topic);
    expect(wallet.context.deleted.of(topic)).toBe('pairing');
    await joined.pair({ uri }, signal);
    expect([joined.get(topic)?.active, wallet.context.deleted.of(topic)]).toEqual([false, null]);
  });

  it.each([
    ['no parameters', undefined, fault('missing-or-invalid', 'pair() params: undefined')],
    ['no URI', { uri: '' }, fault('missing-or-invalid', 'pair() uri: ')],
    ['another relay', { uri: 'wc:a@2?relay-protocol=other&symKey=b' }, fault('missing-or-invalid', 'pair() uri#relay-protocol')],
  ])('is refused with %s', async (_, input, error) => {
    // As a host without types would call it.
    await expect(joined.pair(input as { uri: string }, signal)).rejects.toMatchObject(error);
    expect([joined.all(), wallet.heard]).toEqual([[], []]);
  });

  it('is refused once its URI is over', async () => {
    const { uri } = await made.create({}, signal);
    await clock.run(300_000);
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({ code: 'wallet-protocol/expired' });
  });

  it('is there while the relay cannot be reached, and heard once it can', async () => {
    const { uri, pairing } = await made.create({}, signal);
    wallet.relay.door = 'unreachable';
    await joined.pair({ uri }, signal);
    expect(joined.get(pairing.topic)).not.toBeNull();
    const ping = made.ping({ topic: pairing.topic }, signal);
    await settle();
    wallet.relay.door = 'open';
    await settle();
    await expect(ping).resolves.toBeUndefined();
  });

  it('is not there where the relay refuses this party for good', async () => {
    const { uri } = await made.create({}, signal);
    wallet.relay.door = 'unauthorized';
    await expect(joined.pair({ uri }, signal)).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect([joined.all(), wallet.relay.keys]).toEqual([[], []]);
  });
});

describe('a pairing of both parties', () => {
  it('carries pings, which the other host hears of', async () => {
    const { topic } = await meet();
    await made.ping({ topic }, signal);
    expect(wallet.events('pairing_ping')).toEqual([{ topic, id: expect.any(Number) }]);
    wallet.expectCalm();
  });

  it('ends on both sides when one of them ends it', async () => {
    const { topic } = await meet();
    await made.disconnect({ topic }, signal);
    await settle();
    for (const [pairings, party] of [[made, app] as const, [joined, wallet] as const]) {
      expect([pairings.all(), party.relay.keys, party.relay.topics]).toEqual([[], [], []]);
      expect(party.store.persisted.has(`@latchkey/wc/pairing/${topic}`)).toBe(false);
      expect(party.context.deleted.of(topic)).toBe('pairing');
    }
    expect([app.events('pairing_delete'), wallet.events('pairing_delete')]).toEqual([[], [{ topic, id: expect.any(Number) }]]);
  });

  it('ends here also where the peer cannot be told', async () => {
    const { topic } = await meet();
    app.relay.refusePublications();
    await expect(made.disconnect({ topic }, signal)).rejects.toMatchObject({ code: 'relay/publish-failed' });
    expect([made.all(), app.relay.keys]).toEqual([[], []]);
  });

  it('ends by itself after five minutes, and tells the host once', async () => {
    const { topic } = await meet();
    await clock.run(299_000);
    expect(wallet.events('pairing_expire')).toEqual([]);
    await clock.run(1_000);
    for (const party of [app, wallet]) expect([party.events('pairing_expire'), party.relay.keys]).toEqual([[{ topic }], []]);
  });

  it('lives five minutes more from when the peer was heard, or as long as it is told to', async () => {
    const { topic } = await meet();
    await clock.run(200_000);
    await made.activate(topic);
    await clock.run(299_000);
    expect([made.get(topic)?.active, joined.get(topic)]).toEqual([true, null]);
    await made.setExpiry(topic, seconds());
    await clock.run(0);
    expect(made.get(topic)).toBeNull();
  });

  it('stays gone when it is activated after its end', async () => {
    const { topic } = await meet();
    await made.remove(topic);
    await made.activate(topic);
    await made.setExpiry(topic, seconds() + 10);
    await made.setPeer(topic, WALLET);
    expect(made.get(topic)).toBeNull();
  });

  it.each(['ping', 'disconnect'] as const)('is not there for a %s of another topic', async (call) => {
    await meet();
    const topic = 'f'.repeat(64);
    const detail = `pairing topic doesn't exist: ${topic}`;
    await expect(made[call]({ topic }, signal)).rejects.toMatchObject(fault('no-matching-key', detail));
  });

  it('ends when the same peer has a session by another one', async () => {
    const [first, second] = [await meet(), await meet()];
    await made.setPeer(first.topic, WALLET);
    await made.setPeer(second.topic, WALLET);
    const other = await meet();
    await made.setPeer(other.topic, { ...WALLET, url: 'https://other.example' });
    made.endOthers({ pairingTopic: second.topic, peer: { publicKey: '', metadata: WALLET } });
    await settle();
    expect(made.all().map(({ topic }) => topic)).toEqual([second.topic, other.topic]);
    expect(joined.all().map(({ topic }) => topic)).toEqual([second.topic, other.topic]);
  });

  it('does not end for a peer that does not say who it is', async () => {
    const { topic } = await meet();
    await made.setPeer(topic, { ...WALLET, url: '' });
    made.endOthers({ pairingTopic: 'f'.repeat(64), peer: { publicKey: '', metadata: { ...WALLET, url: '' } } });
    await settle();
    expect(made.get(topic)).not.toBeNull();
  });
});

describe('the next page', () => {
  it('takes up the pairings that live, and removes the others', async () => {
    const { topic } = await meet();
    await clock.run(200_000);
    const late = await joined.pair({ uri: (await made.create({}, signal)).uri }, signal);
    wallet = wallet.reload();
    await clock.run(200_000);
    joined = new Pairings(wallet.context);
    await wallet.load();
    expect(await joined.restore()).toEqual([late.topic]);
    expect([joined.all(), wallet.relay.keys]).toEqual([[late], [late.topic]]);
    expect([...wallet.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
    await clock.run(100_000);
    expect(wallet.events('pairing_expire')).toEqual([{ topic: late.topic }]);
  });
});

describe('a call on a topic without a pairing', () => {
  it('is told so, or goes by without an effect', async () => {
    const { topic } = await meet();
    await wallet.context.tables.pairings.remove(topic);
    await expect(made.ping({ topic }, signal)).rejects.toMatchObject({ code: 2, message: expect.stringContaining('pairing topic') });
    await made.disconnect({ topic }, signal);
    await settle();
    expect(wallet.events('pairing_delete')).toEqual([]);
    wallet.expectCalm();
  });
});

describe('a pairing that serves one proposal', () => {
  let made: OneOffPairings;

  beforeEach(() => {
    made = new OneOffPairings(app.context);
  });

  it('has a URI with all that another party needs, lives five minutes, and is stored nowhere', async () => {
    const { pairing, uri } = await made.make();
    expect(parsePairingUri(uri)).toMatchObject({ topic: pairing.topic, expiry: pairing.expiry });
    expect(pairing).toMatchObject({ active: false, expiry: Math.floor(clock.now() / 1_000) + 300 });
    expect([made.get(), app.store.persisted.size, app.events('pairing_create')]).toEqual([null, 0, []]);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
  });

  it('has no URI any more once it was removed, nor a key or a topic', async () => {
    const { pairing } = await made.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await made.remove(pairing.topic);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBeNull();
    expect([app.relay.keys, app.relay.topics]).toEqual([[], []]);
  });

  it('answers a ping, lets its peer leave, and is not changed by either', async () => {
    const { pairing, uri } = await made.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await joined.pair({ uri }, signal);
    await joined.ping({ topic: pairing.topic }, signal);
    const answered = app.relay.published.length;
    await joined.disconnect({ topic: pairing.topic }, signal);
    await settle();
    expect(app.relay.published).toHaveLength(answered);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
    expect(app.store.persisted.size).toBe(0);
    app.expectCalm();
  });

  it('ends with its proposal: nothing is left of it', async () => {
    const proposing = new Proposing(app.context, made, { isOneOff: true });
    const { id } = await proposing.propose({ optionalNamespaces: ASKED }, signal);
    expect([...app.store.persisted.keys()]).toEqual([`@latchkey/wc/proposal/${id}`]);
    await proposing.withdraw(id);
    expect([app.store.persisted.size, app.relay.keys, app.relay.topics]).toEqual([0, [], []]);
  });
});
