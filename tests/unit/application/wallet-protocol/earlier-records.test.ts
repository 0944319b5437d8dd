import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { readStoredProposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readStoredSession } from '../../../../domain/wallet-protocol/stored-session.js';
import { record } from '../support/client-fixture.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';
import { ALLOWED } from './support/protocol-wallet.js';

let fixture: ProtocolFixture;
beforeEach(() => {
  fixture = new ProtocolFixture();
});
afterEach(() => fixture.dispose());

const PROPOSALS = '@latchkey/wc/proposal/';
const SESSIONS = '@latchkey/wc/session/';

describe('records of an earlier version', () => {
  /** Converts the records of one kind to the earlier format. */
  const rewrite = async (prefix: string, earlier: (record: unknown) => unknown): Promise<void> => {
    const records = await fixture.records.list(prefix);
    expect(records).toHaveLength(1);
    for (const [key, record] of records) await fixture.records.set(key, earlier(record));
  };

  const earlierProposal = (record: unknown): unknown => {
    const proposal = readStoredProposal(record);
    if (proposal === null) throw new Error('Expected a proposal');
    const { id, pairingTopic, proposer, requiredNamespaces, optionalNamespaces, expiryTimestamp, sessionTopic } = proposal;
    const earlier = { id, pairingTopic, publicKey: proposer.publicKey, requiredNamespaces, optionalNamespaces, expiry: expiryTimestamp };
    return sessionTopic === undefined ? earlier : { ...earlier, sessionTopic };
  };

  const earlierSession = (record: unknown): unknown => {
    const { transportType: _, ...session } = { ...readStoredSession(record) };
    return session;
  };

  it('a proposal is displayed again and can be approved', async () => {
    await fixture.startPairing(true);
    const uri = await fixture.displayedUri();
    await fixture.reload(() => rewrite(PROPOSALS, earlierProposal));
    const session = fixture.pair(undefined, true);
    await flushPromises();
    expect(fixture.uris).toEqual([uri, uri]);
    const topic = await fixture.wallet.approve(await fixture.wallet.pair(uri));
    expect(await session).toMatchObject({ topic, isLive: true, namespaces: ALLOWED });
    await flushPromises();
    expect([...fixture.records.persisted.keys()]).toEqual([SESSIONS + topic]);
    expect(fixture.relay.keys).toEqual([topic]);
  });

  it('a proposal with a responder key gets the session that was settled meanwhile', async () => {
    await fixture.startPairing(true);
    const topic = await fixture.wallet.agree(await fixture.wallet.pair(await fixture.displayedUri()));
    await fixture.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await fixture.wallet.settle(topic);
    });
    expect(await fixture.pair(undefined, true)).toMatchObject({ topic, isLive: true });
  });

  it('an expired proposal is removed with its keys', async () => {
    await fixture.startPairing(true);
    await fixture.displayedUri();
    await fixture.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await fixture.clock.run(301_000);
    });
    const run = await fixture.startPairing();
    await flushPromises();
    expect((await fixture.records.list(PROPOSALS)).map(([, record]) => readStoredProposal(record)?.proposer.metadata.name)).toEqual([
      'App',
    ]);
    expect(fixture.relay.keys).toHaveLength(2);
    run.abort();
  });

  it('a session is restored, updated and disconnected', async () => {
    const { topic } = await fixture.connect();
    await fixture.reload(() => rewrite(SESSIONS, earlierSession));
    const session = await fixture.client.resume();
    expect(session).toMatchObject({ topic, isLive: true, namespaces: ALLOWED, peer: { name: 'Test wallet' } });
    const namespaces = { eip155: { ...ALLOWED.eip155, accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
    await fixture.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
    expect(session?.namespaces).toEqual(namespaces);
    await session?.disconnect(new AbortController().signal);
    await flushPromises();
    expect(fixture.wallet.calls.at(-1)).toMatchObject({ topic, request: { method: 'wc_sessionDelete' } });
    expect(fixture.records.persisted.size).toBe(0);
  });
});

const DAY = 24 * 60 * 60_000;
const FAILURE = new Error('Storage failed');
const LOGGED = 'Could not update the stored records and keys of WalletConnect';

describe('a failing record store', () => {
  const unhandled = unhandledRejections();

  /** Lets all writes fail, by a rejected promise or synchronously. */
  const fail = (how: 'later' | 'immediately' = 'later'): void => {
    const failing = (): Promise<void> => {
      if (how === 'immediately') throw FAILURE;
      return Promise.reject(FAILURE);
    };
    Object.assign(fixture.records, { set: failing, remove: failing });
  };
  const expectOnlyLogged = async (): Promise<void> => {
    await unhandled.expectNone();
    expect(fixture.logger.entries).toContainEqual({ level: 'warn', message: LOGGED, detail: FAILURE });
  };

  for (const how of ['later', 'immediately'] as const) {
    it(`does not prevent the expiry of a session: ${how}`, async () => {
      const { session } = await fixture.connect();
      const { values: received } = record(session.events$);
      fail(how);
      await fixture.clock.run(7 * DAY);
      expect(received).toEqual([{ type: 'ended', reason: 'expired' }]);
      expect(session.isLive).toBe(false);
      await expectOnlyLogged();
      // The record remains, but without its key it is unusable.
      expect(fixture.records.persisted.size).toBe(1);
      expect(fixture.relay.keys).toEqual([]);
      expect(await fixture.client.resume()).toBeNull();
    });

    it(`does not prevent the deletion of a session by its wallet: ${how}`, async () => {
      const { session, topic } = await fixture.connect();
      const { values: received } = record(session.events$);
      fail(how);
      const id = await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      expect(fixture.wallet.responseTo(id)).toMatchObject({ result: true });
      expect(received).toEqual([{ type: 'ended', reason: 'wallet' }]);
      await expectOnlyLogged();
      expect(fixture.relay.keys).toEqual([]);
      expect(await fixture.client.resume()).toBeNull();
    });

    it(`does not prevent an update of the namespaces: ${how}`, async () => {
      const { session, topic } = await fixture.connect();
      const received: string[] = [];
      session.events$.subscribe(({ type }) => received.push(type));
      fail(how);
      const namespaces = { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
      const id = await fixture.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
      expect(fixture.wallet.responseTo(id)).toMatchObject({ result: true });
      expect([session.namespaces, received]).toEqual([namespaces, ['namespaces-changed']]);
      await expectOnlyLogged();
    });

    it(`does not prevent the expiry of a proposal: ${how}`, async () => {
      const run = new AbortController();
      const pairing = outcomeOf(fixture.pair(run.signal));
      await fixture.displayedUri();
      fail(how);
      await fixture.clock.run(10 * 60_000);
      expect([pairing.now(), fixture.uris.length]).toEqual([null, 4]);
      // The topics of the displayed proposal and the one before it.
      expect(fixture.relay.topics).toHaveLength(2);
      await expectOnlyLogged();
      run.abort();
      await flushPromises();
    });
  }

  it('reports the relay’s error when a proposal cannot be published', async () => {
    const failure = new Error('Not taken');
    Object.assign(fixture.records, { remove: () => Promise.reject(FAILURE) });
    fixture.publishError = failure;
    await expect(fixture.pair()).rejects.toBe(failure);
    await expectOnlyLogged();
  });

  it('does not prevent pairing when stored proposals cannot be read', async () => {
    const list = fixture.records.list;
    Object.assign(fixture.records, { list: () => Promise.reject(FAILURE) });
    const paired = fixture.pair();
    const topic = await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()));
    expect((await paired).topic).toBe(topic);
    await expectOnlyLogged();
    Object.assign(fixture.records, { list });
  });
});
