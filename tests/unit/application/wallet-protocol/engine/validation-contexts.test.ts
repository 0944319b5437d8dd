import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { RequesterTables } from '../../../../../application/wallet-protocol/engine/engine-tables.js';
import { ProtocolTable } from '../../../../../application/wallet-protocol/engine/protocol-table.js';
import { ValidationContexts } from '../../../../../application/wallet-protocol/engine/validation-contexts.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { Pairing } from '../../../../../domain/wallet-protocol/pairing.js';
import type { Proposal } from '../../../../../domain/wallet-protocol/proposal.js';
import type { DeletedKind } from '../../../../../domain/wallet-protocol/rules/record-faults.js';
import type { ProtocolSession } from '../../../../../domain/wallet-protocol/session.js';

const tableOf = <Key extends string | number, Value>(): ProtocolTable<Key, Value> =>
  new ProtocolTable<Key, Value>({ store: new FakeRecordStore(), prefix: '@latchkey/wc/any/', read: () => null });

const participant = { publicKey: 'a'.repeat(64), metadata: { name: '', description: '', url: '', icons: [] } };

const SESSION: ProtocolSession = {
  topic: 'topic',
  pairingTopic: 'pairing',
  relay: { protocol: 'irn' },
  expiry: 2_000_000_000,
  acknowledged: true,
  controller: participant.publicKey,
  namespaces: {},
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: participant,
  peer: participant,
};

const PROPOSAL: Proposal = {
  id: 7,
  pairingTopic: 'pairing',
  expiryTimestamp: 2_000_000_000,
  relays: [],
  proposer: participant,
  requiredNamespaces: {},
  optionalNamespaces: {},
  isOwn: true,
};

const PAIRING: Pairing = { topic: 'pairing', expiry: 2_000_000_000, relay: { protocol: 'irn' }, active: false };

interface World {
  readonly contexts: ValidationContexts;
  readonly tables: RequesterTables;
  readonly relay: FakeMessageRelay;
  readonly clock: FakeClock;
}

const worldOf = (deletions: ReadonlyMap<unknown, DeletedKind> = new Map()): World => {
  const clock = new FakeClock();
  const relay = new FakeMessageRelay(clock);
  const tables: RequesterTables = { sessions: tableOf(), pairings: tableOf(), proposals: tableOf() };
  const deleted = { of: (key: unknown) => deletions.get(key) ?? null };
  return { contexts: new ValidationContexts({ tables, relay, clock, deleted }), tables, relay, clock };
};

describe('ValidationContexts', () => {
  it('returns the session of a topic, whether its key exists, and the time', async () => {
    const { contexts, tables, relay, clock } = worldOf();
    const { topic } = await relay.keyChain.createSymKey();
    await tables.sessions.set(topic, { ...SESSION, topic });
    expect(await contexts.topic(topic)).toEqual({
      deleted: null,
      session: { ...SESSION, topic },
      hasKey: true,
      pairing: null,
      nowMs: clock.now(),
    });
  });

  it('reports a missing key of a session', async () => {
    const { contexts, tables } = worldOf();
    await tables.sessions.set('topic', SESSION);
    expect(await contexts.topic('topic')).toMatchObject({ session: SESSION, hasKey: false });
  });

  it('returns the pairing of a topic', async () => {
    const { contexts, tables, clock } = worldOf();
    await tables.pairings.set('pairing', PAIRING);
    expect(contexts.pairing('pairing')).toEqual({ pairing: PAIRING, nowMs: clock.now() });
    expect(await contexts.topic('pairing')).toMatchObject({ session: null, hasKey: false, pairing: PAIRING });
  });

  it('returns a proposal by its numeric id', async () => {
    const { contexts, tables, clock } = worldOf();
    await tables.proposals.set(7, PROPOSAL);
    expect(contexts.proposal(7)).toEqual({ deleted: null, proposal: PROPOSAL, nowMs: clock.now() });
    expect(contexts.proposal('7').proposal).toBeNull();
  });

  it('returns the kind of a recently deleted topic or id', async () => {
    const { contexts } = worldOf(
      new Map<unknown, DeletedKind>([
        ['topic', 'session'],
        [7, 'proposal'],
      ]),
    );
    expect((await contexts.topic('topic')).deleted).toBe('session');
    expect(contexts.proposal(7).deleted).toBe('proposal');
  });

  it.each([[undefined], [null], [3], [{}], ['']])('returns no record for %j', async (name) => {
    const { contexts } = worldOf();
    expect(await contexts.topic(name)).toMatchObject({ deleted: null, session: null, hasKey: false, pairing: null });
    expect(contexts.pairing(name).pairing).toBeNull();
    expect(contexts.proposal(name).proposal).toBeNull();
  });

  it('returns no session that is closed while its key is read', async () => {
    const { contexts, tables } = worldOf();
    await tables.sessions.set('topic', SESSION);
    const pendingContext = contexts.topic('topic');
    await tables.sessions.remove('topic');
    expect((await pendingContext).session).toBeNull();
  });
});
