import type { Observable } from 'rxjs';
import { officialLinks } from '../../domain/wallet-protocol/migration/official-locations.js';
import { readOfficialRecords, type SkippedRecord } from '../../domain/wallet-protocol/migration/read-official-records.js';
import { toStoredSession } from '../../domain/wallet-protocol/stored-session.js';
import type { Clock } from '../ports/clock.port.js';
import type { KeyChain } from '../ports/key-chain.port.js';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import { seenEnvelopeKey } from '../shared/seen-envelope-key.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { type OfficialClientInput, OfficialMigration } from './official-migration.js';
import { APP_VALUES_PREFIX, LINKS_RECORD_KEY, pairingRecordKey, proposalRecordKey, sessionRecordKey } from './protocol-records.js';
import { providerRecordKey } from './provider/provider-records.js';

/** The migrated records. */
export interface MigratedRecords {
  /** Topics. */
  readonly sessions: readonly string[];
  /** Ids. */
  readonly proposals: readonly number[];
  readonly skipped: readonly SkippedRecord[];
}

/** The result is what this run migrated, or `null` if an earlier run or another tab has done it. */
export type MigrateOfficialRecordsState = UseCaseState<'working', MigratedRecords | null, 'storage/unavailable'>;

/** Maximum number of handled envelope ids that are kept per topic. */
const MAX_SEEN_ENVELOPES = 200;

/** Number of records written in parallel. */
const BATCH_SIZE = 20;

/**
 * Copies the records of an official client on this device: sessions, pending proposals, their keys and the ids of handled envelopes.
 * Runs once, before the engine starts. An interrupted run is completed by the next one, which overwrites nothing. The universal
 * provider's records are copied too unless the storage is shared. The old records remain until `RemoveOfficialRecords`. If keys are not
 * persistent, it runs on each page load.
 */
export class MigrateOfficialRecords {
  readonly #store: RecordStore;
  readonly #official: OfficialStorage;
  readonly #keyChain: Pick<KeyChain, 'importKeys'>;
  readonly #clock: Clock;

  constructor(store: RecordStore, official: OfficialStorage, keyChain: Pick<KeyChain, 'importKeys'>, clock: Clock) {
    this.#store = store;
    this.#official = official;
    this.#keyChain = keyChain;
    this.#clock = clock;
  }

  execute(input: OfficialClientInput = {}): Observable<MigrateOfficialRecordsState> {
    const migration = new OfficialMigration(this.#store, this.#official, input);
    return runUseCase('working', async ({ signal }) => {
      const status = await migration.getStatus();
      if (status === 'removing') await migration.removeOld();
      if (status !== null) return null;
      const entries = await this.#official.entries();
      const { customPrefix = '', isStorageShared = false } = input;
      const links = officialLinks(entries);
      const records = readOfficialRecords(entries, { customPrefix, nowMs: this.#clock.now() });
      // Another tab may have completed the migration meanwhile: records it has changed since must not be restored.
      const isNotMigratedYet = async (): Promise<boolean> => {
        signal.throwIfAborted();
        return (await migration.getStatus()) === null;
      };
      if (!(await isNotMigratedYet())) return null;
      // Keys first: a session without its key would be treated as corrupt.
      const areKeysStored = await this.#keyChain.importKeys(records.keys);
      const writes: (readonly [key: string, value: unknown])[] = [
        ...[...records.handledEnvelopes].flatMap(([topic, ids]) =>
          ids.slice(-MAX_SEEN_ENVELOPES).map((id) => [seenEnvelopeKey(topic, id), this.#clock.now()] as const),
        ),
        ...records.pairings.map((pairing) => [pairingRecordKey(pairing.topic), pairing] as const),
        ...records.proposals.map((proposal) => [proposalRecordKey(proposal.id), proposal] as const),
        ...(links.length === 0 ? [] : [[LINKS_RECORD_KEY, links] as const]),
        ...(isStorageShared ? [] : records.providerRecords).map(
          ({ store, topic, value }) => [APP_VALUES_PREFIX + providerRecordKey(store, topic), value] as const,
        ),
        ...records.sessions.map((session) => [sessionRecordKey(session.topic), toStoredSession(session)] as const),
      ];
      for (let from = 0; from < writes.length; from += BATCH_SIZE) {
        if (!(await isNotMigratedYet())) return null;
        await Promise.all(writes.slice(from, from + BATCH_SIZE).map(([key, value]) => this.#store.claim(key, value)));
      }
      if (areKeysStored) await migration.setStatus('taken');
      const { sessions, proposals, skipped } = records;
      return { sessions: sessions.map(({ topic }) => topic), proposals: proposals.map(({ id }) => id), skipped };
    });
  }
}
