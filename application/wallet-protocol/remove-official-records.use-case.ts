import type { Observable } from 'rxjs';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { type OfficialClientInput, OfficialMigration } from './official-migration.js';

/** The result is `false` if the records were removed before. */
export type RemoveOfficialRecordsState = UseCaseState<'working', boolean, 'storage/unavailable'>;

/**
 * Removes the records of an official client, once there is a session that it does not know: its records are outdated from then on. Cannot
 * be undone. An interrupted removal is completed by the next run, or by `MigrateOfficialRecords`.
 */
export class RemoveOfficialRecords {
  readonly #store: RecordStore;
  readonly #official: OfficialStorage;

  constructor(store: RecordStore, official: OfficialStorage) {
    this.#store = store;
    this.#official = official;
  }

  execute(input: OfficialClientInput = {}): Observable<RemoveOfficialRecordsState> {
    const migration = new OfficialMigration(this.#store, this.#official, input);
    return runUseCase('working', async () => {
      if ((await migration.getStatus()) === 'removed') return false;
      await migration.removeOld();
      return true;
    });
  }
}
