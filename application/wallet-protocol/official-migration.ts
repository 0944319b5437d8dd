import { officialLocationOf, officialTopics } from '../../domain/wallet-protocol/migration/official-locations.js';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';

/** Identifies the official client whose records are migrated. */
export interface OfficialClientInput {
  /** Its `customStoragePrefix`; empty by default. */
  readonly customPrefix?: string;
  /**
   * Set if this client stores its values in the same storage, such as one that the app supplied: then the records of a universal
   * provider have the same names in both and stay. Default `false`
   */
  readonly isStorageShared?: boolean;
}

/**
 * Progress of a migration. `taken`: the records are copied and the old ones still exist. `removing`: the old ones are being removed and
 * are no longer read. `removed`: done. `null` until the copy is complete.
 */
export type OfficialMigrationStatus = 'taken' | 'removing' | 'removed';

const PREFIX = '@latchkey/wc/official/';
const STATUSES: readonly unknown[] = ['taken', 'removing', 'removed'] satisfies readonly OfficialMigrationStatus[];

const isStatus = (value: unknown): value is OfficialMigrationStatus => STATUSES.includes(value);

/** Persists the status of a client's migration and removes the migrated records. Every step is idempotent. */
export class OfficialMigration {
  readonly #store: RecordStore;
  readonly #official: OfficialStorage;
  readonly #customPrefix: string;
  readonly #isStorageShared: boolean;

  constructor(store: RecordStore, official: OfficialStorage, { customPrefix = '', isStorageShared = false }: OfficialClientInput) {
    this.#store = store;
    this.#official = official;
    this.#customPrefix = customPrefix;
    this.#isStorageShared = isStorageShared;
  }

  async getStatus(): Promise<OfficialMigrationStatus | null> {
    const status = await this.#store.get(PREFIX + this.#customPrefix);
    return isStatus(status) ? status : null;
  }

  setStatus(status: OfficialMigrationStatus): Promise<void> {
    return this.#store.set(PREFIX + this.#customPrefix, status);
  }

  /** Removes the client's records, and the universal provider's records of its sessions unless the storage is shared. */
  async removeOld(): Promise<void> {
    await this.setStatus('removing');
    const records = (await this.#official.entries()).flatMap(([key, value]) => {
      const location = officialLocationOf(key, this.#customPrefix);
      return location === null ? [] : [{ key, location, value }];
    });
    const topics = records.flatMap(({ location, value }) => (location.store === 'session' ? officialTopics(value) : []));
    const ownRecords = records.filter(
      ({ location }) => !('topic' in location) || (!this.#isStorageShared && topics.includes(location.topic)),
    );
    // Sessions last: they identify the provider records that belong to them.
    const isSession = ({ location }: (typeof ownRecords)[number]): boolean => location.store === 'session';
    await this.#official.remove(ownRecords.filter((each) => !isSession(each)).map(({ key }) => key));
    await this.#official.remove(ownRecords.filter(isSession).map(({ key }) => key));
    await this.setStatus('removed');
  }
}
