/**
 * Where the official clients of the wallet protocol keep their records on this device. It is only read and cleared: nothing is
 * ever written there, and nothing is made where there is none.
 */
export interface OfficialStorage {
  /**
   * Every record, of all that share the place, as it lies; none where there is no such place.
   * @throws LatchkeyError `storage/unavailable` when it is there and cannot be read
   */
  entries(): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /**
   * Removes records by the keys that {@link entries} named; those that are gone are no fault.
   * @throws LatchkeyError `storage/unavailable`
   */
  remove(keys: readonly string[]): Promise<void>;
}
