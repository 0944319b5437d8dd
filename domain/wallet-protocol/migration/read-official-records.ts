import { isExpired } from '../primitives.js';
import type { LegacyProposal } from '../proposal.js';
import type { ProtocolSession } from '../session.js';
import { type OfficialLocation, officialLocationOf, readOfficialValue } from './official-locations.js';
import {
  CLIENT_SEED,
  type OfficialPairing,
  type OfficialProviderNamespaces,
  type OfficialProviderRecord,
  readOfficialExpiries,
  readOfficialKeychain,
  readOfficialMessages,
  readOfficialPairing,
  readOfficialProposal,
  readOfficialProvider,
  readOfficialProviderRecord,
  readOfficialSession,
} from './official-records.js';

/** A record that was not migrated. Holds no keys. */
export interface SkippedRecord {
  readonly kind: 'key' | 'session' | 'proposal' | 'pairing';
  /** Topic, id or name if available, truncated. */
  readonly name: string;
  /** `foreign`: a received proposal that still awaits the user's decision. */
  readonly reason: 'malformed' | 'expired' | 'no-key' | 'foreign' | 'duplicate';
}

/** The records of an official client in this engine's form. */
export interface OfficialRecords {
  /** Secret: the keys of the other records and the client's identity seed. By topic, public key or name. */
  readonly keys: ReadonlyMap<string, string>;
  readonly sessions: readonly ProtocolSession[];
  readonly proposals: readonly LegacyProposal[];
  readonly pairings: readonly OfficialPairing[];
  /** SHA-256 of handled envelopes by topic: a relay may deliver them again. */
  readonly handledEnvelopes: ReadonlyMap<string, readonly string[]>;
  /** Envelopes that were received and acknowledged to the relay but not handled, by topic. */
  readonly unhandledEnvelopes: ReadonlyMap<string, readonly string[]>;
  /** Default chains and RPC URLs of the universal provider, by session topic. */
  readonly providers: ReadonlyMap<string, OfficialProviderNamespaces>;
  /** All records of the universal provider for these sessions, converted. */
  readonly providerRecords: readonly OfficialProviderRecord[];
  readonly skipped: readonly SkippedRecord[];
}

export interface OfficialReadOptions {
  /** The client's `customStoragePrefix`; empty by default. */
  readonly customPrefix?: string;
  readonly nowMs: number;
}

/** Maximum length of a name in the result. */
const MAX_NAME = 64;

const nameOf = (value: unknown, member: 'topic' | 'id'): string => {
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
  return typeof name === 'string' || typeof name === 'number' ? String(name).slice(0, MAX_NAME) : '';
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? Array.from(value) : []);

/**
 * Reads the records of an official client. Malformed and expired records and those without a key are skipped with a reason; never throws.
 * Ignores subscriptions, because topics follow from the sessions, and the request history, because a new page load has no
 * callers that wait for the responses.
 * @param entries records of the official storage, raw or parsed
 */
export const readOfficialRecords = (
  entries: Iterable<readonly [key: string, value: unknown]>,
  { customPrefix = '', nowMs }: OfficialReadOptions,
): OfficialRecords => {
  const located = [...entries].flatMap(([key, value]) => {
    const location = officialLocationOf(key, customPrefix);
    return location === null ? [] : [{ location, value: readOfficialValue(value) }];
  });
  const recordOf = (store: OfficialLocation['store']): unknown => located.find(({ location }) => location.store === store)?.value;

  const skipped: SkippedRecord[] = [];
  const keychain = readOfficialKeychain(recordOf('keychain'));
  for (const name of keychain.malformed) skipped.push({ kind: 'key', name: name.slice(0, MAX_NAME), reason: 'malformed' });
  const expiries = readOfficialExpiries(recordOf('expirer'));

  /** Reads the valid, unexpired and unique records of a store that have their keys. */
  const readValid = <Item extends { readonly expiry: number }>(
    kind: 'session' | 'proposal' | 'pairing',
    read: (value: unknown) => Item | null,
    options: {
      readonly member: 'topic' | 'id';
      readonly fault?: (item: Item) => SkippedRecord['reason'] | null;
      readonly key: (item: Item) => string;
    },
  ): readonly Item[] => {
    const names = new Set<string>();
    return listOf(recordOf(kind)).flatMap((value) => {
      const item = read(value);
      const name = nameOf(value, options.member);
      const fault = (): SkippedRecord['reason'] | null => {
        if (item === null) return 'malformed';
        if (names.has(name)) return 'duplicate';
        if (isExpired(item.expiry, nowMs)) return 'expired';
        return keychain.keys.has(options.key(item)) ? (options.fault?.(item) ?? null) : 'no-key';
      };
      const reason = fault();
      if (reason !== null || item === null) {
        skipped.push({ kind, name, reason: reason ?? 'malformed' });
        return [];
      }
      names.add(name);
      return [item];
    });
  };

  const sessions = readValid('session', readOfficialSession, { member: 'topic', key: ({ topic }) => topic });
  const pairings = readValid('pairing', readOfficialPairing, { member: 'topic', key: ({ topic }) => topic });
  const proposals = readValid('proposal', (value) => readOfficialProposal(value, (id) => expiries.get(`id:${id}`)), {
    member: 'id',
    key: ({ pairingTopic }) => pairingTopic,
    fault: ({ publicKey }) => (keychain.keys.has(publicKey) ? null : 'foreign'),
  });

  const sessionTopics = new Set(sessions.map(({ topic }) => topic));
  const providerEntries = located.flatMap(({ location, value }) =>
    'topic' in location && sessionTopics.has(location.topic) ? [{ store: location.store, topic: location.topic, value }] : [],
  );

  const topics = new Set([
    ...sessions.map(({ topic }) => topic),
    ...pairings.map(({ topic }) => topic),
    ...proposals.map(({ pairingTopic }) => pairingTopic),
  ]);
  const neededKeys = [CLIENT_SEED, ...topics, ...proposals.map(({ publicKey }) => publicKey)];
  const unhandledEnvelopes = readOfficialMessages(recordOf('messages_withoutClientAck'));
  const handledEnvelopes = [...readOfficialMessages(recordOf('messages'))].map(([topic, messages]) => {
    const unhandled = unhandledEnvelopes.get(topic);
    return [topic, [...messages.keys()].filter((id) => unhandled?.has(id) !== true)] as const;
  });
  return {
    keys: new Map(neededKeys.flatMap((name) => pairOf(name, keychain.keys.get(name)))),
    sessions,
    proposals,
    pairings,
    handledEnvelopes: new Map(handledEnvelopes.filter(([topic, ids]) => topics.has(topic) && ids.length > 0)),
    unhandledEnvelopes: new Map(
      [...unhandledEnvelopes].filter(([topic]) => topics.has(topic)).map(([topic, messages]) => [topic, [...messages.values()]]),
    ),
    providers: new Map(
      providerEntries.flatMap(({ store, topic, value }) => {
        const namespaces = store === 'namespaces' ? readOfficialProvider(value) : {};
        return Object.keys(namespaces).length > 0 ? [[topic, namespaces] as const] : [];
      }),
    ),
    providerRecords: providerEntries.flatMap(({ store, topic, value }) => {
      const read = readOfficialProviderRecord(store, value);
      return read === null ? [] : [{ store, topic, value: read }];
    }),
    skipped,
  };
};

const pairOf = (name: string, key: string | undefined): readonly (readonly [string, string])[] => (key === undefined ? [] : [[name, key]]);
