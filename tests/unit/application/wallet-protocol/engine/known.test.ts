import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { RequesterTables } from '../../../../../application/wallet-protocol/engine/engine-tables.js';
import { Known } from '../../../../../application/wallet-protocol/engine/known.js';
import { ProtocolTable } from '../../../../../application/wallet-protocol/engine/protocol-table.js';
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
  readonly known: Known;
  readonly tables: RequesterTables;
  readonly relay: FakeMessageRelay;
  readonly clock: FakeClock;
}

const worldOf = (gone: ReadonlyMap<unknown, DeletedKind> = new Map()): World => {
  const clock = new FakeClock();
  const relay = new FakeMessageRelay(clock);
  const tables: RequesterTables = { sessions: tableOf(), pairings: tableOf(), proposals: tableOf() };
  const deleted = { of: (key: unknown) => gone.get(key) ?? null };
  return { known: new Known({ tables, relay, clock, deleted }), tables, relay, clock };
};

describe('Known', () => {
  it('knows the session of a topic, its key and the time', async () => {
    const { known, tables, relay, clock } = worldOf();
    const { topic } = await relay.keyChain.createSymKey();
    await tables.sessions.set(topic, { ...SESSION, topic });
    expect(await known.topic(topic)).toEqual({
      deleted: null,
      session: { ...SESSION, topic },
      hasKey: true,
      pairing: null,
      nowMs: clock.now(),
    });
  });

  it('says of a session whether its key is gone', async () => {
    const { known, tables } = worldOf();
    await tables.sessions.set('topic', SESSION);
    expect(await known.topic('topic')).toMatchObject({ session: SESSION, hasKey: false });
  });

  it('knows the pairing of a topic, also where it is asked for either', async () => {
    const { known, tables, clock } = worldOf();
    await tables.pairings.set('pairing', PAIRING);
    expect(known.pairing('pairing')).toEqual({ pairing: PAIRING, nowMs: clock.now() });
    expect(await known.topic('pairing')).toMatchObject({ session: null, hasKey: false, pairing: PAIRING });
  });

  it('knows a proposal by its number, and by no text', async () => {
    const { known, tables, clock } = worldOf();
    await tables.proposals.set(7, PROPOSAL);
    expect(known.proposal(7)).toEqual({ deleted: null, proposal: PROPOSAL, nowMs: clock.now() });
    expect(known.proposal('7').proposal).toBeNull();
  });

  it('says what a topic or an id was that is remembered as deleted', async () => {
    const { known } = worldOf(
      new Map<unknown, DeletedKind>([
        ['topic', 'session'],
        [7, 'proposal'],
      ]),
    );
    expect((await known.topic('topic')).deleted).toBe('session');
    expect(known.proposal(7).deleted).toBe('proposal');
  });

  it.each([[undefined], [null], [3], [{}], ['']])('knows nothing of %j', async (name) => {
    const { known } = worldOf();
    expect(await known.topic(name)).toMatchObject({ deleted: null, session: null, hasKey: false, pairing: null });
    expect(known.pairing(name).pairing).toBeNull();
    expect(known.proposal(name).proposal).toBeNull();
  });

  it('does not know a session that ends while its key is asked for', async () => {
    const { known, tables } = worldOf();
    await tables.sessions.set('topic', SESSION);
    const asked = known.topic('topic');
    await tables.sessions.remove('topic');
    expect((await asked).session).toBeNull();
  });
});
