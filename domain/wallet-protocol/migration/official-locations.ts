import * as v from 'valibot';
import { attempt, filteredArrayOrEmpty } from '../../wire.js';
import { LINK_MODE_APPS_LIMIT } from '../link-mode/link-mode-rules.js';

/** Stores of the official clients, by name. */
export type OfficialStore =
  | 'keychain'
  | 'session'
  | 'proposal'
  | 'pairing'
  | 'expirer'
  | 'messages'
  | 'messages_withoutClientAck'
  | 'subscription'
  | 'history'
  | 'request'
  | 'event-client'
  | 'verify:public:key'
  | 'authKeys'
  | 'pairingTopics'
  | 'requests';

/** Location of a record of the official clients: a store, or for the universal provider a store and a topic. */
export type OfficialLocation =
  | { readonly store: OfficialStore }
  | { readonly store: 'namespaces' | 'optionalNamespaces' | 'sessionProperties'; readonly topic: string };

/** Key prefix and version of each store. */
const CORE = 'wc@2:core:0.3';
const CLIENT = 'wc@2:client:0.3';
const AUTH = 'wc@1.5:auth:';

const KEY_PREFIXES: Readonly<Record<OfficialStore, string>> = {
  keychain: CORE,
  pairing: CORE,
  expirer: CORE,
  messages: CORE,
  messages_withoutClientAck: CORE,
  subscription: CORE,
  history: CORE,
  'event-client': 'wc@2:core:0.1',
  'verify:public:key': 'wc@2:core:2',
  session: CLIENT,
  proposal: CLIENT,
  request: CLIENT,
  authKeys: AUTH,
  pairingTopics: AUTH,
  requests: AUTH,
};

/** Former versions of the sign-in stores. */
const AUTH_VERSIONS = ['0.3', '1.5', ''];

const PROVIDER = /^wc@2:universal_provider:(namespaces|optionalNamespaces|sessionProperties)([0-9a-f]{64})$/i;

/**
 * Normalizes a key: the official storage writes `a//b` as `a:b` in IndexedDB and in files, but not in `localStorage`.
 * @see https://unstorage.unjs.io/guide#usage on keys joined with colons
 */
const normalizeKey = (key: string): string => key.replace(/[/\\]/g, ':').replace(/:+/g, ':').replace(/^:|:$/g, '');

/**
 * Returns the location of a key of the official storage; `null` if it is not a record of the client with this prefix. The universal
 * provider's records have no prefix: they belong to the client of their session.
 * @param customPrefix the client's `customStoragePrefix`, empty by default
 */
export const officialLocationOf = (key: string, customPrefix = ''): OfficialLocation | null => {
  const name = normalizeKey(key);
  const provider = PROVIDER.exec(name);
  // Both groups always match, and the first is one of the three names.
  if (provider !== null) return { store: provider[1] as 'namespaces', topic: provider[2] ?? '' };
  const [store] = Object.entries(KEY_PREFIXES).find(([of, keyPrefix]) => keysOf(of, keyPrefix, customPrefix).includes(name)) ?? [];
  // `store` is a key of the table.
  return store === undefined ? null : { store: store as OfficialStore };
};

const keysOf = (store: string, keyPrefix: string, customPrefix: string): readonly string[] => {
  const versions = keyPrefix === AUTH ? AUTH_VERSIONS : [''];
  return versions.map((version) => normalizeKey(`${keyPrefix}${version}:${customPrefix}:${store}`));
};

/**
 * Parses a record of the official storage, which is JSON text in the raw storage and a value when read by the storage's own code.
 * `undefined` for invalid JSON.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export const readOfficialValue = (stored: unknown): unknown => (typeof stored === 'string' ? attempt(() => JSON.parse(stored)) : stored);

/** Key of the official core's link mode apps. All clients share it, so it has no prefix. */
const LINK_MODE_APPS_KEY = 'WALLETCONNECT_LINK_MODE_APPS';

/** Link mode apps that an official client has stored, latest last. */
export const officialLinks = (entries: readonly (readonly [key: string, value: unknown])[]): readonly string[] =>
  v
    .parse(filteredArrayOrEmpty(v.string()), readOfficialValue(entries.find(([key]) => key === LINK_MODE_APPS_KEY)?.[1]))
    .slice(-LINK_MODE_APPS_LIMIT);

const topicsSchema = filteredArrayOrEmpty(v.object({ topic: v.string() }));

/** Topics of the stored sessions. */
export const officialTopics = (stored: unknown): readonly string[] =>
  v.parse(topicsSchema, readOfficialValue(stored)).map(({ topic }) => topic);
