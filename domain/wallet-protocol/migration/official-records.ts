import * as v from 'valibot';
import { type ChainId, isChainId } from '../../caip/caip-2.js';
import { exactObject, fittingEntries, fittingItems, flagSchema, items, lenient, read } from '../../wire.js';
import { cacaoSchema } from '../authentication/auth-response.js';
import { isHttpUrl, isPlainObject, textSchema } from '../primitives.js';
import { propertyEntries } from '../properties.js';
import type { EarlierProposal } from '../proposal.js';
import { demandsOf, mergeNamespaces } from '../provider/provider-namespaces.js';
import { type ProtocolSession, participantSchema, peerMetadataSchema } from '../session.js';
import { sessionGrantsSchema } from '../session-grants.js';
import { sessionConfigSchema } from '../settlement.js';
import type { OfficialPlace } from './official-places.js';

/** Under what name the keychain holds the seed of the client's identity at relays. */
export const CLIENT_SEED = 'client_ed25519_seed';

/** 32 bytes in hex: a topic, a public key, a secret key. */
const HEX_32 = /^[0-9a-f]{64}$/i;
const hex32Schema = v.pipe(v.string(), v.regex(HEX_32));

const expiriesSchema = fittingItems(v.object({ target: v.string(), expiry: v.number() }));

/** The expiries that an official client keeps beside its records: seconds since 1970 by `topic:…` or `id:…`. */
export const readOfficialExpiries = (value: unknown): ReadonlyMap<string, number> =>
  new Map(v.parse(expiriesSchema, value).map(({ target, expiry }) => [target, expiry]));

/**
 * The keys of an official client: of topics under the topic, secret ones of key pairs under the public key, and the seed of its
 * identity. What is none is left out; the names of those come back beside.
 */
export const readOfficialKeychain = (
  value: unknown,
): { readonly keys: ReadonlyMap<string, string>; readonly malformed: readonly string[] } => {
  const keys = new Map<string, string>();
  const malformed: string[] = [];
  for (const [name, key] of Object.entries(v.parse(fittingEntries(v.unknown()), value))) {
    if ((name === CLIENT_SEED || HEX_32.test(name)) && v.is(hex32Schema, key)) keys.set(name, key);
    else malformed.push(name);
  }
  return { keys, malformed };
};

const messagesSchema = fittingEntries(fittingEntries(v.string()));

/**
 * The envelopes that an official client remembers, by topic, each by its SHA-256 with its text. Anything else is skipped.
 * The records are `messages` (handled or sent) and `messages_withoutClientAck` (received, not handled yet).
 */
export const readOfficialMessages = (value: unknown): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    Object.entries(v.parse(messagesSchema, value)).flatMap(([topic, messages]) => {
      const known = Object.entries(messages).filter(([id]) => HEX_32.test(id));
      return HEX_32.test(topic) && known.length > 0 ? [[topic, new Map(known)] as const] : [];
    }),
  );

const texts = fittingItems(v.string());

/** What was asked of a wallet. Whatever is no part of it, and chains that Latchkey does not know, are left out. */
const namespacesSchema = fittingEntries(v.object({ chains: fittingItems(v.custom<ChainId>(isChainId)), methods: texts, events: texts }));

const pairingSchema = exactObject({
  topic: hex32Schema,
  /** Seconds since 1970. */
  expiry: v.number(),
  relay: v.object({ protocol: textSchema }),
  /** Whether the peer has answered on it. */
  active: flagSchema,
  peerMetadata: lenient(v.pipe(v.unknown(), v.check(isPlainObject), peerMetadataSchema)),
  /** Calls that it was made for, where its URI named them. */
  methods: lenient(items(v.string())),
});

/** A pairing as it was stored by an official client. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures */
export type OfficialPairing = v.InferOutput<typeof pairingSchema>;

/** Reads a pairing that an official client has stored; `null` for what is none. */
export const readOfficialPairing = (value: unknown): OfficialPairing | null => read(pairingSchema, value);

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
 * Reads a proposal that an official client has stored, its own or one that it was sent; `null` for what is none.
 * @param expiryOf what the client's list of expiries says of an id, in seconds since 1970: earlier versions wrote it nowhere else
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialProposal = (value: unknown, expiryOf: (id: number) => number | undefined): EarlierProposal | null => {
  const proposal = read(proposalSchema, value);
  if (proposal === null) return null;
  const { proposer, expiryTimestamp, ...rest } = proposal;
  const expiry = expiryTimestamp ?? rest.expiry ?? expiryOf(rest.id);
  return expiry === undefined ? null : { ...rest, publicKey: proposer.publicKey, expiry };
};

const sessionSchema = exactObject({
  topic: hex32Schema,
  // A session that began with a sign-in by link may have none.
  pairingTopic: v.fallback(hex32Schema, ''),
  relay: v.object({ protocol: textSchema }),
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
  authentication: fittingItems(cacaoSchema),
  transportType: lenient(v.picklist(['relay', 'link_mode'])),
});

/**
 * Reads a session that an official client has stored; `null` for what is none, or shares no account. Whether it is over is
 * another question.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export const readOfficialSession = (value: unknown): ProtocolSession | null => {
  const session = read(sessionSchema, value);
  // Who controls it is one of the two.
  if (session === null || ![session.self.publicKey, session.peer.publicKey].includes(session.controller)) return null;
  const { authentication, ...rest } = session;
  return authentication.length === 0 ? rest : { ...rest, authentication };
};

/** Writes a chain in full; the provider writes a reference alone, as text or number, or the whole. */
const chainOf = (namespace: string, text = ''): ChainId | null => {
  const full = text.includes(':') ? text : `${namespace}:${text}`;
  return isChainId(full) && full.startsWith(`${namespace}:`) ? full : null;
};

/** What the official universal provider keeps of one namespace of a session. */
const providerNamespaceSchema = exactObject({
  /** The chain that requests go to when they name none, in full or by its reference alone. */
  defaultChain: lenient(v.union([v.string(), v.pipe(v.number(), v.transform(String))])),
  /** Addresses of the host's own nodes, by the reference of their chain. */
  rpcMap: fittingEntries(v.custom<string>(isHttpUrl)),
});
const providerSchema = fittingEntries(providerNamespaceSchema);

/** What the official universal provider keeps of a session, by namespace. */
export type OfficialProviderNamespaces = Readonly<
  Record<string, { readonly defaultChain?: ChainId; readonly rpcMap?: Readonly<Record<string, string>> }>
>;

/** Reads the namespaces of the official universal provider. What is none of them, or says nothing, is left out. */
export const readOfficialProvider = (value: unknown): OfficialProviderNamespaces =>
  Object.fromEntries(
    Object.entries(v.parse(providerSchema, value)).flatMap(([key, given]) => {
      const [namespace = ''] = key.split(':');
      const defaultChain = chainOf(namespace, given.defaultChain);
      const hasNodes = Object.keys(given.rpcMap).length > 0;
      if (defaultChain === null && !hasNodes) return [];
      return [[key, { ...(defaultChain === null ? {} : { defaultChain }), ...(hasNodes ? { rpcMap: given.rpcMap } : {}) }] as const];
    }),
  );

/** What the official universal provider keeps of a session in records of their own. */
export type OfficialProviderPart = Extract<OfficialPlace, { readonly topic: string }>['store'];

/** A record of the official universal provider, as ours keeps it. */
export interface OfficialProviderRecord {
  readonly part: OfficialProviderPart;
  /** Of the session. */
  readonly topic: string;
  readonly value: object;
}

/** Reads a record of the official universal provider into the form of ours; `null` for one that says nothing. */
export const readOfficialProviderPart = (part: OfficialProviderPart, value: unknown): object | null => {
  const read = part === 'sessionProperties' ? value : mergeNamespaces(servedDefaults(value), demandsOf(value));
  return isPlainObject(read) && Object.keys(read).length > 0 ? read : null;
};

/** Default chains and nodes alone, the chains by their references. */
const servedDefaults = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(readOfficialProvider(value)).map(([key, { defaultChain, rpcMap }]) => [
      key,
      { rpcMap, defaultChain: defaultChain?.slice(defaultChain.indexOf(':') + 1) },
    ]),
  );
