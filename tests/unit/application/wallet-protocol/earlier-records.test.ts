import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { readStoredProposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readStoredSession } from '../../../../domain/wallet-protocol/stored-session.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { record } from '../support/world.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

let world: ProtocolWorld;
beforeEach(() => {
  world = new ProtocolWorld();
});
afterEach(() => world.end());

const PROPOSALS = '@latchkey/wc/proposal/';
const SESSIONS = '@latchkey/wc/session/';

describe('what a page of an earlier version has stored', () => {
  /** Writes the records of one kind as the earlier version did. */
  const rewrite = async (prefix: string, earlier: (record: unknown) => unknown): Promise<void> => {
    const records = await world.records.list(prefix);
    expect(records).toHaveLength(1);
    for (const [key, record] of records) await world.records.set(key, earlier(record));
  };

  const earlierProposal = (record: unknown): unknown => {
    const proposal = readStoredProposal(record);
    if (proposal === null) throw new Error('That is no proposal');
    const { id, pairingTopic, proposer, requiredNamespaces, optionalNamespaces, expiryTimestamp, sessionTopic } = proposal;
    const kept = { id, pairingTopic, publicKey: proposer.publicKey, requiredNamespaces, optionalNamespaces, expiry: expiryTimestamp };
    return sessionTopic === undefined ? kept : { ...kept, sessionTopic };
  };

  const earlierSession = (record: unknown): unknown => {
    const { transportType: _, ...session } = { ...readStoredSession(record) };
    return session;
  };

  it('of a proposal: its URI is shown again, and a wallet that takes it up is connected', async () => {
    await world.begin(true);
    const uri = await world.shown();
    await world.reload(() => rewrite(PROPOSALS, earlierProposal));
    const session = world.pair(undefined, true);
    await settle();
    expect(world.uris).toEqual([uri, uri]);
    const topic = await world.wallet.approve(await world.wallet.pair(uri));
    expect(await session).toMatchObject({ topic, live: true, namespaces: ALLOWED });
    await settle();
    expect([...world.records.persisted.keys()]).toEqual([SESSIONS + topic]);
    expect(world.relay.keys).toEqual([topic]);
  });

  it('of a proposal that its wallet had said yes to: the session that was settled meanwhile is taken up', async () => {
    await world.begin(true);
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    await world.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await world.wallet.settle(topic);
    });
    expect(await world.pair(undefined, true)).toMatchObject({ topic, live: true });
  });

  it('of a proposal that is over: it goes, with its keys', async () => {
    await world.begin(true);
    await world.shown();
    await world.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await world.clock.run(301_000);
    });
    const run = await world.begin();
    await settle();
    expect((await world.records.list(PROPOSALS)).map(([, record]) => readStoredProposal(record)?.proposer.metadata.name)).toEqual(['App']);
    expect(world.relay.keys).toHaveLength(2);
    run.abort();
  });

  it('of a session: it is taken up, heard, changed and ended', async () => {
    const { topic } = await world.connect();
    await world.reload(() => rewrite(SESSIONS, earlierSession));
    const session = await world.client.resume();
    expect(session).toMatchObject({ topic, live: true, namespaces: ALLOWED, peer: { name: 'Test wallet' } });
    const namespaces = { eip155: { ...ALLOWED.eip155, accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
    await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
    expect(session?.namespaces).toEqual(namespaces);
    await session?.disconnect(new AbortController().signal);
    await settle();
    expect(world.wallet.calls.at(-1)).toMatchObject({ topic, request: { method: 'wc_sessionDelete' } });
    expect(world.records.persisted.size).toBe(0);
  });
});

const DAY = 24 * 60 * 60_000;
const FAILURE = new Error('The disk is gone');
const LOGGED = 'The records and keys of a wallet elsewhere could not be brought up to date';

describe('a record store of the host that fails', () => {
  const unhandled = unhandledRejections();

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
      const { values: heard } = record(session.events$);
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
      const { values: heard } = record(session.events$);
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
