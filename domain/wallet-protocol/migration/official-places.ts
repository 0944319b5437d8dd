import * as v from 'valibot';
import { attempt, fittingItems } from '../../wire.js';
import { KNOWN_LINKS_LIMIT } from '../link-mode/link-mode-rules.js';

/** What the official clients keep, by the name of its record. */
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

/** Where a record of the official clients lies: under a store's name, or with the universal provider under a topic. */
export type OfficialPlace =
  | { readonly store: OfficialStore }
  | { readonly store: 'namespaces' | 'optionalNamespaces' | 'sessionProperties'; readonly topic: string };

/** What keys begin with and the version behind it, by what is kept there. */
const CORE = 'wc@2:core:0.3';
const CLIENT = 'wc@2:client:0.3';
const AUTH = 'wc@1.5:auth:';

const PLACES: Readonly<Record<OfficialStore, string>> = {
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

/** Versions that the stores of the sign-in had in their time. */
const AUTH_VERSIONS = ['0.3', '1.5', ''];

const PROVIDER = /^wc@2:universal_provider:(namespaces|optionalNamespaces|sessionProperties)([0-9a-f]{64})$/i;

/**
 * One spelling of a key: the official storage writes `a//b` as `a:b` in IndexedDB and in files, and as it is in `localStorage`.
 * @see https://unstorage.unjs.io/guide#usage on the keys that it joins with colons
 */
const plain = (key: string): string => key.replace(/[/\\]/g, ':').replace(/:+/g, ':').replace(/^:|:$/g, '');

/**
 * The place that a key of the official storage names, or `null` for one that is no record of the client with this prefix. The
 * universal provider's records carry no prefix: they belong to whose session they are about.
 * @param customPrefix the client's `customStoragePrefix`, empty by default
 */
export const officialPlaceOf = (key: string, customPrefix = ''): OfficialPlace | null => {
  const name = plain(key);
  const provider = PROVIDER.exec(name);
  // The expression has both groups, and the first is one of the three.
  if (provider !== null) return { store: provider[1] as 'namespaces', topic: provider[2] ?? '' };
  const [store] = Object.entries(PLACES).find(([of, place]) => keysOf(of, place, customPrefix).includes(name)) ?? [];
  // A key of the table.
  return store === undefined ? null : { store: store as OfficialStore };
};

const keysOf = (store: string, place: string, customPrefix: string): readonly string[] => {
  const versions = place === AUTH ? AUTH_VERSIONS : [''];
  return versions.map((version) => plain(`${place}${version}:${customPrefix}:${store}`));
};

/**
 * What a record of the official storage holds, foreign data: the storage hands out texts where it is read as it lies, and values
 * where its own code reads it. `undefined` for a text that is no JSON.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export const readOfficialValue = (stored: unknown): unknown => (typeof stored === 'string' ? attempt(() => JSON.parse(stored)) : stored);

/** Where the official core keeps the links of peers that take messages by link: of all clients that share the place, without a prefix. */
const LINKS = 'WALLETCONNECT_LINK_MODE_APPS';

/** The links that an official client has remembered, the latest last. */
export const officialLinks = (entries: readonly (readonly [key: string, value: unknown])[]): readonly string[] =>
  v.parse(fittingItems(v.string()), readOfficialValue(entries.find(([key]) => key === LINKS)?.[1])).slice(-KNOWN_LINKS_LIMIT);

const topicsSchema = fittingItems(v.object({ topic: v.string() }));

/** The topics of the sessions in the record that keeps them. */
export const officialTopics = (stored: unknown): readonly string[] =>
  v.parse(topicsSchema, readOfficialValue(stored)).map(({ topic }) => topic);
