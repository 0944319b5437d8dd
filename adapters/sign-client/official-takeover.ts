import { lastValueFrom } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { MigrateOfficialRecords } from '../../application/wallet-protocol/migrate-official-records.use-case.js';
import { OfficialMigration } from '../../application/wallet-protocol/official-migration.js';
import { sessionRecord } from '../../application/wallet-protocol/protocol-records.js';
import { RemoveOfficialRecords } from '../../application/wallet-protocol/remove-official-records.use-case.js';
import { RecordSpace } from '../shared/record-space.js';

/** What a takeover needs. */
export interface OfficialTakeoverOptions {
  readonly records: RecordStore;
  /** `null` where no official client can have kept anything. */
  readonly official: OfficialStorage | null;
  /** The official client's `customStoragePrefix`. */
  readonly customPrefix: string;
  /** Whether it lies where this client keeps the values of its host. */
  readonly isPlaceShared: boolean;
  readonly keyChain: Pick<KeyChain, 'importKeys'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Takes over what the official client has stored here, before the engine starts. Its records stay until a session is settled, changed or
 * ended by the engine: from then on they would lead astray, and go. A fault of either is logged, and tried again on the next page.
 */
export class OfficialTakeover {
  /** What the engine is to keep its records in: by what it writes there, the takeover knows that a session has changed. */
  readonly records: RecordStore;
  readonly #options: OfficialTakeoverOptions;
  #isOver = false;

  constructor(options: OfficialTakeoverOptions) {
    this.#options = options;
    this.records = new WatchedRecords(options.records, () => void this.#end());
  }

  async run(): Promise<void> {
    const { records, official, keyChain, clock, logger, customPrefix, isPlaceShared } = this.#options;
    if (official === null) return;
    const state = await lastValueFrom(
      new MigrateOfficialRecords(records, official, keyChain, clock).execute({ customPrefix, isPlaceShared }),
    );
    if (state.status === 'error') logger.warn('The sessions of the official client could not be taken over', state.error);
    else if (state.status === 'success' && state.data !== null && state.data.skipped.length > 0)
      logger.info('Some records of the official client were left behind', state.data.skipped);
  }

  /** Only what was taken over is removed, and once. */
  async #end(): Promise<void> {
    const { records, official, logger, customPrefix, isPlaceShared } = this.#options;
    if (official === null || this.#isOver) return;
    this.#isOver = true;
    if ((await new OfficialMigration(records, official, { customPrefix }).mark()) !== 'taken') return;
    const state = await lastValueFrom(new RemoveOfficialRecords(records, official).execute({ customPrefix, isPlaceShared }));
    if (state.status === 'error') logger.warn('The records of the official client could not be removed', state.error);
  }
}

/** Records of which it is told when one of a session is written or removed. */
class WatchedRecords extends RecordSpace {
  readonly #changed: () => void;

  constructor(store: RecordStore, changed: () => void) {
    super(store, '');
    this.#changed = changed;
  }

  override async set(key: string, value: unknown): Promise<void> {
    await super.set(key, value);
    if (key.startsWith(sessionRecord(''))) this.#changed();
  }

  override async remove(key: string): Promise<void> {
    await super.remove(key);
    if (key.startsWith(sessionRecord(''))) this.#changed();
  }
}
