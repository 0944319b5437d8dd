/**
 * Storage of the official WalletConnect clients on this device, for migration. It is only read and cleared, never written or
 * created.
 */
export interface OfficialStorage {
  /**
   * Returns every stored record, unparsed; none if the storage does not exist.
   * @throws LatchkeyError `storage/unavailable` if it exists but cannot be read
   */
  entries(): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /**
   * Removes records by the keys that {@link entries} returned; missing keys are ignored.
   * @throws LatchkeyError `storage/unavailable`
   */
  remove(keys: readonly string[]): Promise<void>;
}
