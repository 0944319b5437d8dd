import { lastValueFrom } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { MigrateOfficialRecords } from '../../application/wallet-protocol/migrate-official-records.use-case.js';
import { OfficialMigration } from '../../application/wallet-protocol/official-migration.js';
import { sessionRecordKey } from '../../application/wallet-protocol/protocol-records.js';
import { RemoveOfficialRecords } from '../../application/wallet-protocol/remove-official-records.use-case.js';
import { PrefixedRecordStore } from '../shared/prefixed-record-store.js';

export interface OfficialClientMigrationOptions {
  readonly records: RecordStore;
  /** `null` on platforms where an official client cannot have stored records. */
  readonly official: OfficialStorage | null;
  /** The official client's `customStoragePrefix`. */
  readonly customPrefix: string;
  /** Set if this client stores its app's values in the same storage. */
  readonly isStorageShared: boolean;
  readonly keyChain: Pick<KeyChain, 'importKeys'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Migrates the records of the official client before the engine starts. They stay until the engine settles, changes or closes a session,
 * which makes them outdated, and are then removed. An error is logged, and the step is repeated on the next page load.
 */
export class OfficialClientMigration {
  /** The record store for the engine. Writes of session records trigger the removal. */
  readonly records: RecordStore;
  readonly #options: OfficialClientMigrationOptions;
  #isDone = false;

  constructor(options: OfficialClientMigrationOptions) {
    this.#options = options;
    this.records = new WatchedRecords(options.records, () => void this.#removeOfficialRecords());
  }

  async run(): Promise<void> {
    const { records, official, keyChain, clock, logger, customPrefix, isStorageShared } = this.#options;
    if (official === null) return;
    const state = await lastValueFrom(
      new MigrateOfficialRecords(records, official, keyChain, clock).execute({ customPrefix, isStorageShared }),
    );
    if (state.status === 'error') logger.warn('Could not migrate the sessions of the official client', state.error);
    else if (state.status === 'success' && state.data !== null && state.data.skipped.length > 0)
      logger.info('Some records of the official client were not migrated', state.data.skipped);
  }

  /** Removes the official records once, if they were migrated. */
  async #removeOfficialRecords(): Promise<void> {
    const { records, official, logger, customPrefix, isStorageShared } = this.#options;
    if (official === null || this.#isDone) return;
    this.#isDone = true;
    if ((await new OfficialMigration(records, official, { customPrefix }).getStatus()) !== 'taken') return;
    const state = await lastValueFrom(new RemoveOfficialRecords(records, official).execute({ customPrefix, isStorageShared }));
    if (state.status === 'error') logger.warn('Could not remove the records of the official client', state.error);
  }
}

/** Record store that calls back when a session record is written or removed. */
class WatchedRecords extends PrefixedRecordStore {
  readonly #onChange: () => void;

  constructor(store: RecordStore, onChange: () => void) {
    super(store, '');
    this.#onChange = onChange;
  }

  override async set(key: string, value: unknown): Promise<void> {
    await super.set(key, value);
    if (key.startsWith(sessionRecordKey(''))) this.#onChange();
  }

  override async remove(key: string): Promise<void> {
    await super.remove(key);
    if (key.startsWith(sessionRecordKey(''))) this.#onChange();
  }
}
