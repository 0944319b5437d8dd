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

describe('a record store in a browser', () => {
  it('opens the database at the first call, once, and closes it when it is disposed of', async () => {
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
    database.transaction = (...of) => {
      transactions += 1;
      return transaction.apply(database, of);
    };
    expect([(await store.list('a/')).length, transactions]).toEqual([50, 1]);
    expect([(await store.keys('a/')).length, transactions]).toEqual([50, 2]);
  });

  it('closes a database that opens after it was disposed of', async () => {
    const { browser, store } = setUp();
    const asked = store.get('a');
    store.dispose();
    await asked;
    expect([browser.connections.length, browser.open]).toEqual([1, 0]);
  });

  it('lets go of the database when another tab wants to delete it, and opens it again when needed', async () => {
    const { browser, store, logger } = setUp();
    await store.set('a', 1);
    const deleted = new Promise((resolve, reject) => {
      const request = browser.page().indexedDB?.deleteDatabase('@latchkey/records');
      if (request === undefined) throw new Error('There is no IndexedDB');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    await deleted;
    expect(await store.get('a')).toBe(undefined);
    await store.set('a', 2);
    expect([await store.get('a'), browser.open, logger.entries]).toEqual([2, 1, []]);
  });

  it('opens another connection when the browser took the first away', async () => {
    const { browser, store } = setUp();
    await store.set('a', 1);
    browser.connections[0]?.close();
    await store.set('b', 2);
    expect(await store.list('')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('works from memory where there is no IndexedDB, and says so once', async () => {
    const { browser, store, logger } = setUp();
    browser.mode = 'absent';
    await store.set('a', 1);
    await store.set('b', 2);
    await store.remove('b');
    expect([await store.get('a'), await store.list('')]).toEqual([1, [['a', 1]]]);
    expect(logger.entries).toMatchObject([{ level: 'error', detail: { code: 'storage/unavailable', context: { reason: 'Error' } } }]);
  });

  it('says nothing where no page could have one', async () => {
    const store = new BrowserRecordStore(() => ({}), new FakeClock(), null);
    await store.set('a', 1);
    expect(await store.get('a')).toBe(1);
  });

  it('waits 3 s for a browser that never opens the database, once, then works from memory', async () => {
    const { browser, store, clock, logger } = setUp();
    browser.mode = 'silent';
    let isDone = false;
    const asked = store.set('a', 1).then(() => {
      isDone = true;
    });
    await clock.run(2_999);
    expect(isDone).toBe(false);
    await clock.run(1);
    await asked;
    expect([await store.get('a'), clock.pending]).toEqual([1, 0]);
    expect(logger.entries).toMatchObject([{ detail: { context: { reason: 'TimeoutError' } } }]);
  });

  it('lists the other records when the browser cannot read one of them', async () => {
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
    await store.set('b', 'mended');
    browser.damaged.clear();
    expect(await store.get('b')).toBe('mended');
    expect(logger.messages('error')).toHaveLength(1);
  });

  it('does not let an older write that failed take a newer one along', async () => {
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

  it('keeps for this page what no browser can copy', async () => {
    const { store } = setUp();
    const value = { act: () => 1 };
    await store.set('a', value);
    expect(await store.get('a')).toBe(value);
  });
});
