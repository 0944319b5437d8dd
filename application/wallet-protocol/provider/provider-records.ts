import { hasData } from '../../../domain/wallet-protocol/primitives.js';
import { mergeNamespaces, type ProviderNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { isSentCalls, type SentCalls } from '../../../domain/wallet-protocol/provider/sent-calls.js';
import { KeyedMutex } from '../engine/keyed-mutex.js';
import type { ProviderStorage } from './provider-client.js';

/** The prefix of everything that a universal provider keeps, where the official one keeps its own. */
const PROVIDER_RECORDS = 'wc@2:universal_provider:';

/** The record of a part of what a universal provider keeps of a session. */
export const providerRecord = (part: string, topic: string): string => `${PROVIDER_RECORDS}/${part}${topic}`;

const CALLS = `${PROVIDER_RECORDS}/call_status/`;

/** What a provider keeps of a session beside the session itself. */
export interface ProviderRecord {
  readonly namespaces: ProviderNamespaces;
  readonly optionalNamespaces: ProviderNamespaces;
  readonly sessionProperties: Readonly<Record<string, string>> | undefined;
}

const PARTS = ['namespaces', 'optionalNamespaces', 'sessionProperties'] as const satisfies readonly (keyof ProviderRecord)[];

const readProperties = (value: unknown): Readonly<Record<string, string>> | undefined =>
  hasData(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : undefined;

/** The records of a universal provider, in the storage of its client and by the names that the official one gives them: those of each session by themselves, and each list of calls that a wallet was sent. */
export class ProviderRecords {
  readonly #storage: ProviderStorage;
  /** Writes keep their order, so that nothing comes back that was removed. */
  readonly #writes = new KeyedMutex<'write'>();

  constructor(storage: ProviderStorage) {
    this.#storage = storage;
  }

  async load(topic: string): Promise<ProviderRecord> {
    const [namespaces, optional, properties] = await Promise.all([
      this.#storage.getItem(providerRecord('namespaces', topic)),
      this.#storage.getItem(providerRecord('optionalNamespaces', topic)),
      this.#storage.getItem(providerRecord('sessionProperties', topic)),
    ]);
    return {
      namespaces: mergeNamespaces(namespaces),
      optionalNamespaces: mergeNamespaces(optional),
      sessionProperties: readProperties(properties),
    };
  }

  save(topic: string, record: Partial<ProviderRecord>): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const part of PARTS) if (record[part] !== undefined) await this.#storage.setItem(providerRecord(part, topic), record[part]);
    });
  }

  remove(topic: string): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const part of PARTS) await this.#storage.removeItem(providerRecord(part, topic));
    });
  }

  /** Removes everything of every session. */
  removeAll(): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const key of await this.#keys(PROVIDER_RECORDS)) await this.#storage.removeItem(key);
    });
  }

  /** Calls that a wallet was sent; `null` where none are remembered by this id. */
  async sentCalls(id: string, nowMs: number): Promise<SentCalls | null> {
    const found = await this.#storage.getItem(CALLS + id);
    if (isSentCalls(found, nowMs)) return found;
    if (found !== undefined && found !== null) await this.#storage.removeItem(CALLS + id);
    return null;
  }

  /** Remembers calls, and forgets those whose time is over. */
  async saveSentCalls(calls: SentCalls, nowMs: number): Promise<void> {
    await this.#storage.setItem(CALLS + calls.id, calls);
    for (const key of await this.#keys(CALLS))
      if (!isSentCalls(await this.#storage.getItem(key), nowMs)) await this.#storage.removeItem(key);
  }

  async #keys(prefix: string): Promise<readonly string[]> {
    return (await this.#storage.getKeys()).filter((key) => key.startsWith(prefix));
  }
}
