import { describe, expect, it } from 'vitest';
import { BrowserStorage } from '../../../../adapters/storage/browser-storage.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { TestBrowserStorage } from '../support/page-storage.js';
import { TestWindow } from '../support/test-window.js';

const setUp = (mode: TestBrowserStorage['mode'] = 'working') => {
  const disk = new TestBrowserStorage();
  disk.mode = mode;
  const page = new TestWindow();
  const logger = new FakeLogger();
  const storage = new BrowserStorage(disk.open, page, logger);
  const durability: string[] = [];
  storage.durability$.subscribe((value) => durability.push(value));
  /** Collects changes made by other tabs from now on. */
  const watchChanges = (): readonly unknown[] => {
    const changes: unknown[] = [];
    storage.changes$.subscribe((change) => changes.push(change));
    return changes;
  };
  return { disk, page, logger, storage, durability, watchChanges };
};

describe('BrowserStorage', () => {
  it.each(['blocked', 'absent'] as const)('reports memory durability once when storage is %s', (mode) => {
    const { storage, logger, durability } = setUp(mode);
    storage.set('a', 'one');
    storage.set('b', 'two');
    storage.remove('b');
    expect([storage.get('a'), storage.get('b')]).toEqual(['one', null]);
    expect(durability).toEqual(['memory']);
    expect(logger.messages('error')).toEqual(['Storage is unavailable: the connection will not survive a reload']);
  });

  it('reports a full storage, and keeps working', () => {
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

  it('works without a window', () => {
    const storage = new BrowserStorage(() => undefined, undefined, new FakeLogger());
    storage.changes$.subscribe();
    storage.set('a', 'one');
    expect(storage.get('a')).toBe('one');
  });

  it('works when every access throws', () => {
    const fail = (): never => {
      throw new DOMException('no', 'InvalidStateError');
    };
    const storage = new BrowserStorage(() => ({ getItem: fail, setItem: fail, removeItem: fail }), undefined, new FakeLogger());
    storage.set('a', 'one');
    expect(storage.get('a')).toBe('one');
    storage.remove('a');
    expect([storage.get('a'), storage.get('b')]).toEqual([null, null]);
  });

  it('ignores values that are not strings', () => {
    const odd = { getItem: (): string | null => JSON.parse('{"no":"text"}'), setItem: () => {}, removeItem: () => {} };
    expect(new BrowserStorage(() => odd, undefined, new FakeLogger()).get('a')).toBe(null);
  });

  it('listens to events only while subscribed to', () => {
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

  it('emits every used key when another tab clears the storage', () => {
    const { disk, page, storage, watchChanges } = setUp();
    const changes = watchChanges();
    storage.get('a');
    storage.set('b', 'two');
    disk.texts.clear();
    page.dispatchEvent(disk.event(null, null));
    expect(changes).toEqual([
      { key: 'a', value: null },
      { key: 'b', value: null },
    ]);
  });

  it('emits nothing on the first pageshow', () => {
    const { disk, page, storage, watchChanges } = setUp();
    disk.texts.set('a', 'stored');
    const changes = watchChanges();
    storage.get('a');
    page.dispatchEvent(new Event('pageshow'));
    expect(changes).toEqual([]);
  });

  it('emits keys cleared while the page was in the back/forward cache', () => {
    const { disk, page, storage, watchChanges } = setUp();
    const changes = watchChanges();
    storage.set('a', 'one');
    storage.set('b', '');
    page.dispatchEvent(new Event('pagehide'));
    disk.texts.clear();
    page.dispatchEvent(new Event('pageshow'));
    expect(changes).toEqual([{ key: 'a', value: null }]);
  });

  it('emits an empty string as removed, and ignores session storage', () => {
    const { disk, page, watchChanges } = setUp();
    const changes = watchChanges();
    page.dispatchEvent(disk.event('a', 'session', {}));
    page.dispatchEvent(disk.event('a', ''));
    expect(changes).toEqual([{ key: 'a', value: null }]);
  });
});
