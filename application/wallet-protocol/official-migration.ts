import { officialPlaceOf, officialTopics } from '../../domain/wallet-protocol/migration/official-places.js';
import type { OfficialStorage } from '../ports/official-storage.port.js';
import type { RecordStore } from '../ports/record-store.port.js';

/** Of which official client the records are. */
export interface OfficialClientInput {
  /** Its `customStoragePrefix`; empty by default. */
  readonly customPrefix?: string;
  /**
   * Whether its place is where this client keeps its values too, as in a storage of the host: then a universal provider's records are
   * read and written under the same names by both, and stay. Default `false`
   */
  readonly isPlaceShared?: boolean;
}

/**
 * How far a migration is: `taken`, the records are ours and the old ones are still there; `removing`, the old ones are on their
 * way out and nothing is taken from them any more; `removed`. `null` before it is complete.
 */
export type OfficialMigrationMark = 'taken' | 'removing' | 'removed';

const PREFIX = '@latchkey/wc/official/';
const MARKS: readonly unknown[] = ['taken', 'removing', 'removed'] satisfies readonly OfficialMigrationMark[];

const isMark = (value: unknown): value is OfficialMigrationMark => MARKS.includes(value);

/** The mark of a client's migration and the removal of what it was made from: each step can be taken again. */
export class OfficialMigration {
  readonly #store: RecordStore;
  readonly #official: OfficialStorage;
  readonly #customPrefix: string;
  readonly #isPlaceShared: boolean;

  constructor(store: RecordStore, official: OfficialStorage, { customPrefix = '', isPlaceShared = false }: OfficialClientInput) {
    this.#store = store;
    this.#official = official;
    this.#customPrefix = customPrefix;
    this.#isPlaceShared = isPlaceShared;
  }

  async mark(): Promise<OfficialMigrationMark | null> {
    const mark = await this.#store.get(PREFIX + this.#customPrefix);
    return isMark(mark) ? mark : null;
  }

  setMark(mark: OfficialMigrationMark): Promise<void> {
    return this.#store.set(PREFIX + this.#customPrefix, mark);
  }

  /** Removes the client's records, and those of the universal provider about its sessions where they are not ours. */
  async removeOld(): Promise<void> {
    await this.setMark('removing');
    const places = (await this.#official.entries()).flatMap(([key, value]) => {
      const place = officialPlaceOf(key, this.#customPrefix);
      return place === null ? [] : [{ key, place, value }];
    });
    const topics = places.flatMap(({ place, value }) => (place.store === 'session' ? officialTopics(value) : []));
    const own = places.filter(({ place }) => !('topic' in place) || (!this.#isPlaceShared && topics.includes(place.topic)));
    // The sessions go last: by them it is known what the provider's records are about.
    const isSession = ({ place }: (typeof own)[number]): boolean => place.store === 'session';
    await this.#official.remove(own.filter((each) => !isSession(each)).map(({ key }) => key));
    await this.#official.remove(own.filter(isSession).map(({ key }) => key));
    await this.setMark('removed');
  }
}
