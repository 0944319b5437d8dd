import { describe, expect, it } from 'vitest';
import { BrowserStorage } from '../../../../adapters/storage/browser-storage.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { TestDisk } from '../support/page-storage.js';
import { TestWindow } from '../support/test-window.js';

const setUp = (mode: TestDisk['mode'] = 'working') => {
  const disk = new TestDisk();
  disk.mode = mode;
  const page = new TestWindow();
  const logger = new FakeLogger();
  const storage = new BrowserStorage(disk.open, page, logger);
  const durability: string[] = [];
  storage.durability$.subscribe((value) => durability.push(value));
  /** What is heard of other tabs from now on. */
  const hear = (): readonly unknown[] => {
    const heard: unknown[] = [];
    storage.changes$.subscribe((change) => heard.push(change));
    return heard;
  };
  return { disk, page, logger, storage, durability, hear };
};

describe('storage in the browser', () => {
  it.each(['blocked', 'absent'] as const)('says at once, and once, that nothing will last when it is %s', (mode) => {
    const { storage, logger, durability } = setUp(mode);
    storage.set('a', 'one');
    storage.set('b', 'two');
    storage.remove('b');
    expect([storage.get('a'), storage.get('b')]).toEqual(['one', null]);
    expect(durability).toEqual(['memory']);
    expect(logger.messages('error')).toEqual(['Nothing can be kept here: the connection will not survive a reload']);
  });

  it('says so when it gets full, and goes on', () => {
    const { disk, storage, logger, durability } = setUp();
    storage.set('a', 'one');
    disk.mode = 'full';
    storage.set('a', 'two');
    storage.set('a', 'three');
    expect([storage.get('a'), durability, logger.entries.length]).toEqual(['three', ['persistent', 'memory'], 1]);
    expect(disk.texts.has('a')).toBe(false);
    disk.mode = 'working';
    storage.set('a', 'four');
    expect([storage.get('a'), disk.texts.get('a')]).toEqual(['four', 'four']);
  });

  it('works without a page at all', () => {
    const storage = new BrowserStorage(() => undefined, undefined, new FakeLogger());
    storage.changes$.subscribe();
    storage.set('a', 'one');
    expect(storage.get('a')).toBe('one');
  });

  it('works when every single access fails', () => {
    const fail = (): never => {
      throw new DOMException('no', 'InvalidStateError');
    };
    const storage = new BrowserStorage(() => ({ getItem: fail, setItem: fail, removeItem: fail }), undefined, new FakeLogger());
    storage.set('a', 'one');
    expect(storage.get('a')).toBe('one');
    storage.remove('a');
    expect([storage.get('a'), storage.get('b')]).toEqual([null, null]);
  });

  it('reads nothing from a storage that gives no text', () => {
    const odd = { getItem: (): string | null => JSON.parse('{"no":"text"}'), setItem: () => {}, removeItem: () => {} };
    expect(new BrowserStorage(() => odd, undefined, new FakeLogger()).get('a')).toBe(null);
  });

  it('listens to other tabs only while somebody listens to it', () => {
    const { page, storage } = setUp();
    expect(page.listeners).toBe(0);
    const first = storage.changes$.subscribe();
    const second = storage.changes$.subscribe();
    // storage, pagehide, pageshow
    expect(page.listeners).toBe(3);
    first.unsubscribe();
    second.unsubscribe();
    expect(page.listeners).toBe(0);
  });

  it('tells of every key it was asked for when another tab cleared everything', () => {
    const { disk, page, storage, hear } = setUp();
    const heard = hear();
    storage.get('a');
    storage.set('b', 'two');
    disk.texts.clear();
    page.dispatchEvent(disk.event(null, null));
    expect(heard).toEqual([
      { key: 'a', value: null },
      { key: 'b', value: null },
    ]);
  });

  it('tells nothing when the page is shown for the first time', () => {
    const { disk, page, storage, hear } = setUp();
    disk.texts.set('a', 'stored');
    const heard = hear();
    storage.get('a');
    page.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual([]);
  });

  it('tells of a storage that was cleared while the page was put aside', () => {
    const { disk, page, storage, hear } = setUp();
    const heard = hear();
    storage.set('a', 'one');
    storage.set('b', '');
    page.dispatchEvent(new Event('pagehide'));
    disk.texts.clear();
    page.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual([{ key: 'a', value: null }]);
  });

  it('tells of an emptied text as of a removed one, and nothing of the session storage', () => {
    const { disk, page, hear } = setUp();
    const heard = hear();
    page.dispatchEvent(disk.event('a', 'session', {}));
    page.dispatchEvent(disk.event('a', ''));
    expect(heard).toEqual([{ key: 'a', value: null }]);
  });
});
