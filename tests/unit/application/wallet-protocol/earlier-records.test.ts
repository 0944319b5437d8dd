import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { readStoredProposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readStoredSession } from '../../../../domain/wallet-protocol/stored-session.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { ProtocolWorld } from './support/protocol-world.js';

const PROPOSALS = '@latchkey/wc/proposal/';
const SESSIONS = '@latchkey/wc/session/';

describe('what a page of an earlier version has stored', () => {
  let world: ProtocolWorld;

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

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
    world.pair(undefined, true).catch(() => undefined);
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
    world.pair(undefined, true).catch(() => undefined);
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    await world.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await world.wallet.settle(topic);
    });
    expect(await world.pair(undefined, true)).toMatchObject({ topic, live: true });
  });

  it('of a proposal that is over: it goes, with its keys', async () => {
    world.pair(undefined, true).catch(() => undefined);
    await world.shown();
    await world.reload(async () => {
      await rewrite(PROPOSALS, earlierProposal);
      await world.clock.run(301_000);
    });
    const run = new AbortController();
    world.pair(run.signal).catch(() => undefined);
    await settle();
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
