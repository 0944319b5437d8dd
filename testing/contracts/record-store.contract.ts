import type { RecordStore } from '../../application/ports/record-store.port.js';
import type { TestApi } from './test-api.js';

/** A record store to test, in a browser that can be made to fail. */
export interface RecordStoreHarness {
  readonly store: RecordStore;
  /** Another tab of the same origin. */
  otherTab(): RecordStore;
  /** The same origin after a reload, in a browser that works again. */
  reload(): RecordStore;
  /** Makes the browser reject new records as if its quota were exceeded. */
  fill(): void;
  /** Makes every operation of the browser fail. */
  block(): void;
}

/**
 * Contract of every `RecordStore`, including failures of the browser.
 * @example recordStoreContract({ describe, it, expect }, 'MyRecordStore', makeHarness);
 */
export const recordStoreContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => RecordStoreHarness): void => {
  describe(`${name}: RecordStore contract`, () => {
    it('returns stored values, also in another tab and after a reload', async () => {
      const { store, otherTab, reload } = makeHarness();
      await store.set('a', { text: 'one', list: [1, 2] });
      const expected = { text: 'one', list: [1, 2] };
      expect([await store.get('a'), await otherTab().get('a'), await reload().get('a')]).toEqual([expected, expected, expected]);
    });

    it('returns undefined for missing and removed keys', async () => {
      const { store, reload } = makeHarness();
      await store.set('a', 1);
      await store.remove('a');
      await store.remove('never');
      expect([await store.get('a'), await store.get('never'), await reload().get('a')]).toEqual([undefined, undefined, undefined]);
    });

    it('lists the records with a prefix, sorted by key', async () => {
      const { store, reload } = makeHarness();
      for (const key of ['b/2', 'a/1', 'b/1', 'b', 'c/1', 'b/ключ']) await store.set(key, key);
      await store.remove('b/2');
      const expected = [
        ['b/1', 'b/1'],
        ['b/ключ', 'b/ключ'],
      ];
      expect(await store.list('b/')).toEqual(expected);
      expect(await reload().list('b/')).toEqual(expected);
      expect(await store.list('d/')).toEqual([]);
    });

    it('lists the keys with a prefix, also when the quota is exceeded', async () => {
      const { store, reload, fill } = makeHarness();
      for (const key of ['b/2', 'a/1', 'b/1', 'b', 'c/1', 'b/ключ']) await store.set(key, key);
      await store.remove('b/2');
      expect([...(await store.keys('b/'))].sort()).toEqual(['b/1', 'b/ключ']);
      expect(await store.keys('d/')).toEqual([]);
      fill();
      await store.set('b/3', 3);
      await store.remove('b/1');
      expect([...(await store.keys('b/'))].sort()).toEqual(['b/3', 'b/ключ']);
      expect([...(await reload().keys('a/'))]).toEqual(['a/1']);
    });

    it('stores and returns copies', async () => {
      const { store } = makeHarness();
      const value = { list: [1] };
      await store.set('a', value);
      value.list.push(2);
      const read = (await store.get('a')) as typeof value;
      read.list.push(3);
      expect(await store.get('a')).toEqual({ list: [1] });
    });

    it('stores non-extractable keys and bytes', async () => {
      const { store, reload } = makeHarness();
      const offered = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      const key = (await store.claim('key', offered)) as CryptoKey;
      const iv = new Uint8Array(12);
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array([1, 2, 3]));
      await store.set('sealed', { iv, sealed });
      const after = reload();
      const [stored, record] = [await after.get('key'), await after.get('sealed')] as [
        CryptoKey,
        { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer },
      ];
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: record.iv }, stored, record.sealed);
      expect([stored.extractable, [...new Uint8Array(opened)]]).toEqual([false, [1, 2, 3]]);
    });

    it('claims a key for the first of several tabs', async () => {
      const { store, otherTab, fill } = makeHarness();
      const tab = otherTab();
      const claimed = await Promise.all([store.claim('a', { by: 1 }), tab.claim('a', { by: 2 }), store.claim('a', { by: 3 })]);
      const first = await store.get('a');
      expect([claimed[0], claimed[1], claimed[2], await tab.get('a')]).toEqual([first, first, first, first]);
      await store.set('b', 'there');
      expect([await tab.claim('b', 'late'), await store.get('b')]).toEqual(['there', 'there']);
      fill();
      expect([await store.claim('c', 1), await store.claim('c', 2), await store.get('c'), await store.claim('b', 3)]).toEqual([
        1,
        1,
        1,
        'there',
      ]);
    });

    it('supports unusual keys and values', async () => {
      const { store } = makeHarness();
      for (const key of ['__proto__', 'constructor', 'ключ 🔑', ' ', '']) {
        await store.set(key, key);
        expect(await store.get(key)).toBe(key);
      }
      for (const value of [null, 0, '', false, [], {}]) {
        await store.set('value', value);
        expect(await store.get('value')).toEqual(value);
      }
    });

    it('keeps the last of several concurrent writes', async () => {
      const { store, reload } = makeHarness();
      await Promise.all([store.set('a', 1), store.set('a', 2), store.remove('a'), store.set('a', 3), store.set('b', 1), store.remove('b')]);
      const after = reload();
      expect([await after.get('a'), await after.get('b')]).toEqual([3, undefined]);
    });

    it('falls back to memory when the quota is exceeded, and returns no outdated values after a reload', async () => {
      const { store, reload, fill } = makeHarness();
      await store.set('a', 'old');
      fill();
      await store.set('a', 'new');
      await store.set('b', 'two');
      expect([await store.get('a'), await store.get('b')]).toEqual(['new', 'two']);
      expect(await store.list('')).toEqual([
        ['a', 'new'],
        ['b', 'two'],
      ]);
      const after = reload();
      expect([await after.get('a'), await after.get('b')]).toEqual([undefined, undefined]);
    });

    it('falls back to memory when the browser fails', async () => {
      const { store, block } = makeHarness();
      await store.set('kept', 'one');
      block();
      await store.set('a', 'new');
      await store.remove('kept');
      expect([await store.get('a'), await store.get('kept'), await store.get('never')]).toEqual(['new', undefined, undefined]);
      expect(await store.list('')).toEqual([['a', 'new']]);
      await store.remove('a');
      expect([await store.get('a'), await store.list('')]).toEqual([undefined, []]);
    });

    it('returns and stores nothing after dispose', async () => {
      const { store, otherTab } = makeHarness();
      await store.set('a', 1);
      store.dispose();
      store.dispose();
      await store.set('b', 2);
      await store.remove('a');
      expect([await store.get('a'), await store.list('')]).toEqual([undefined, []]);
      expect([await otherTab().get('a'), await otherTab().get('b')]).toEqual([1, undefined]);
    });
  });
};
