import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../application/ports/random.fake.js';
import type { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { ProtocolClient } from '../../../../application/wallet-protocol/protocol-client.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ProtocolWorld } from './support/protocol-world.js';

const MAINNET = toChainId('eip155:1');

describe('a tab whose engine is loaded, beside one that pairs', () => {
  let world: ProtocolWorld;
  let records: FakeRecordStore;
  let other: ProtocolClient;
  let desertions: number;

  beforeEach(() => {
    world = new ProtocolWorld();
    records = world.records.otherTab();
    desertions = 0;
    const { clock, logger } = world;
    const random = new FakeRandom([0.4]);
    const deserted = (): void => {
      desertions += 1;
    };
    other = new ProtocolClient({ relay: world.relay.otherTab(), records, clock, random, logger, deserted });
  });
  afterEach(() => {
    other.dispose();
    world.end();
  });

  const { signal } = new AbortController();
  /** Whether a session leads to the wallet. */
  const answered = async (session: RemoteSession | null): Promise<unknown> => {
    const answer = session?.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, signal);
    await settle();
    const { topic, request } = world.wallet.calls.at(-1) ?? {};
    await world.wallet.answer(topic ?? '', request?.id ?? 0, { result: '0xsigned' });
    return answer;
  };
  const storedTopics = (): readonly string[] =>
    [...world.records.persisted.keys()].filter((key) => key.includes('/session/')).map((key) => key.split('/').at(-1) ?? '');

  it('finds a session that was settled after it had found none', async () => {
    expect([await other.resume(), desertions]).toEqual([null, 1]);
    const { session, topic } = await world.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic, live: true });
    expect(await answered(found)).toBe('0xsigned');
    expect([session.live, desertions]).toEqual([true, 1]);
  });

  it('leaves a session that was ended there, without a word, and takes the next one up', async () => {
    const first = await world.connect();
    const own = await other.resume();
    const events: unknown[] = [];
    let isComplete = false;
    own?.events$.subscribe({
      next: (event) => events.push(event),
      complete: () => {
        isComplete = true;
      },
    });
    await first.session.disconnect(signal);
    const second = await world.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic: second.topic, live: true });
    expect([own?.live, events, isComplete, desertions]).toEqual([false, [], true, 0]);
    expect(await other.resume(first.topic)).toBeNull();
    expect(await answered(found)).toBe('0xsigned');
    await settle();
    expect(storedTopics()).toEqual([second.topic]);
    expect(world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
  });

  it('says that nothing is left where the session was ended and no other came', async () => {
    const { session, topic } = await world.connect();
    const own = await other.resume();
    await session.disconnect(signal);
    expect([await other.resume(topic), own?.live, desertions > 0]).toEqual([null, false, true]);
  });

  it('does not bring a session back that it is about to forget', async () => {
    const { topic } = await world.connect();
    const own = await other.resume();
    let letGo = (): void => undefined;
    const mayGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { remove } = records;
    Object.assign(records, { remove: (key: string) => mayGo.then(() => remove(key)) });
    own?.disconnect(signal).catch(() => undefined);
    await settle();
    expect(storedTopics()).toEqual([topic]);
    expect(await other.resume()).toBeNull();
    letGo();
    await settle();
    expect([await other.resume(), storedTopics()]).toEqual([null, []]);
  });

  it('gives the session that is asked for, also where another one lives longer', async () => {
    const first = await world.connect();
    await world.clock.run(86_400_000);
    const second = await world.connect();
    expect(await other.resume()).toMatchObject({ topic: second.topic });
    expect(await other.resume(first.topic)).toMatchObject({ topic: first.topic, live: true });
    expect(await other.resume('f'.repeat(64))).toBeNull();
    expect(desertions).toBe(0);
  });

  it('keeps what it knows while the records cannot be read', async () => {
    const { topic } = await world.connect();
    const own = await other.resume();
    Object.assign(records, { list: () => Promise.reject(new Error('The disk is gone')) });
    expect(await other.resume(topic)).toBe(own);
    expect(own?.live).toBe(true);
  });
});
