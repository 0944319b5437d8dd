import { describe, expect, it } from 'vitest';
import { SeenEnvelopes } from '../../../../adapters/walletconnect/seen-envelopes.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

const setUp = () => {
  const [store, clock] = [new FakeRecordStore(), new FakeClock()];
  return { store, clock, seen: new SeenEnvelopes(store, clock), newPage: () => new SeenEnvelopes(store.otherTab(), clock) };
};

describe('SeenEnvelopes', () => {
  it('returns handled envelopes by topic, on this and later page loads', async () => {
    const { seen, newPage } = setUp();
    await seen.add('topic', 'a', true);
    const later = newPage();
    expect(await Promise.all([seen.has('topic', 'a'), later.has('topic', 'a'), later.has('topic', 'b'), later.has('other', 'a')])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('does not return envelopes that another tab handled after the topic was loaded', async () => {
    const { seen, newPage } = setUp();
    const tab = newPage();
    await tab.load('topic');
    await seen.add('topic', 'a', true);
    expect(await tab.has('topic', 'a')).toBe(false);
  });

  it('loads thousands of topics in one read', async () => {
    const { seen, store, clock } = setUp();
    await seen.add('topic', 'a', true);
    const tab = store.otherTab();
    const later = new SeenEnvelopes(tab, clock);
    const topics = ['topic', 'other', ...Array.from({ length: 1_000 }, (_, index) => `${index}`)];
    await later.loadAll(topics);
    await later.loadAll(topics);
    expect(tab.calls).toHaveLength(1);
    await seen.add('topic', 'b', true);
    await seen.add('new', 'c', true);
    expect([await later.has('topic', 'a'), await later.has('topic', 'b'), await later.has('other', 'a')]).toEqual([true, false, false]);
    expect(tab.calls).toHaveLength(1);
    await later.loadAll(['new', 'newer', 'topic']);
    expect([await later.has('new', 'c'), await later.has('newer', 'c'), await later.has('topic', 'b')]).toEqual([true, false, false]);
    await later.forget('topic');
    expect([...store.persisted.keys()]).toEqual(['@latchkey/wc/seen/topic/b', '@latchkey/wc/seen/new/c']);
  });

  it('keeps a non-persistent envelope in memory only', async () => {
    const { seen, store, newPage } = setUp();
    await seen.add('topic', 'a', false);
    expect([await seen.has('topic', 'a'), await newPage().has('topic', 'a'), store.persisted.size]).toEqual([true, false, 0]);
  });

  it('forgets the envelopes of a topic', async () => {
    const { seen, store } = setUp();
    await seen.add('topic', 'a', true);
    await seen.add('other', 'b', true);
    await seen.forget('topic');
    await seen.forget('unknown');
    expect([await seen.has('topic', 'a'), await seen.has('other', 'b'), store.persisted.size]).toEqual([false, true, 1]);
  });

  it('removes envelopes after a week, also of unused topics', async () => {
    const { seen, clock, store, newPage } = setUp();
    await seen.add('ended', 'a', true);
    await clock.run(6 * DAY_MS);
    await seen.add('topic', 'b', true);
    store.damage('@latchkey/wc/seen/topic/c', 'no time');
    await clock.run(DAY_MS);
    const later = newPage();
    expect([await later.has('ended', 'a'), await later.has('topic', 'b'), await later.has('topic', 'c'), store.persisted.size]).toEqual([
      false,
      true,
      false,
      1,
    ]);
  });

  it('keeps the latest 200 envelopes of a topic', async () => {
    const { seen, clock, store, newPage } = setUp();
    for (let index = 0; index < 205; index += 1) {
      clock.advance(1);
      await seen.add('topic', String(index), true);
    }
    expect([store.persisted.size, await seen.has('topic', '4'), await seen.has('topic', '5')]).toEqual([200, false, true]);
    const later = newPage();
    await later.add('topic', 'new', true);
    expect([await later.has('topic', '5'), await later.has('topic', '6'), store.persisted.size]).toEqual([false, true, 200]);
  });
});
