import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { codeOf, type TestApi } from './test-api.js';

/** A place of the official clients to test. */
export interface OfficialStorageHarness {
  /** @param records what lies there, `null` for a device that has no such place */
  make(records: Readonly<Record<string, string>> | null): Promise<OfficialStorage> | OfficialStorage;
  /** The place exists and refuses everything from now on. */
  block(): void;
  /** Whether the place exists on this device. */
  exists(): Promise<boolean> | boolean;
}

/** What every place of the official clients does. */
export const officialStorageContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => OfficialStorageHarness,
): void => {
  const RECORDS = { 'wc@2:core:0.3:keychain': '{"a":"b"}', 'wc@2:client:0.3:session': '[]', other: 'text' };

  describe(`${name} keeps the contract of an official storage`, () => {
    it('gives every record as it lies', async () => {
      const storage = await makeHarness().make(RECORDS);
      expect(Object.fromEntries(await storage.entries())).toEqual(RECORDS);
    });

    it('is empty where there is no such place, and makes none', async () => {
      const harness = makeHarness();
      const storage = await harness.make(null);
      await storage.remove(['other']);
      expect([await storage.entries(), await harness.exists()]).toEqual([[], false]);
    });

    it('removes what is named and nothing else, also twice', async () => {
      const storage = await makeHarness().make(RECORDS);
      for (const keys of [['other', 'nowhere'], ['other']]) await storage.remove(keys);
      const { other: _, ...left } = RECORDS;
      expect(Object.fromEntries(await storage.entries())).toEqual(left);
    });

    it('says when it is there and cannot be read', async () => {
      const harness = makeHarness();
      const storage = await harness.make(RECORDS);
      harness.block();
      expect([await codeOf(storage.entries()), await codeOf(storage.remove(['other']))]).toEqual([
        'storage/unavailable',
        'storage/unavailable',
      ]);
    });
  });
};
