import { describe, expect, it } from 'vitest';
import { BrowserRecordStore } from '../../../../adapters/storage/browser-record-store.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { TestDatabase } from '../support/test-database.js';

const setUp = () => {
  const browser = new TestDatabase();
  const logger = new FakeLogger();
  const clock = new FakeClock();
  return { browser, logger, clock, store: new BrowserRecordStore(browser.page, clock, logger) };
};

describe('BrowserRecordStore', () => {
  it('opens the database once on first use, and closes it on dispose', async () => {
    const { browser, store, clock } = setUp();
    expect(browser.connections).toHaveLength(0);
    await Promise.all([store.get('a'), store.set('b', 1), store.list('')]);
    expect([browser.connections.length, browser.open, clock.pending]).toEqual([1, 1, 0]);
    store.dispose();
    await Promise.resolve();
    expect([browser.connections.length, browser.open]).toEqual([1, 0]);
  });

  it('lists thousands of records in one transaction', async () => {
    const { browser, store } = setUp();
    for (let index = 0; index < 50; index += 1) await store.set(`a/${index}`, index);
    const [database] = browser.connections;
    if (database === undefined) throw new Error('No database was opened');
    const { transaction } = database;
    let transactions = 0;
    database.transaction = (...parameters) => {
      transactions += 1;
      return transaction.apply(database, parameters);
    };
    expect([(await store.list('a/')).length, transactions]).toEqual([50, 1]);
    expect([(await store.keys('a/')).length, transactions]).toEqual([50, 2]);
  });

  it('closes a database that opens after dispose', async () => {
    const { browser, store } = setUp();
    const pending = store.get('a');
    store.dispose();
    await pending;
    expect([browser.connections.length, browser.open]).toEqual([1, 0]);
  });

  it('releases the database when another tab deletes it, and reopens it', async () => {
    const { browser, store, logger } = setUp();
    await store.set('a', 1);
    const deleted = new Promise((resolve, reject) => {
      const request = browser.page().indexedDB?.deleteDatabase('@latchkey/records');
      if (request === undefined) throw new Error('IndexedDB is not available');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    await deleted;
    expect(await store.get('a')).toBe(undefined);
    await store.set('a', 2);
    expect([await store.get('a'), browser.open, logger.entries]).toEqual([2, 1, []]);
  });

  it('reopens a connection that the browser closed', async () => {
    const { browser, store } = setUp();
    await store.set('a', 1);
    browser.connections[0]?.close();
    await store.set('b', 2);
    expect(await store.list('')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('works in memory without IndexedDB, and logs once', async () => {
    const { browser, store, logger } = setUp();
    browser.mode = 'absent';
    await store.set('a', 1);
    await store.set('b', 2);
    await store.remove('b');
    expect([await store.get('a'), await store.list('')]).toEqual([1, [['a', 1]]]);
    expect(logger.entries).toMatchObject([{ level: 'error', detail: { code: 'storage/unavailable', context: { reason: 'Error' } } }]);
  });

  it('logs nothing without a logger', async () => {
    const store = new BrowserRecordStore(() => ({}), new FakeClock(), null);
    await store.set('a', 1);
    expect(await store.get('a')).toBe(1);
  });

  it('times out once after 3 s, then works in memory', async () => {
    const { browser, store, clock, logger } = setUp();
    browser.mode = 'silent';
    let isDone = false;
    const pending = store.set('a', 1).then(() => {
      isDone = true;
    });
    await clock.run(2_999);
    expect(isDone).toBe(false);
    await clock.run(1);
    await pending;
    expect([await store.get('a'), clock.pending]).toEqual([1, 0]);
    expect(logger.entries).toMatchObject([{ detail: { context: { reason: 'TimeoutError' } } }]);
  });

  it('lists the other records when one is unreadable', async () => {
    const { browser, store, logger } = setUp();
    for (const key of ['a', 'b', 'c']) await store.set(key, key);
    browser.damaged.add('b');
    expect([await store.list(''), await store.get('b')]).toEqual([
      [
        ['a', 'a'],
        ['c', 'c'],
      ],
      undefined,
    ]);
    await store.set('b', 'repaired');
    browser.damaged.clear();
    expect(await store.get('b')).toBe('repaired');
    expect(logger.messages('error')).toHaveLength(1);
  });

  it('a failed older write does not affect a newer one', async () => {
    const { browser, store } = setUp();
    await store.set('a', 0);
    browser.mode = 'full';
    const failing = store.set('a', 1);
    await Promise.resolve();
    browser.mode = 'working';
    await Promise.all([failing, store.set('a', 2)]);
    const other = new BrowserRecordStore(browser.page, new FakeClock(), null);
    expect(await other.get('a')).toBe(2);
  });

  it('keeps values that cannot be cloned in memory', async () => {
    const { store } = setUp();
    const value = { act: () => 1 };
    await store.set('a', value);
    expect(await store.get('a')).toBe(value);
  });
});
