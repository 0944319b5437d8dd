import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { TestApi } from './test-api.js';

/**
 * Contract of every `KeyValueStorage`.
 * @example keyValueStorageContract({ describe, it, expect }, 'MyStorage', () => new MyStorage());
 */
export const keyValueStorageContract = ({ describe, it, expect }: TestApi, name: string, make: () => KeyValueStorage): void => {
  describe(`${name}: KeyValueStorage contract`, () => {
    it('returns stored values as JSON, and their keys', async () => {
      const storage = make();
      await storage.setItem('a', { list: [1, 'two', null] });
      await storage.setItem('b', 'text');
      expect([await storage.getItem('a'), await storage.getItem('b')]).toEqual([{ list: [1, 'two', null] }, 'text']);
      expect([...(await storage.getKeys())].sort()).toEqual(['a', 'b']);
      expect(new Map(await storage.getEntries())).toEqual(
        new Map<string, unknown>([
          ['a', { list: [1, 'two', null] }],
          ['b', 'text'],
        ]),
      );
    });

    it('returns undefined for missing and removed keys', async () => {
      const storage = make();
      await storage.setItem('a', 1);
      await storage.removeItem('a');
      await storage.removeItem('b');
      expect([await storage.getItem('a'), await storage.getItem('A'), await storage.getKeys()]).toEqual([undefined, undefined, []]);
    });

    it('overwrites values', async () => {
      const storage = make();
      await storage.setItem('a', 1);
      await storage.setItem('a', 2);
      expect([await storage.getItem('a'), await storage.getKeys()]).toEqual([2, ['a']]);
    });

    it('stores and returns copies', async () => {
      const storage = make();
      const value = { list: [1] };
      await storage.setItem('a', value);
      value.list.push(2);
      const read = await storage.getItem<{ list: number[] }>('a');
      read?.list.push(3);
      expect(await storage.getItem('a')).toEqual({ list: [1] });
    });
  });
};
