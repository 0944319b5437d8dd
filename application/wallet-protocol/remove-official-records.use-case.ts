import type { Observable } from 'rxjs';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { type OfficialClientInput, OfficialMigration } from './official-migration.js';

/** The result is whether there was anything left to do. */
export type RemoveOfficialRecordsState = UseCaseState<'working', boolean, 'storage/unavailable'>;

/**
 * Removes what an official client has stored, once something was settled that it does not know of: from then on its records
 * would lead astray. There is no way back. A removal that was cut short is finished by the next run of this, or by
 * `MigrateOfficialRecords`.
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
      if ((await migration.mark()) === 'removed') return false;
      await migration.removeOld();
      return true;
    });
  }
}
