import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const DAY = 24 * 60 * 60_000;
const FAILURE = new Error('The disk is gone');
const LOGGED = 'The records and keys of a wallet elsewhere could not be brought up to date';

describe('a record store of the host that fails', () => {
  let world: ProtocolWorld;
  const unhandled = unhandledRejections();

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => {
    world.end();
  });

  /** From now on nothing can be written or removed: by a promise that is rejected, or at once. */
  const fail = (how: 'later' | 'at once' = 'later'): void => {
    const failing = (): Promise<void> => {
      if (how === 'at once') throw FAILURE;
      return Promise.reject(FAILURE);
    };
    Object.assign(world.records, { set: failing, remove: failing });
  };
  const expectOnlyLogged = async (): Promise<void> => {
    await unhandled.expectNone();
    expect(world.logger.entries).toContainEqual({ level: 'warn', message: LOGGED, detail: FAILURE });
  };

  for (const how of ['later', 'at once'] as const) {
    it(`does not keep a session from its end when its time is over: ${how}`, async () => {
      const { session } = await world.connect();
      const heard: unknown[] = [];
      session.events$.subscribe((event) => heard.push(event));
      fail(how);
      await world.clock.run(7 * DAY);
      expect(heard).toEqual([{ type: 'ended', reason: 'expired' }]);
      expect(session.live).toBe(false);
      await expectOnlyLogged();
      // Its record is still there, and nothing can use it any more.
      expect(world.records.persisted.size).toBe(1);
      expect(world.relay.keys).toEqual([]);
      expect(await world.client.resume()).toBeNull();
    });

    it(`does not keep a wallet from ending a session, nor from its answer: ${how}`, async () => {
      const { session, topic } = await world.connect();
      const heard: unknown[] = [];
      session.events$.subscribe((event) => heard.push(event));
      fail(how);
      const id = await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      expect(world.wallet.answerTo(id)).toMatchObject({ result: true });
      expect(heard).toEqual([{ type: 'ended', reason: 'wallet' }]);
      await expectOnlyLogged();
      expect(world.relay.keys).toEqual([]);
      expect(await world.client.resume()).toBeNull();
    });

    it(`does not keep what a wallet allows anew from the page: ${how}`, async () => {
      const { session, topic } = await world.connect();
      const heard: string[] = [];
      session.events$.subscribe(({ type }) => heard.push(type));
      fail(how);
      const namespaces = { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
      const id = await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
      expect(world.wallet.answerTo(id)).toMatchObject({ result: true });
      expect([session.namespaces, heard]).toEqual([namespaces, ['namespaces-changed']]);
      await expectOnlyLogged();
    });

    it(`does not keep a proposal from running out: ${how}`, async () => {
      const run = new AbortController();
      const pairing = outcomeOf(world.pair(run.signal));
      await world.shown();
      fail(how);
      await world.clock.run(10 * 60_000);
      expect([pairing.now(), world.uris.length]).toEqual([null, 4]);
      // The one on display, and the one before it.
      expect(world.relay.topics).toHaveLength(2);
      await expectOnlyLogged();
      run.abort();
      await settle();
    });
  }

  it('gives the failure of the relay, not its own, when a proposal cannot be published', async () => {
    const failure = new Error('Not taken');
    Object.assign(world.records, { remove: () => Promise.reject(FAILURE) });
    world.refuse = failure;
    await expect(world.pair()).rejects.toBe(failure);
    await expectOnlyLogged();
  });

  it('does not keep a person from pairing when what earlier pages left cannot be read', async () => {
    const list = world.records.list;
    Object.assign(world.records, { list: () => Promise.reject(FAILURE) });
    const paired = world.pair();
    const topic = await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect((await paired).topic).toBe(topic);
    await expectOnlyLogged();
    Object.assign(world.records, { list });
  });
});
