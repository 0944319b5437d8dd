import { isOver } from '../primitives.js';
import type { EarlierProposal } from '../proposal.js';
import type { ProtocolSession } from '../session.js';
import { type OfficialPlace, officialPlaceOf, readOfficialValue } from './official-places.js';
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
  readOfficialProviderPart,
  readOfficialSession,
} from './official-records.js';

/** What was left behind, and why. Holds no key. */
export interface SkippedRecord {
  readonly kind: 'key' | 'session' | 'proposal' | 'pairing';
  /** Topic, id or name where it has one, cut short. */
  readonly name: string;
  /** `foreign`: a proposal that another party made, which waits for this one's person. */
  readonly reason: 'malformed' | 'expired' | 'no-key' | 'foreign' | 'duplicate';
}

/** What an official client has stored, as this engine keeps it. */
export interface OfficialRecords {
  /** Secret: those that the rest needs, and the client's identity. By topic, public key or name. */
  readonly keys: ReadonlyMap<string, string>;
  readonly sessions: readonly ProtocolSession[];
  readonly proposals: readonly EarlierProposal[];
  readonly pairings: readonly OfficialPairing[];
  /** SHA-256 of the envelopes that were taken up, by topic: a relay may bring them again. */
  readonly seen: ReadonlyMap<string, readonly string[]>;
  /** Envelopes that were received, acknowledged to the relay, and never taken up, by topic. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
  /** Default chains and nodes of the universal provider, by the session's topic. */
  readonly providers: ReadonlyMap<string, OfficialProviderNamespaces>;
  /** All that the universal provider keeps of these sessions, as ours keeps it. */
  readonly providerRecords: readonly OfficialProviderRecord[];
  readonly skipped: readonly SkippedRecord[];
}

/** Whose records are read, and when. */
export interface OfficialReadOptions {
  /** The client's `customStoragePrefix`; empty by default. */
  readonly customPrefix?: string;
  readonly nowMs: number;
}

/** Longest name that is repeated. */
const MAX_NAME = 64;

const nameOf = (value: unknown, member: 'topic' | 'id'): string => {
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
  return typeof name === 'string' || typeof name === 'number' ? String(name).slice(0, MAX_NAME) : '';
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? Array.from(value) : []);

/**
 * Reads what an official client has stored. Whatever is malformed, over, or without its key is left behind with its reason;
 * nothing throws. Its list of subscriptions and its history are not read: topics follow from the sessions, and requests of an
 * earlier page have nobody who waits for them.
 * @param entries the records of the official storage, as they lie or as its own code reads them
 */
export const readOfficialRecords = (
  entries: Iterable<readonly [key: string, value: unknown]>,
  { customPrefix = '', nowMs }: OfficialReadOptions,
): OfficialRecords => {
  const found = [...entries].flatMap(([key, value]) => {
    const place = officialPlaceOf(key, customPrefix);
    return place === null ? [] : [{ place, value: readOfficialValue(value) }];
  });
  const recordOf = (store: OfficialPlace['store']): unknown => found.find(({ place }) => place.store === store)?.value;

  const skipped: SkippedRecord[] = [];
  const keychain = readOfficialKeychain(recordOf('keychain'));
  for (const name of keychain.malformed) skipped.push({ kind: 'key', name: name.slice(0, MAX_NAME), reason: 'malformed' });
  const expiries = readOfficialExpiries(recordOf('expirer'));

  /** Takes those of a list that are whole, alive and have their keys. */
  const take = <Item extends { readonly expiry: number }>(
    kind: 'session' | 'proposal' | 'pairing',
    read: (value: unknown) => Item | null,
    of: {
      readonly member: 'topic' | 'id';
      readonly fault?: (item: Item) => SkippedRecord['reason'] | null;
      readonly key: (item: Item) => string;
    },
  ): readonly Item[] => {
    const names = new Set<string>();
    return listOf(recordOf(kind)).flatMap((value) => {
      const item = read(value);
      const name = nameOf(value, of.member);
      const fault = (): SkippedRecord['reason'] | null => {
        if (item === null) return 'malformed';
        if (names.has(name)) return 'duplicate';
        if (isOver(item.expiry, nowMs)) return 'expired';
        return keychain.keys.has(of.key(item)) ? (of.fault?.(item) ?? null) : 'no-key';
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

  const sessions = take('session', readOfficialSession, { member: 'topic', key: ({ topic }) => topic });
  const pairings = take('pairing', readOfficialPairing, { member: 'topic', key: ({ topic }) => topic });
  const proposals = take('proposal', (value) => readOfficialProposal(value, (id) => expiries.get(`id:${id}`)), {
    member: 'id',
    key: ({ pairingTopic }) => pairingTopic,
    fault: ({ publicKey }) => (keychain.keys.has(publicKey) ? null : 'foreign'),
  });

  const settled = new Set(sessions.map(({ topic }) => topic));
  const ofProvider = found.flatMap(({ place, value }) =>
    'topic' in place && settled.has(place.topic) ? [{ part: place.store, topic: place.topic, value }] : [],
  );

  const topics = new Set([
    ...sessions.map(({ topic }) => topic),
    ...pairings.map(({ topic }) => topic),
    ...proposals.map(({ pairingTopic }) => pairingTopic),
  ]);
  const needed = [CLIENT_SEED, ...topics, ...proposals.map(({ publicKey }) => publicKey)];
  const waiting = readOfficialMessages(recordOf('messages_withoutClientAck'));
  const seen = [...readOfficialMessages(recordOf('messages'))].map(([topic, messages]) => {
    const left = waiting.get(topic);
    return [topic, [...messages.keys()].filter((id) => left?.has(id) !== true)] as const;
  });
  return {
    keys: new Map(needed.flatMap((name) => pairOf(name, keychain.keys.get(name)))),
    sessions,
    proposals,
    pairings,
    seen: new Map(seen.filter(([topic, ids]) => topics.has(topic) && ids.length > 0)),
    waiting: new Map([...waiting].filter(([topic]) => topics.has(topic)).map(([topic, messages]) => [topic, [...messages.values()]])),
    providers: new Map(
      ofProvider.flatMap(({ part, topic, value }) => {
        const namespaces = part === 'namespaces' ? readOfficialProvider(value) : {};
        return Object.keys(namespaces).length > 0 ? [[topic, namespaces] as const] : [];
      }),
    ),
    providerRecords: ofProvider.flatMap(({ part, topic, value }) => {
      const read = readOfficialProviderPart(part, value);
      return read === null ? [] : [{ part, topic, value: read }];
    }),
    skipped,
  };
};

const pairOf = (name: string, key: string | undefined): readonly (readonly [string, string])[] => (key === undefined ? [] : [[name, key]]);
