import * as v from 'valibot';
import { type ChainId, isChainId } from '../../caip/caip-2.js';
import { exactObject, filteredArray, filteredArrayOrEmpty, filteredRecord, flagSchema, lenient, parseOrNull } from '../../wire.js';
import { cacaoSchema } from '../authentication/auth-response.js';
import { isHttpUrl, isPlainObject, nonEmptyStringSchema } from '../primitives.js';
import { propertyEntries } from '../properties.js';
import type { LegacyProposal } from '../proposal.js';
import { mergeNamespaces, withoutRpcSettings } from '../provider/provider-namespaces.js';
import { type ProtocolSession, participantSchema, peerMetadataSchema } from '../session.js';
import { sessionGrantsSchema } from '../session-grants.js';
import { sessionConfigSchema } from '../settlement.js';
import type { OfficialLocation } from './official-locations.js';

/** Name of the client's identity seed in the keychain, used for the relay. */
export const CLIENT_SEED = 'client_ed25519_seed';

/** 32 bytes in hex: a topic, a public key or a secret key. */
const HEX_32 = /^[0-9a-f]{64}$/i;
const hex32Schema = v.pipe(v.string(), v.regex(HEX_32));

const expiriesSchema = filteredArrayOrEmpty(v.object({ target: v.string(), expiry: v.number() }));

/** Expiries that an official client stores apart from its records: seconds since 1970 by `topic:…` or `id:…`. */
export const readOfficialExpiries = (value: unknown): ReadonlyMap<string, number> =>
  new Map(v.parse(expiriesSchema, value).map(({ target, expiry }) => [target, expiry]));

/**
 * The keychain of an official client: symmetric keys by topic, secret keys by public key, and the identity seed. Malformed entries are
 * returned by name only.
 */
export const readOfficialKeychain = (
  value: unknown,
): { readonly keys: ReadonlyMap<string, string>; readonly malformed: readonly string[] } => {
  const keys = new Map<string, string>();
  const malformed: string[] = [];
  for (const [name, key] of Object.entries(v.parse(filteredRecord(v.unknown()), value))) {
    if ((name === CLIENT_SEED || HEX_32.test(name)) && v.is(hex32Schema, key)) keys.set(name, key);
    else malformed.push(name);
  }
  return { keys, malformed };
};

const messagesSchema = filteredRecord(filteredRecord(v.string()));

/**
 * Stored envelopes of an official client by topic and SHA-256. Invalid entries are skipped. The records are `messages` (handled or sent)
 * and `messages_withoutClientAck` (received, not handled).
 */
export const readOfficialMessages = (value: unknown): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    Object.entries(v.parse(messagesSchema, value)).flatMap(([topic, messages]) => {
      const envelopes = Object.entries(messages).filter(([id]) => HEX_32.test(id));
      return HEX_32.test(topic) && envelopes.length > 0 ? [[topic, new Map(envelopes)] as const] : [];
    }),
  );

const stringsSchema = filteredArrayOrEmpty(v.string());

/** Requested namespaces. Drops invalid members and chains of unregistered namespaces. */
const namespacesSchema = filteredRecord(
  v.object({ chains: filteredArrayOrEmpty(v.custom<ChainId>(isChainId)), methods: stringsSchema, events: stringsSchema }),
);

const pairingSchema = exactObject({
  topic: hex32Schema,
  /** Seconds since 1970. */
  expiry: v.number(),
  relay: v.object({ protocol: nonEmptyStringSchema }),
  /** True once the peer has responded. */
  active: flagSchema,
  peerMetadata: lenient(v.pipe(v.unknown(), v.check(isPlainObject), peerMetadataSchema)),
  /** Methods of the pairing URI. */
  methods: lenient(filteredArray(v.string())),
});

/** A pairing stored by an official client. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures */
export type OfficialPairing = v.InferOutput<typeof pairingSchema>;

/** Reads a pairing stored by an official client; `null` if it is invalid. */
export const readOfficialPairing = (value: unknown): OfficialPairing | null => parseOrNull(pairingSchema, value);

const proposalSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  pairingTopic: hex32Schema,
  proposer: v.object({ publicKey: hex32Schema }),
  requiredNamespaces: namespacesSchema,
  optionalNamespaces: namespacesSchema,
  expiryTimestamp: lenient(v.number()),
  expiry: lenient(v.number()),
});

/**
 * Reads a proposal stored by an official client, sent or received; `null` if it is invalid.
 * @param expiryOf looks up an id in the client's expirer, in seconds since 1970: earlier versions stored the expiry only there
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialProposal = (value: unknown, expiryOf: (id: number) => number | undefined): LegacyProposal | null => {
  const proposal = parseOrNull(proposalSchema, value);
  if (proposal === null) return null;
  const { proposer, expiryTimestamp, ...rest } = proposal;
  const expiry = expiryTimestamp ?? rest.expiry ?? expiryOf(rest.id);
  return expiry === undefined ? null : { ...rest, publicKey: proposer.publicKey, expiry };
};

const sessionSchema = exactObject({
  topic: hex32Schema,
  // Sessions created by a sign-in by link may have none.
  pairingTopic: v.fallback(hex32Schema, ''),
  relay: v.object({ protocol: nonEmptyStringSchema }),
  expiry: v.number(),
  acknowledged: flagSchema,
  controller: hex32Schema,
  namespaces: sessionGrantsSchema,
  requiredNamespaces: namespacesSchema,
  optionalNamespaces: namespacesSchema,
  self: participantSchema,
  peer: participantSchema,
  ...propertyEntries,
  sessionConfig: sessionConfigSchema,
  authentication: filteredArrayOrEmpty(cacaoSchema),
  transportType: lenient(v.picklist(['relay', 'link_mode'])),
});

/**
 * Reads a session stored by an official client; `null` if it is invalid or has no account. Does not check its expiry.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialSession = (value: unknown): ProtocolSession | null => {
  const session = parseOrNull(sessionSchema, value);
  // The controller must be one of the two peers.
  if (session === null || ![session.self.publicKey, session.peer.publicKey].includes(session.controller)) return null;
  const { authentication, ...rest } = session;
  // Only the wallet's record of a sign-in has its signatures, and it names the app as controller.
  return authentication.length === 0 ? rest : { ...rest, controller: session.self.publicKey, authentication };
};

/** Formats a CAIP-2 id. The provider stores a reference as string or number, or the full id. */
const chainOf = (namespace: string, text = ''): ChainId | null => {
  const full = text.includes(':') ? text : `${namespace}:${text}`;
  return isChainId(full) && full.startsWith(`${namespace}:`) ? full : null;
};

/** One namespace of a session as the official universal provider stores it. */
const providerNamespaceSchema = exactObject({
  /** Default chain of requests, as CAIP-2 id or reference. */
  defaultChain: lenient(v.union([v.string(), v.pipe(v.number(), v.transform(String))])),
  /** Custom RPC URLs by chain reference. */
  rpcMap: filteredRecord(v.custom<string>(isHttpUrl)),
});
const providerSchema = filteredRecord(providerNamespaceSchema);

/** The official universal provider's record of a session, by namespace. */
export type OfficialProviderNamespaces = Readonly<
  Record<string, { readonly defaultChain?: ChainId; readonly rpcMap?: Readonly<Record<string, string>> }>
>;

/** Reads the namespaces of the official universal provider. Drops invalid and empty ones. */
export const readOfficialProvider = (value: unknown): OfficialProviderNamespaces =>
  Object.fromEntries(
    Object.entries(v.parse(providerSchema, value)).flatMap(([key, stored]) => {
      const [namespace = ''] = key.split(':');
      const defaultChain = chainOf(namespace, stored.defaultChain);
      const hasRpcMap = Object.keys(stored.rpcMap).length > 0;
      if (defaultChain === null && !hasRpcMap) return [];
      return [[key, { ...(defaultChain === null ? {} : { defaultChain }), ...(hasRpcMap ? { rpcMap: stored.rpcMap } : {}) }] as const];
    }),
  );

/** Stores of the official universal provider with one record per session. */
export type OfficialProviderStore = Extract<OfficialLocation, { readonly topic: string }>['store'];

/** A converted record of the official universal provider. */
export interface OfficialProviderRecord {
  readonly store: OfficialProviderStore;
  /** Session topic. */
  readonly topic: string;
  readonly value: object;
}

/** Converts a record of the official universal provider; `null` if it is empty. */
export const readOfficialProviderRecord = (store: OfficialProviderStore, value: unknown): object | null => {
  const parsed = store === 'sessionProperties' ? value : mergeNamespaces(providerDefaults(value), withoutRpcSettings(value));
  return isPlainObject(parsed) && Object.keys(parsed).length > 0 ? parsed : null;
};

/** Default chains (by reference) and RPC URLs only. */
const providerDefaults = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(readOfficialProvider(value)).map(([key, { defaultChain, rpcMap }]) => [
      key,
      { rpcMap, defaultChain: defaultChain?.slice(defaultChain.indexOf(':') + 1) },
    ]),
  );
