import type { Observable } from 'rxjs';
import { officialLinks } from '../../domain/wallet-protocol/migration/official-places.js';
import { readOfficialRecords, type SkippedRecord } from '../../domain/wallet-protocol/migration/read-official-records.js';
import { storedSession } from '../../domain/wallet-protocol/stored-session.js';
import type { Clock } from '../ports/clock.port.js';
import type { KeyChain } from '../ports/key-chain.port.js';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import { seenEnvelope } from '../shared/seen-envelope.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { type OfficialClientInput, OfficialMigration } from './official-migration.js';
import { HOST_VALUES, LINKS_RECORD, pairingRecord, proposalRecord, sessionRecord } from './protocol-records.js';
import { providerRecord } from './provider/provider-records.js';

/** What was taken over. */
export interface TakenRecords {
  /** Topics. */
  readonly sessions: readonly string[];
  /** Ids. */
  readonly proposals: readonly number[];
  readonly skipped: readonly SkippedRecord[];
}

/** The result is what was taken over by this run, `null` where an earlier one, or another tab, has done so. */
export type MigrateOfficialRecordsState = UseCaseState<'working', TakenRecords | null, 'storage/unavailable'>;

/** How many envelopes of a topic are remembered, the latest. */
const SEEN = 200;

/** How many records are written at once. */
const BATCH = 20;

/**
 * Takes over what an official client has stored on this device: sessions, proposals that wait, their keys, and what was taken up
 * already. Runs before the engine does, and once: a run that was cut short, wherever, is taken up by the next one, which changes
 * nothing of what is there. What a universal provider keeps of the sessions is taken along where it does not lie in the same place
 * already. The old records stay until `RemoveOfficialRecords`. Where keys do not outlive the page, it runs for
 * each page.
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
      const mark = await migration.mark();
      if (mark === 'removing') await migration.removeOld();
      if (mark !== null) return null;
      const entries = await this.#official.entries();
      const { customPrefix = '', isPlaceShared = false } = input;
      const links = officialLinks(entries);
      const records = readOfficialRecords(entries, { customPrefix, nowMs: this.#clock.now() });
      // Another tab may be through meanwhile: what it has changed since is not to come back.
      const isOurs = async (): Promise<boolean> => {
        signal.throwIfAborted();
        return (await migration.mark()) === null;
      };
      if (!(await isOurs())) return null;
      // A session without its key would be taken for damage: the keys come first.
      const isKept = await this.#keyChain.importKeys(records.keys);
      const writes: (readonly [key: string, value: unknown])[] = [
        ...[...records.seen].flatMap(([topic, ids]) => ids.slice(-SEEN).map((id) => [seenEnvelope(topic, id), this.#clock.now()] as const)),
        ...records.pairings.map((pairing) => [pairingRecord(pairing.topic), pairing] as const),
        ...records.proposals.map((proposal) => [proposalRecord(proposal.id), proposal] as const),
        ...(links.length === 0 ? [] : [[LINKS_RECORD, links] as const]),
        ...(isPlaceShared ? [] : records.providerRecords).map(
          ({ part, topic, value }) => [HOST_VALUES + providerRecord(part, topic), value] as const,
        ),
        ...records.sessions.map((session) => [sessionRecord(session.topic), storedSession(session)] as const),
      ];
      for (let from = 0; from < writes.length; from += BATCH) {
        if (!(await isOurs())) return null;
        await Promise.all(writes.slice(from, from + BATCH).map(([key, value]) => this.#store.claim(key, value)));
      }
      if (isKept) await migration.setMark('taken');
      const { sessions, proposals, skipped } = records;
      return { sessions: sessions.map(({ topic }) => topic), proposals: proposals.map(({ id }) => id), skipped };
    });
  }
}
