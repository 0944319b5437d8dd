import { isNonEmptyObject } from '../../../domain/wallet-protocol/primitives.js';
import { mergeNamespaces, type ProviderNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { isSentCalls, type SentCalls } from '../../../domain/wallet-protocol/provider/sent-calls.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import type { ProviderStorage } from './provider-client.js';

/** Key prefix of all records of a universal provider, the same as the official one's. */
const PROVIDER_RECORDS_PREFIX = 'wc@2:universal_provider:';

/** Key of one field of a session's record. */
export const providerRecordKey = (field: string, topic: string): string => `${PROVIDER_RECORDS_PREFIX}/${field}${topic}`;

const CALLS_PREFIX = `${PROVIDER_RECORDS_PREFIX}/call_status/`;

/** Members that a provider stores in addition to the session. */
export interface ProviderRecord {
  readonly namespaces: ProviderNamespaces;
  readonly optionalNamespaces: ProviderNamespaces;
  readonly sessionProperties: Readonly<Record<string, string>> | undefined;
}

const RECORD_FIELDS = ['namespaces', 'optionalNamespaces', 'sessionProperties'] as const satisfies readonly (keyof ProviderRecord)[];

const readProperties = (value: unknown): Readonly<Record<string, string>> | undefined =>
  isNonEmptyObject(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : undefined;

/** Records of a universal provider in its client's storage, with the official key names: the fields of each session, and each sent call batch. */
export class ProviderRecords {
  readonly #storage: ProviderStorage;
  /** Serializes writes, so that a removed record is not written again. */
  readonly #writes = new KeyedMutex<'write'>();

  constructor(storage: ProviderStorage) {
    this.#storage = storage;
  }

  async load(topic: string): Promise<ProviderRecord> {
    const [namespaces, optional, properties] = await Promise.all([
      this.#storage.getItem(providerRecordKey('namespaces', topic)),
      this.#storage.getItem(providerRecordKey('optionalNamespaces', topic)),
      this.#storage.getItem(providerRecordKey('sessionProperties', topic)),
    ]);
    return {
      namespaces: mergeNamespaces(namespaces),
      optionalNamespaces: mergeNamespaces(optional),
      sessionProperties: readProperties(properties),
    };
  }

  save(topic: string, record: Partial<ProviderRecord>): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const field of RECORD_FIELDS)
        if (record[field] !== undefined) await this.#storage.setItem(providerRecordKey(field, topic), record[field]);
    });
  }

  remove(topic: string): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const field of RECORD_FIELDS) await this.#storage.removeItem(providerRecordKey(field, topic));
    });
  }

  /** Removes the records of all sessions. */
  removeAll(): Promise<void> {
    return this.#writes.run('write', async () => {
      for (const key of await this.#keys(PROVIDER_RECORDS_PREFIX)) await this.#storage.removeItem(key);
    });
  }

  /** Returns a sent call batch; `null` if there is none with this id. */
  async sentCalls(id: string, nowMs: number): Promise<SentCalls | null> {
    const found = await this.#storage.getItem(CALLS_PREFIX + id);
    if (isSentCalls(found, nowMs)) return found;
    if (found !== undefined && found !== null) await this.#storage.removeItem(CALLS_PREFIX + id);
    return null;
  }

  /** Stores a sent call batch and removes expired ones. */
  async saveSentCalls(calls: SentCalls, nowMs: number): Promise<void> {
    await this.#storage.setItem(CALLS_PREFIX + calls.id, calls);
    for (const key of await this.#keys(CALLS_PREFIX))
      if (!isSentCalls(await this.#storage.getItem(key), nowMs)) await this.#storage.removeItem(key);
  }

  async #keys(prefix: string): Promise<readonly string[]> {
    return (await this.#storage.getKeys()).filter((key) => key.startsWith(prefix));
  }
}
