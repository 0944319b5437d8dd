import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { codeOf, type TestApi } from './test-api.js';

/** A storage of the official clients to test. */
export interface OfficialStorageHarness {
  /** @param records initial records, `null` if the storage does not exist on the device */
  make(records: Readonly<Record<string, string>> | null): Promise<OfficialStorage> | OfficialStorage;
  /** Makes the existing storage fail. */
  block(): void;
  /** True if the storage exists on the device. */
  exists(): Promise<boolean> | boolean;
}

/** Contract of every `OfficialStorage`. */
export const officialStorageContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => OfficialStorageHarness,
): void => {
  const RECORDS = { 'wc@2:core:0.3:keychain': '{"a":"b"}', 'wc@2:client:0.3:session': '[]', other: 'text' };

  describe(`${name}: OfficialStorage contract`, () => {
    it('returns every record unchanged', async () => {
      const storage = await makeHarness().make(RECORDS);
      expect(Object.fromEntries(await storage.entries())).toEqual(RECORDS);
    });

    it('is empty if it does not exist, and is not created', async () => {
      const harness = makeHarness();
      const storage = await harness.make(null);
      await storage.remove(['other']);
      expect([await storage.entries(), await harness.exists()]).toEqual([[], false]);
    });

    it('removes only the given keys', async () => {
      const storage = await makeHarness().make(RECORDS);
      for (const keys of [['other', 'missing'], ['other']]) await storage.remove(keys);
      const { other: _, ...remaining } = RECORDS;
      expect(Object.fromEntries(await storage.entries())).toEqual(remaining);
    });

    it('rejects with storage/unavailable if it exists and cannot be read', async () => {
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
