import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { EngineEvent, EngineEventMap, EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import { SignEngine } from '../../../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { PeerMetadata } from '../../../../../domain/wallet-protocol/session.js';
import { ALLOWED, APP, ASKED, failureOf, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { ACCOUNT, SIGN_IN } from './support/sign-in-pair.js';

/** A page of a party with the whole engine. */
class Page {
  readonly logger = new FakeLogger();
  readonly heard: EngineEvent[] = [];
  readonly engine: SignEngine;
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly metadata: PeerMetadata;
  readonly store: FakeRecordStore;

  constructor(clock: FakeClock, relay: FakeMessageRelay, metadata: PeerMetadata, store = new FakeRecordStore()) {
    this.clock = clock;
    this.relay = relay;
    this.metadata = metadata;
    this.store = store;
    this.engine = new SignEngine({
      relay,
      records: store,
      clock,
      random: new FakeRandom([0.1, 0.2, 0.3]),
      logger: this.logger,
      metadata: () => metadata,
      checkOrigin: async () => VERIFIED,
      linking: null,
      exchange: {},
      nodes: async () => null,
    });
    this.engine.context.events.events$.subscribe((event) => this.heard.push(event));
  }

  /** The data of the last event of a name. */
  event<Name extends EngineEventName>(name: Name): EngineEventMap[Name] {
    const found = this.heard.filter((event) => event.name === name).at(-1);
    if (found === undefined) throw new Error(`${name} was not heard`);
    // The data belongs to the name; TypeScript cannot see it through the filter.
    return found.data as EngineEventMap[Name];
  }

  /** The page is closed, and the next one opened. */
  async reload(): Promise<Page> {
    this.engine.dispose();
    const next = new Page(this.clock, this.relay.otherTab(), this.metadata, this.store);
    await next.engine.start();
    return next;
  }
}

let clock: FakeClock;
let app: Page;
let wallet: Page;

beforeEach(async () => {
  clock = new FakeClock();
  app = new Page(clock, new FakeMessageRelay(clock), APP);
  wallet = new Page(clock, app.relay.peer(), WALLET);
  await app.engine.start();
  await wallet.engine.start();
});

afterEach(() => {
  app.engine.dispose();
  wallet.engine.dispose();
  expect(clock.pending).toBe(0);
});

const propose = async () => {
  const { uri = '', approval } = await app.engine.connect({ optionalNamespaces: ASKED });
  await wallet.engine.pair({ uri });
  await settle();
  return { approval, id: wallet.event('session_proposal').id };
};

const connected = async (): Promise<string> => {
  const { approval, id } = await propose();
  const { topic, acknowledged } = await wallet.engine.approve({ id, namespaces: ALLOWED });
  await settle();
  await acknowledged();
  expect(await approval()).toMatchObject({ topic, peer: { metadata: WALLET } });
  return topic;
};

describe('the engine', () => {
  it('opens nothing before it is used', async () => {
    clock.advance(10_000);
    await settle();
    expect([app.relay.openings, wallet.relay.openings, app.store.persisted.size]).toEqual([0, 0, 0]);
  });

  it('brings an app and a wallet together: proposal, approval, session', async () => {
    const topic = await connected();
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED, acknowledged: true });
    expect(wallet.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED, acknowledged: true });
    expect(app.event('session_connect').session.topic).toBe(topic);
    expect([...app.logger.entries, ...wallet.logger.entries]).toEqual([]);
  });

  it('declines, in the words of the wallet', async () => {
    const { approval, id } = await propose();
    await wallet.engine.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
    await settle();
    expect(await failureOf(approval())).toMatchObject({ code: 5000, message: 'User rejected.' });
  });

  it('gives an approval that came before anybody asked for it, as often as it is asked for', async () => {
    const { approval, id } = await propose();
    const { topic } = await wallet.engine.approve({ id, namespaces: ALLOWED });
    await settle();
    expect([(await approval()).topic, (await approval()).topic]).toEqual([topic, topic]);
  });

  it('signs in with one click where the wallet listens, and makes the session of it', async () => {
    wallet.engine.context.events.listenedBy('session_authenticate', () => true);
    const { uri, response } = await app.engine.authenticate({ ...SIGN_IN, chains: ['eip155:1'] });
    await wallet.engine.pair({ uri });
    await settle();
    const { id, params } = wallet.event('session_authenticate');
    const { chains: _, ...payload } = params.authPayload;
    const iss = `did:pkh:eip155:1:${ACCOUNT.address}`;
    const message = wallet.engine.formatAuthMessage({ request: payload, iss });
    const signature = { t: 'eip191', s: await ACCOUNT.signMessage({ message }) };
    const answered = wallet.engine.approveSessionAuthenticate({
      id,
      auths: [{ h: { t: 'caip122' }, p: { ...payload, iss }, s: signature }],
    });
    await settle();
    const { session } = await answered;
    expect((await response()).session).toMatchObject({
      topic: session?.topic,
      namespaces: { eip155: { accounts: [`eip155:1:${ACCOUNT.address}`] } },
    });
  });

  it('declines a sign-in', async () => {
    wallet.engine.context.events.listenedBy('session_authenticate', () => true);
    const { uri, response } = await app.engine.authenticate(SIGN_IN);
    await wallet.engine.pair({ uri });
    await settle();
    await wallet.engine.rejectSessionAuthenticate({
      id: wallet.event('session_authenticate').id,
      reason: { code: 5000, message: 'User rejected.' },
    });
    await settle();
    expect(await failureOf(response())).toMatchObject({ message: 'User rejected.' });
  });

  it('finds the sessions that allow what is required', async () => {
    const topic = await connected();
    const found = (requiredNamespaces: typeof ASKED) => app.engine.find({ requiredNamespaces }).map((session) => session.topic);
    expect(found(ASKED)).toEqual([topic]);
    expect(found({ cosmos: { ...ASKED.cosmos, methods: ['cosmos_signAmino'] } })).toEqual([]);
  });

  it('ends here a session that another page has ended: the host hears it once, nobody waits, and the records are left to that page', async () => {
    const topic = await connected();
    const tab = new Page(clock, app.relay.otherTab(), APP, app.store.otherTab());
    await tab.engine.start();
    const request = { method: 'cosmos_signDirect', params: ['text'] };
    const asked = tab.engine.request({ topic, chainId: 'cosmos:hub', request });
    expect(await failureOf(asked)).toBe('pending');
    tab.engine.endedElsewhere('of no session');
    expect(tab.heard.map(({ name }) => name)).not.toContain('session_delete');
    const kept = [...app.store.persisted.keys()];
    for (const _ of ['once', 'twice']) tab.engine.endedElsewhere(topic);
    expect(await failureOf(asked)).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect(tab.heard.filter(({ name }) => name === 'session_delete')).toEqual([{ name: 'session_delete', data: { id: 0, topic } }]);
    expect(tab.engine.context.tables.sessions.get(topic)).toBeNull();
    expect([...app.store.persisted.keys()]).toEqual(kept);

    const ends: unknown[] = [];
    app.engine.ends$.subscribe(({ session, reason }) => ends.push([session.topic, reason]));
    await app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect(ends).toEqual([[topic, 'own']]);
    expect(wallet.event('session_delete')).toMatchObject({ topic });
    tab.engine.dispose();
  });

  it('carries what is asked and told in a session, from either side, and ends it', async () => {
    const topic = await connected();
    const request = { method: 'cosmos_signDirect', params: ['text'] };
    const asked = app.engine.request({ topic, chainId: 'cosmos:hub', request });
    await settle();
    expect(wallet.engine.getPendingSessionRequests()).toMatchObject([{ topic, params: { chainId: 'cosmos:hub', request } }]);
    const { id } = wallet.event('session_request');
    await wallet.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } });
    await settle();
    expect([await asked, wallet.engine.getPendingSessionRequests()]).toEqual(['signed', []]);

    await app.engine.emit({ topic, chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } });
    const namespaces = { cosmos: { ...ALLOWED.cosmos, events: [] } };
    const update = await wallet.engine.update({ topic, namespaces });
    await settle();
    await update.acknowledged();
    const extend = await wallet.engine.extend({ topic });
    await settle();
    await extend.acknowledged();
    expect(app.engine.context.tables.sessions.get(topic)?.namespaces).toEqual(namespaces);
    expect(wallet.event('session_event')).toMatchObject({ topic, params: { event: { name: 'accountsChanged', data: ['b'] } } });
    expect([app.event('session_update').topic, app.event('session_extend').topic]).toEqual([topic, topic]);

    const pinging = app.engine.ping({ topic });
    await settle();
    clock.advance(500);
    await pinging;
    expect(wallet.event('session_ping')).toMatchObject({ topic });

    await wallet.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect(app.event('session_delete')).toMatchObject({ topic });
    expect([app.engine.context.tables.sessions.size, wallet.engine.context.tables.sessions.size]).toEqual([0, 0]);
    clock.advance(1_000);
  });

  it('pings and ends pairings too', async () => {
    await connected();
    const { engine } = app;
    const [{ topic } = { topic: '' }] = engine.pairings.all();
    await engine.ping({ topic });
    await settle();
    expect(wallet.event('pairing_ping')).toMatchObject({ topic });
    await engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect([engine.pairings.all(), wallet.engine.pairings.all()]).toEqual([[], []]);
  });
});

describe('the next page of an engine', () => {
  it('hears what it has stored a moment after the start, when its host listens', async () => {
    const topic = await connected();
    app = await app.reload();
    expect(app.relay.topics).toEqual([]);
    clock.advance(50);
    await settle();
    expect(app.relay.topics).toContain(topic);
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED });
  });

  it('goes on with a proposal that the wallet has taken up meanwhile', async () => {
    const { id } = await propose();
    app = await app.reload();
    const { topic } = await wallet.engine.approve({ id, namespaces: ALLOWED });
    clock.advance(50);
    await settle();
    expect(app.event('session_connect').session.topic).toBe(topic);
  });

  it('starts also where the relay cannot be reached, and says so in the log only', async () => {
    await connected();
    app.relay.door = 'unreachable';
    app.engine.dispose();
    const relay = app.relay.otherTab();
    relay.door = 'unauthorized';
    app = new Page(clock, relay, APP, app.store);
    await app.engine.start();
    clock.advance(50);
    await settle();
    expect(app.logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('keeps no timer when it ends before it was heard', async () => {
    await connected();
    app = await app.reload();
    app.engine.dispose();
    clock.advance(1_000);
    await settle();
    expect(app.relay.openings).toBe(0);
    expect(await failureOf(app.engine.connect({ optionalNamespaces: ASKED }))).toMatchObject({ code: 'config/disposed' });
  });
});
