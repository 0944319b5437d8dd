import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, EnginePair, failureOf } from './support/engine-pair.js';

const { signal } = new AbortController();

let pair: EnginePair;

beforeEach(() => {
  pair = new EnginePair();
});

afterEach(() => pair.end());

/** Both parties have the one session, and nothing of the proposal is left. */
const expectOneSession = (): void => {
  const [apps, wallets] = [pair.app, pair.wallet].map(({ context }) => context.tables.sessions.all());
  expect(apps?.map(({ topic }) => topic)).toEqual(wallets?.map(({ topic }) => topic));
  expect(wallets).toMatchObject([{ acknowledged: true, namespaces: ALLOWED }]);
  for (const { context } of [pair.app, pair.wallet]) expect(context.tables.proposals.all()).toEqual([]);
};

/** The party's page does nothing more once it has published a message of a method so many times. */
const killAt = (relay: { publish: EnginePair['app']['relay']['publish'] }, method: ProtocolMethod, what: 'call' | 'answer'): void => {
  const publish = relay.publish.bind(relay);
  const { tag } = PROTOCOL_METHODS[method][what === 'call' ? 'request' : 'response'];
  Object.assign(relay, {
    publish: (publication: Parameters<typeof publish>[0], life: AbortSignal) =>
      publication.delivery.tag === tag ? new Promise(() => undefined) : publish(publication, life),
  });
};

describe('an app whose page is killed', () => {
  it('while its proposal waits takes the answer in the next page', async () => {
    const { id } = await pair.ask();
    await pair.reloadApp();
    await pair.approve(id);
    await settle();
    expectOneSession();
    expect(pair.app.events('session_connect')).toHaveLength(1);
  });

  it('before it hears the answer takes it in the next page', async () => {
    const { id } = await pair.ask();
    pair.app.close();
    await pair.approve(id);
    await pair.reloadApp();
    expectOneSession();
  });

  it('between the answer and the settlement takes the settlement in the next page', async () => {
    killAt(pair.wallet.relay, 'wc_sessionSettle', 'call');
    const { id } = await pair.ask();
    void pair.approve(id).catch(() => undefined);
    await settle();
    const [waiting] = pair.app.context.tables.proposals.all();
    expect(waiting?.sessionTopic).toBeDefined();
    await pair.reloadApp();
    expect(pair.app.relay.topics).toContain(waiting?.sessionTopic);
    await pair.reloadWallet();
    expectOneSession();
  });

  it('before its answer to the settlement is published gives the same answer in the next page', async () => {
    killAt(pair.app.relay, 'wc_sessionSettle', 'answer');
    const { id } = await pair.ask();
    await pair.approve(id);
    await settle();
    expect(pair.app.context.tables.proposals.size).toBe(1);
    const [session] = pair.app.context.tables.sessions.all();
    await pair.reloadApp();
    await pair.app.relay.subscribe([session?.topic ?? ''], signal);
    await settle();
    expectOneSession();
    expect(pair.app.context.tables.sessions.all()).toEqual([session]);
  });

  it('until its proposal is over forgets it', async () => {
    await pair.ask();
    pair.app.close();
    await pair.clock.run(300_000);
    await pair.reloadApp();
    expect([pair.app.context.tables.proposals.all(), pair.app.relay.keys]).toEqual([[], []]);
  });
});

describe('a wallet whose page is killed', () => {
  it('before it answers finds the proposal, and its URI tells of it again', async () => {
    const { id, uri } = await pair.ask();
    await pair.reloadWallet();
    expect(pair.approving.pending().map((each) => each.id)).toEqual([id]);
    await pair.joined.pair({ uri }, signal);
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
    await pair.approve(id);
    await settle();
    expectOneSession();
  });

  it('before it has told its host of a proposal tells it in the next page', async () => {
    pair.wallet.origin = new Promise(() => undefined);
    const { id } = await pair.ask();
    expect(pair.wallet.events('session_proposal')).toEqual([]);
    await pair.reloadWallet();
    expect(pair.wallet.events('session_proposal').map((each) => each.id)).toEqual([id]);
  });

  it.each([
    ['the settlement', 'wc_sessionSettle', 'call'],
    ['its answer to the proposal', 'wc_sessionPropose', 'answer'],
  ] as const)('before %s is published carries the approval to its end in the next page', async (_, method, what) => {
    killAt(pair.wallet.relay, method, what);
    const { id } = await pair.ask();
    void pair.approve(id).catch(() => undefined);
    await settle();
    expect(pair.wallet.context.tables.sessions.size).toBe(1);
    await pair.reloadWallet();
    await settle();
    expectOneSession();
  });

  it('carries the approval to its end also where the relay takes it later', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'answer');
    const { id } = await pair.ask();
    void pair.approve(id).catch(() => undefined);
    await settle();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(3);
    await reloading;
    await settle();
    expect(pair.app.context.tables.sessions.size).toBe(0);
    await pair.clock.run(10_000);
    expectOneSession();
  });

  it('takes the session back where the proposal is over before the relay takes it', async () => {
    killAt(pair.wallet.relay, 'wc_sessionPropose', 'answer');
    const { id } = await pair.ask();
    void pair.approve(id).catch(() => undefined);
    await settle();
    const reloading = pair.reloadWallet();
    pair.wallet.relay.refusePublications(1_000);
    await reloading;
    await pair.clock.run(306_000);
    expect(pair.wallet.context.tables.sessions.all()).toEqual([]);
    // The app may have it all the same, and is told once the relay takes that.
    pair.wallet.relay.heal();
    await pair.clock.run(6_000);
    expect([pair.wallet.relay.keys, pair.wallet.relay.topics]).toEqual([[], []]);
  });

  it('before it hears that the app has the session learns it in the next page', async () => {
    const { id } = await pair.ask();
    pair.app.close();
    await pair.approve(id);
    pair.wallet.close();
    await pair.reloadApp();
    await pair.reloadWallet();
    expectOneSession();
  });

  it('before it hears that the app refuses the session loses it in the next page', async () => {
    const { id } = await pair.ask();
    const { topic } = await pair.approve(id);
    await settle();
    await pair.wallet.context.tables.sessions.change(topic, { acknowledged: false });
    const { calls } = pair.app.context;
    await calls.reply({ topic, id: 1, method: 'wc_sessionSettle' }, { error: { code: 1_005, message: 'No' } });
    await calls.reply({ topic, id: 2, method: 'wc_sessionUpdate' }, { error: { code: 1_003, message: 'No' } });
    await pair.reloadWallet();
    expect(pair.wallet.context.tables.sessions.size).toBe(0);
  });

  it('until a proposal is over forgets it', async () => {
    const { id } = await pair.ask();
    pair.wallet.close();
    await pair.clock.run(300_000);
    await pair.reloadWallet();
    expect(pair.approving.pending()).toEqual([]);
    await expect(pair.approve(id)).rejects.toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });
});

describe('proposals that are one-off', () => {
  beforeEach(() => {
    pair.end();
    pair = new EnginePair({ isOneOff: true });
  });

  it('take their pairing along, whatever becomes of them', async () => {
    const { id } = await pair.ask();
    await pair.reject(id);
    await settle();
    expect([pair.made.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [], []]);
    const { topic } = await pair.connect();
    expect([pair.made.all(), pair.app.relay.keys, pair.app.relay.topics]).toEqual([[], [topic], [topic]]);
  });

  it('end a session at the wallet that nobody waits for', async () => {
    const ended: string[] = [];
    pair.wallet.context.calls.handle('wc_sessionDelete', async ({ topic }) => {
      ended.push(topic);
      return { answer: { result: true } };
    });
    const { id } = await pair.ask();
    await pair.reloadApp();
    const { topic } = await pair.approve(id);
    await settle();
    expect([ended, pair.app.context.tables.sessions.all(), pair.app.relay.keys]).toEqual([[topic], [], []]);
  });

  it('hand a session to who asked for time once they come back', async () => {
    const { id } = await pair.ask();
    await pair.reloadApp();
    let back = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      back = resolve;
    });
    const unfollow = pair.proposing.follow((outcome) => ('session' in outcome ? waits : true));
    const { acknowledged } = await pair.approve(id);
    expect(await failureOf(acknowledged())).toBe('pending');
    unfollow();
    const taken: (string | undefined)[] = [];
    pair.proposing.follow((outcome) => {
      if (!('session' in outcome)) return true;
      // In the table, and taken, in one moment.
      return () => taken.push(pair.app.context.tables.sessions.get(outcome.session.topic)?.topic);
    });
    back();
    await settle();
    expect(taken).toEqual([(await acknowledged()).topic]);
  });
});
