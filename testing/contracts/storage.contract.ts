import type { Storage } from '../../application/ports/storage.port.js';
import type { TestApi } from './test-api.js';

/** A storage to test, in a browser that can be made to fail. */
export interface StorageHarness {
  readonly storage: Storage;
  /** The same origin after a reload. */
  reload(): Storage;
  /** Writes or removes (`null`) a value in another tab. */
  writeInOtherTab(key: string, value: string | null): void;
  /** Moves the page to the back/forward cache, where it receives no events. */
  hidePage(): void;
  /** Restores the page from the back/forward cache. */
  showPage(): void;
  /** Makes the browser reject new values as if its quota were exceeded. */
  fill(): void;
  /** Makes every operation of the browser fail. */
  block(): void;
}

/**
 * Contract of every `Storage`, including failures of the browser.
 * @example storageContract({ describe, it, expect }, 'MyStorage', makeHarness);
 */
export const storageContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => StorageHarness): void => {
  describe(`${name}: Storage contract`, () => {
    const durability = (storage: Storage): string => {
      let last = 'none';
      storage.durability$
        .subscribe((value) => {
          last = value;
        })
        .unsubscribe();
      return last;
    };

    it('returns stored values, also after a reload', () => {
      const { storage, reload } = makeHarness();
      storage.set('a', 'one');
      expect(storage.get('a')).toBe('one');
      expect(reload().get('a')).toBe('one');
      expect(durability(storage)).toBe('persistent');
    });

    it('returns null for missing and removed keys', () => {
      const { storage, reload } = makeHarness();
      storage.set('a', 'one');
      storage.remove('a');
      storage.remove('never');
      expect([storage.get('a'), storage.get('never'), reload().get('a')]).toEqual([null, null, null]);
    });

    it('reads an empty string as null', () => {
      const { storage } = makeHarness();
      storage.set('a', 'one');
      storage.set('a', '');
      expect(storage.get('a')).toBe(null);
    });

    it('ignores an undefined value', () => {
      const { storage } = makeHarness();
      storage.set('a', 'one');
      // Untyped callers may pass anything.
      const untyped: (key: string, value?: string) => void = storage.set.bind(storage) as (key: string, value?: string) => void;
      untyped('a', undefined);
      expect(storage.get('a')).toBe('one');
    });

    it('supports unusual keys and values', () => {
      const { storage } = makeHarness();
      for (const text of ['__proto__', 'constructor', 'ключ 🔑', ' ', '"{', 'null']) {
        storage.set(text, text);
        expect(storage.get(text)).toBe(text);
      }
    });

    it('falls back to memory when the quota is exceeded, and returns no outdated values after a reload', () => {
      const { storage, reload, fill } = makeHarness();
      storage.set('a', 'old');
      fill();
      storage.set('a', 'new');
      storage.set('b', 'two');
      expect([storage.get('a'), storage.get('b'), durability(storage)]).toEqual(['new', 'two', 'memory']);
      expect([reload().get('a'), reload().get('b')]).toEqual([null, null]);
    });

    it('can still remove values when the quota is exceeded', () => {
      const { storage, reload, fill } = makeHarness();
      storage.set('a', 'one');
      fill();
      storage.remove('a');
      expect([storage.get('a'), reload().get('a')]).toEqual([null, null]);
    });

    it('falls back to memory when the browser fails', () => {
      const { storage, block } = makeHarness();
      storage.set('kept', 'one');
      block();
      storage.set('a', 'new');
      storage.remove('kept');
      expect([storage.get('a'), storage.get('kept'), storage.get('never'), durability(storage)]).toEqual(['new', null, null, 'memory']);
      storage.remove('a');
      expect(storage.get('a')).toBe(null);
    });

    it('emits changes of other tabs, only while subscribed', () => {
      const { storage, writeInOtherTab } = makeHarness();
      const changes: unknown[] = [];
      const subscription = storage.changes$.subscribe((change) => changes.push(change));
      writeInOtherTab('a', 'one');
      writeInOtherTab('a', null);
      subscription.unsubscribe();
      writeInOtherTab('a', 'unnoticed');
      expect(changes).toEqual([
        { key: 'a', value: 'one' },
        { key: 'a', value: null },
      ]);
      expect(storage.get('a')).toBe('unnoticed');
    });

    it('emits changes that other tabs made while the page was in the back/forward cache', () => {
      const { storage, writeInOtherTab, hidePage, showPage } = makeHarness();
      const changes: unknown[] = [];
      storage.changes$.subscribe((change) => changes.push(change));
      for (const key of ['kept', 'changed', 'removed']) storage.set(key, 'mine');
      expect(storage.get('added')).toBe(null);
      hidePage();
      writeInOtherTab('changed', 'theirs');
      writeInOtherTab('removed', null);
      writeInOtherTab('added', 'theirs');
      expect(changes).toEqual([]);
      showPage();
      const byKey = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));
      expect(changes.sort(byKey)).toEqual([
        { key: 'added', value: 'theirs' },
        { key: 'changed', value: 'theirs' },
        { key: 'removed', value: null },
      ]);
      expect([storage.get('kept'), storage.get('changed'), storage.get('removed')]).toEqual(['mine', 'theirs', null]);
      writeInOtherTab('changed', 'again');
      expect(changes.slice(3)).toEqual([{ key: 'changed', value: 'again' }]);
    });

    it('prefers values of other tabs to its own in memory after the back/forward cache', () => {
      const { storage, fill, writeInOtherTab, hidePage, showPage } = makeHarness();
      storage.changes$.subscribe();
      fill();
      storage.set('a', 'mine');
      hidePage();
      writeInOtherTab('a', 'theirs');
      showPage();
      expect(storage.get('a')).toBe('theirs');
    });

    it('emits nothing if nothing changed while the page was in the back/forward cache', () => {
      const { storage, hidePage, showPage } = makeHarness();
      const changes: unknown[] = [];
      storage.changes$.subscribe((change) => changes.push(change));
      storage.set('a', 'one');
      hidePage();
      showPage();
      expect(changes).toEqual([]);
    });

    it('does not emit its own changes', () => {
      const { storage } = makeHarness();
      const changes: unknown[] = [];
      storage.changes$.subscribe((change) => changes.push(change));
      storage.set('a', 'one');
      storage.remove('a');
      expect(changes).toEqual([]);
    });

    it('prefers values of other tabs to its own in memory', () => {
      const { storage, fill, writeInOtherTab } = makeHarness();
      storage.changes$.subscribe();
      fill();
      storage.set('a', 'mine');
      writeInOtherTab('a', 'theirs');
      expect(storage.get('a')).toBe('theirs');
    });
  });
};
