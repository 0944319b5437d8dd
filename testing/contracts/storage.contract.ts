import type { Storage } from '../../application/ports/storage.port.js';
import type { TestApi } from './test-api.js';

/** A storage to test, in a browser that can be made to fail. */
export interface StorageHarness {
  readonly storage: Storage;
  /** The same origin after a reload. */
  reload(): Storage;
  /** Another tab writes or removes (`null`) a text. */
  writeInOtherTab(key: string, value: string | null): void;
  /** The person leaves the page, which is put aside where it hears of nothing. */
  leave(): void;
  /** The page that was put aside is shown again. */
  comeBack(): void;
  /** From now on the browser takes no more text. */
  fill(): void;
  /** From now on the browser refuses everything. */
  block(): void;
}

/**
 * What every storage does, also one whose browser fails.
 * @example storageContract({ describe, it, expect }, 'MyStorage', makeHarness);
 */
export const storageContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => StorageHarness): void => {
  describe(`${name} keeps the contract of a storage`, () => {
    const durability = (storage: Storage): string => {
      let last = 'nothing said';
      storage.durability$
        .subscribe((value) => {
          last = value;
        })
        .unsubscribe();
      return last;
    };

    it('gives back what was stored, also after a reload', () => {
      const { storage, reload } = makeHarness();
      storage.set('a', 'one');
      expect(storage.get('a')).toBe('one');
      expect(reload().get('a')).toBe('one');
      expect(durability(storage)).toBe('persistent');
    });

    it('gives null for what was never stored and for what was removed', () => {
      const { storage, reload } = makeHarness();
      storage.set('a', 'one');
      storage.remove('a');
      storage.remove('never');
      expect([storage.get('a'), storage.get('never'), reload().get('a')]).toEqual([null, null, null]);
    });

    it('reads an empty text as nothing', () => {
      const { storage } = makeHarness();
      storage.set('a', 'one');
      storage.set('a', '');
      expect(storage.get('a')).toBe(null);
    });

    it('ignores an undefined value', () => {
      const { storage } = makeHarness();
      storage.set('a', 'one');
      // What a caller without types can do.
      const untyped: (key: string, value?: string) => void = storage.set.bind(storage) as (key: string, value?: string) => void;
      untyped('a', undefined);
      expect(storage.get('a')).toBe('one');
    });

    it('takes keys and texts of every kind', () => {
      const { storage } = makeHarness();
      for (const text of ['__proto__', 'constructor', 'ключ 🔑', ' ', '"{', 'null']) {
        storage.set(text, text);
        expect(storage.get(text)).toBe(text);
      }
    });

    it('works from memory when the browser is full, and brings nothing outdated back after a reload', () => {
      const { storage, reload, fill } = makeHarness();
      storage.set('a', 'old');
      fill();
      storage.set('a', 'new');
      storage.set('b', 'two');
      expect([storage.get('a'), storage.get('b'), durability(storage)]).toEqual(['new', 'two', 'memory']);
      expect([reload().get('a'), reload().get('b')]).toEqual([null, null]);
    });

    it('can still remove when the browser is full', () => {
      const { storage, reload, fill } = makeHarness();
      storage.set('a', 'one');
      fill();
      storage.remove('a');
      expect([storage.get('a'), reload().get('a')]).toEqual([null, null]);
    });

    it('works from memory when the browser refuses everything', () => {
      const { storage, block } = makeHarness();
      storage.set('kept', 'one');
      block();
      storage.set('a', 'new');
      storage.remove('kept');
      expect([storage.get('a'), storage.get('kept'), storage.get('never'), durability(storage)]).toEqual(['new', null, null, 'memory']);
      storage.remove('a');
      expect(storage.get('a')).toBe(null);
    });

    it('tells what another tab wrote and removed, and only while somebody listens', () => {
      const { storage, writeInOtherTab } = makeHarness();
      const heard: unknown[] = [];
      const listening = storage.changes$.subscribe((change) => heard.push(change));
      writeInOtherTab('a', 'one');
      writeInOtherTab('a', null);
      listening.unsubscribe();
      writeInOtherTab('a', 'unheard');
      expect(heard).toEqual([
        { key: 'a', value: 'one' },
        { key: 'a', value: null },
      ]);
      expect(storage.get('a')).toBe('unheard');
    });

    it('tells, when the page is shown again, what other tabs changed while it was put aside, and nothing else', () => {
      const { storage, writeInOtherTab, leave, comeBack } = makeHarness();
      const heard: unknown[] = [];
      storage.changes$.subscribe((change) => heard.push(change));
      for (const key of ['kept', 'changed', 'removed']) storage.set(key, 'mine');
      expect(storage.get('added')).toBe(null);
      leave();
      writeInOtherTab('changed', 'theirs');
      writeInOtherTab('removed', null);
      writeInOtherTab('added', 'theirs');
      expect(heard).toEqual([]);
      comeBack();
      const byKey = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));
      expect(heard.sort(byKey)).toEqual([
        { key: 'added', value: 'theirs' },
        { key: 'changed', value: 'theirs' },
        { key: 'removed', value: null },
      ]);
      expect([storage.get('kept'), storage.get('changed'), storage.get('removed')]).toEqual(['mine', 'theirs', null]);
      writeInOtherTab('changed', 'again');
      expect(heard.slice(3)).toEqual([{ key: 'changed', value: 'again' }]);
    });

    it('takes the other tab’s word over what it only has in memory also after it was put aside', () => {
      const { storage, fill, writeInOtherTab, leave, comeBack } = makeHarness();
      storage.changes$.subscribe();
      fill();
      storage.set('a', 'mine');
      leave();
      writeInOtherTab('a', 'theirs');
      comeBack();
      expect(storage.get('a')).toBe('theirs');
    });

    it('tells nothing when nothing changed while the page was put aside', () => {
      const { storage, leave, comeBack } = makeHarness();
      const heard: unknown[] = [];
      storage.changes$.subscribe((change) => heard.push(change));
      storage.set('a', 'one');
      leave();
      comeBack();
      expect(heard).toEqual([]);
    });

    it('tells nothing of its own changes', () => {
      const { storage } = makeHarness();
      const heard: unknown[] = [];
      storage.changes$.subscribe((change) => heard.push(change));
      storage.set('a', 'one');
      storage.remove('a');
      expect(heard).toEqual([]);
    });

    it('takes the other tab’s word over what it only has in memory', () => {
      const { storage, fill, writeInOtherTab } = makeHarness();
      storage.changes$.subscribe();
      fill();
      storage.set('a', 'mine');
      writeInOtherTab('a', 'theirs');
      expect(storage.get('a')).toBe('theirs');
    });
  });
};
