import { isObject } from '../../domain/wallet-protocol/is-object.js';
import type { PendingProposal, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { readStoredSession } from '../../domain/wallet-protocol/stored-session.js';
import type { RecordStore } from '../ports/record-store.port.js';

const PREFIX = '@latchkey/wc/';
const SESSION = `${PREFIX}session/`;
const PROPOSAL = `${PREFIX}proposal/`;

/** The record of a session, by its topic. */
export const sessionRecord = (topic: string): string => SESSION + topic;

/** The record of a proposal, by its id. */
export const proposalRecord = (id: number): string => PROPOSAL + id;

/** The record of a pairing, by its topic. */
export const pairingRecord = (topic: string): string => `${PREFIX}pairing/${topic}`;

/** The one record of the links of peers that take messages by link. */
export const LINKS_RECORD = `${PREFIX}links`;

/** A stored record is this module's own writing: what is checked is that it is whole. */
const isProposal = (value: unknown): value is PendingProposal =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.pairingTopic === 'string' &&
  typeof value.publicKey === 'string' &&
  typeof value.expiry === 'number';

/** The sessions and proposals that outlive the page. Broken records are removed and read as nothing. A store of the host may fail: by a rejection only. */
export class ProtocolRecords {
  readonly #store: RecordStore;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  readonly sessions = (): Promise<readonly ProtocolSession[]> => this.#list(SESSION, readStoredSession);
  readonly proposals = (): Promise<readonly PendingProposal[]> => this.#list(PROPOSAL, (value) => (isProposal(value) ? value : null));

  async saveSession(session: ProtocolSession): Promise<void> {
    await this.#store.set(sessionRecord(session.topic), session);
  }

  async removeSession(topic: string): Promise<void> {
    await this.#store.remove(sessionRecord(topic));
  }

  async saveProposal(proposal: PendingProposal): Promise<void> {
    await this.#store.set(proposalRecord(proposal.id), proposal);
  }

  async removeProposal(id: number): Promise<void> {
    await this.#store.remove(proposalRecord(id));
  }

  async #list<Item>(prefix: string, read: (value: unknown) => Item | null): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (const [key, value] of await this.#store.list(prefix)) {
      const item = read(value);
      if (item !== null) items.push(item);
      else await this.#store.remove(key);
    }
    return items;
  }
}
