import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64nopad } from '@scure/base';
import { base64ToBytes, utf8Text } from '../base64.js';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { invalidParameter } from '../errors/invalid-parameter.js';
import { formatValue } from '../format-value.js';
import { attempt, isObject } from '../wire.js';

/** Restrictions of an ability. Each entry grants it under its conditions; an empty object has none. */
export type RecapLimits = readonly Readonly<Record<string, unknown>>[];

/** Abilities on one resource by key `{ability}/{action}`, such as `request/personal_sign`. */
export type RecapAbilities = Readonly<Record<string, RecapLimits>>;

/**
 * Capabilities granted together with a sign-in.
 * @see https://eips.ethereum.org/EIPS/eip-5573
 */
export interface Recap {
  /** Abilities by resource. WalletConnect uses namespaces such as `eip155`. */
  readonly att: Readonly<Record<string, RecapAbilities>>;
  /** Ids of the capabilities that these derive from. */
  readonly prf?: readonly string[];
}

/** Order of resources and actions: English collation as in the official clients, then code units. */
export const compareRecapKeys = (a: string, b: string): number => a.localeCompare(b, 'en') || (a < b ? -1 : Number(a > b));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value) && !Array.isArray(value);

const checkLimits = (ability: string, limits: unknown): void => {
  if (!Array.isArray(limits))
    throw invalidParameter(`Ability limits ${ability} must be an array of objects, found: ${formatValue(limits)}`);
  if (limits.length === 0) throw invalidParameter(`Value of ${ability} is empty array, must be an array with objects`);
  for (const limit of limits)
    if (!isRecord(limit)) throw invalidParameter(`Ability limits (${ability}) must be an array of objects, found: ${formatValue(limit)}`);
};

/**
 * Validates a ReCap. Drops members that ERC-5573 does not define.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const checkRecap = (value: unknown): Recap => {
  if (value === undefined || value === null || value === '') throw invalidParameter('No recap provided, value is undefined');
  const { att, prf } = isRecord(value) ? value : {};
  if (!isRecord(att)) throw invalidParameter('No `att` property found');
  const resources = Object.entries(att);
  if (resources.length === 0) throw invalidParameter('No resources found in `att` property');
  for (const [resource, abilities] of resources) {
    if (!isRecord(abilities)) throw invalidParameter(`Resource must be an object: ${resource}`);
    if (Object.keys(abilities).length === 0) throw invalidParameter(`Resource object is empty: ${resource}`);
    for (const [ability, limits] of Object.entries(abilities)) checkLimits(ability, limits);
  }
  const proofs = Array.isArray(prf) ? prf.filter((proof) => typeof proof === 'string') : [];
  // Every member was checked above.
  return { att: att as Recap['att'], ...(proofs.length === 0 ? {} : { prf: proofs }) };
};

/** Abilities for the given actions, sorted and without duplicates, with the same limits. */
export const abilitiesFor = (ability: string, actions: readonly string[], limits: RecapLimits[number] = {}): RecapAbilities =>
  Object.fromEntries([...new Set(actions)].sort(compareRecapKeys).map((action) => [`${ability}/${action}`, [limits]]));

/** Builds a ReCap for actions on one resource. */
export const createRecap = (resource: string, ability: string, actions: readonly string[], limits: RecapLimits[number] = {}): Recap => ({
  att: { [resource]: abilitiesFor(ability, actions, limits) },
});

/** Prefix of a ReCap URI. @see https://eips.ethereum.org/EIPS/eip-5573#recap-uri-scheme */
const PREFIX = 'urn:recap:';

export const isRecapUri = (resource: string): boolean => resource.startsWith(PREFIX);

/**
 * Encodes a ReCap as a resource URI. Uses standard base64 without padding, as wallets expect.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const encodeRecap = (recap: Recap): string => `${PREFIX}${base64nopad.encode(utf8ToBytes(JSON.stringify(checkRecap(recap))))}`;

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    throw invalidParameter('The recap is not JSON in base64', cause);
  }
};

/**
 * Decodes a ReCap from a resource URI, in base64 or base64url, with or without padding.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const decodeRecap = (uri: string): Recap => {
  const bytes = base64ToBytes(uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : uri);
  return checkRecap(parse(bytes === null ? null : utf8Text(bytes)));
};

/** Returns the ReCap URI, which must be the last resource; `null` if there is none. */
export const recapUriOf = (resources: readonly string[] | undefined): string | null => {
  const last = resources?.at(-1);
  return last !== undefined && isRecapUri(last) ? last : null;
};

/**
 * Decodes the ReCap of the resources; `null` if there is none.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const recapOf = (resources: readonly string[] | undefined): Recap | null => {
  const uri = recapUriOf(resources);
  return uri === null ? null : decodeRecap(uri);
};

/** @see https://eips.ethereum.org/EIPS/eip-5573#recap-translation-algorithm */
const PREAMBLE = 'I further authorize the stated URI to perform the following actions on my behalf: ';

/** Splits e.g. `request/personal_sign`. */
const splitAbility = (key: string): readonly [ability: string, action: string] => {
  const [ability = '', action = ''] = key.split('/');
  return [ability, action];
};

/** Groups sorted actions by ability, in the order of each ability's first action. */
const groupByAbility = (keys: readonly string[]): readonly (readonly [ability: string, actions: readonly string[]])[] => {
  const entries = keys.map(splitAbility).sort(([, a], [, b]) => compareRecapKeys(a, b));
  const groups = new Map<string, string[]>();
  for (const [ability, action] of entries) groups.set(ability, [...(groups.get(ability) ?? []), action]);
  // Key order of an object, as in the official clients: integer keys come first.
  return Object.entries(Object.fromEntries(groups));
};

/** Describes a ReCap, a line for each resource: its abilities with their actions, such as `eip155: request (personal_sign)`. */
export const recapLines = (recap: Recap): readonly string[] =>
  Object.entries(checkRecap(recap).att).map(([resource, abilities]) => {
    const groups = groupByAbility(Object.keys(abilities)).map(([ability, actions]) => `${ability} (${actions.join(', ')})`);
    return `${resource}: ${groups.join(', ')}`;
  });

/** Describes the resources of a message for its signer: ReCaps in words, other URIs as they are. */
export const resourceLines = (resources: readonly string[]): readonly string[] =>
  resources.flatMap((uri) => (isRecapUri(uri) ? (attempt(() => recapLines(decodeRecap(uri))) ?? [uri]) : [uri]));

/**
 * Appends the text of a ReCap's capabilities to a statement, unless the statement already contains it.
 * Both peers build this text themselves to sign or verify it, so it matches the official clients to the letter. They deviate from
 * ERC-5573 if a resource has several abilities: the abilities are in the order of their first actions, and from the third on they are
 * separated by a comma.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const recapStatement = (statement: string | undefined, recap: Recap): string => {
  const original = statement ?? '';
  const { att } = checkRecap(recap);
  if (original.includes(PREAMBLE)) return original;
  let count = 0;
  const resources = Object.entries(att).map(([resource, abilities]) => {
    const items = groupByAbility(Object.keys(abilities)).map(([ability, actions]) => {
      count += 1;
      return `(${count}) '${ability}': '${actions.join("', '")}' for '${resource}'.`;
    });
    return items.join(', ').replace('.,', '.');
  });
  return `${original === '' ? '' : `${original} `}${PREAMBLE}${resources.join(' ')}`;
};

/** Removes the capability text from a statement. Wallets rewrite it and do not trust the received one. */
export const withoutRecapStatement = (statement: string | undefined): string => {
  const original = statement ?? '';
  const at = original.indexOf(PREAMBLE);
  return at === -1 ? original : original.slice(0, at).trimEnd();
};

/** The ability to send requests. Its actions are RPC methods. */
export const REQUEST_ABILITY = 'request';

/** The only namespace that supports sign-in over WalletConnect, and the resource of its ReCaps. */
export const AUTH_NAMESPACE = 'eip155';

const abilitiesOn = ({ att }: Recap): RecapAbilities => (Object.hasOwn(att, AUTH_NAMESPACE) ? (att[AUTH_NAMESPACE] ?? {}) : {});

const REQUEST_PREFIX = `${REQUEST_ABILITY}/`;

/** Methods that a ReCap grants. Ignores other abilities than `request`. */
export const methodsIn = (recap: Recap): readonly string[] =>
  Object.keys(abilitiesOn(recap))
    .filter((key) => key.startsWith(REQUEST_PREFIX))
    .map((key) => key.slice(REQUEST_PREFIX.length));

/** Chains that a ReCap grants its methods on, without duplicates; empty if it does not list chains. */
export const chainsIn = (recap: Recap): readonly ChainId<'eip155'>[] => {
  const candidates: readonly unknown[] = Object.entries(abilitiesOn(recap))
    .filter(([key]) => key.startsWith(REQUEST_PREFIX))
    .flatMap(([, limits]) => limits.flatMap(({ chains }) => chains));
  return [...new Set(candidates.filter(isEvmChainId))];
};

const isEvmChainId = (value: unknown): value is ChainId<'eip155'> => isChainId(value) && value.startsWith(`${AUTH_NAMESPACE}:`);

/** JSON with sorted keys, independent of the member order. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
};

const sortByText = <Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] =>
  [...items].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

/** Merges limits without duplicates, in an order that does not depend on the arguments' order. */
const mergeLimits = (a: RecapLimits, b: RecapLimits): RecapLimits => {
  const unique = new Map(sortByText([...a, ...b], JSON.stringify).map((limit) => [canonicalJson(limit), limit]));
  return sortByText([...unique.values()], canonicalJson);
};

/** Merges two records in key order. `merge` combines values with the same key. */
const mergeRecords = <Value>(
  a: Readonly<Record<string, Value>>,
  b: Readonly<Record<string, Value>>,
  merge: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> => {
  const merged = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b)) {
    const other = merged.get(name);
    merged.set(name, other === undefined ? value : merge(other, value));
  }
  return Object.fromEntries([...merged].sort(([x], [y]) => compareRecapKeys(x, y)));
};

const mergeAbilities = (a: RecapAbilities, b: RecapAbilities): RecapAbilities => mergeRecords(a, b, mergeLimits);

/**
 * Merges two ReCaps. The result does not depend on their order.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 * @see https://eips.ethereum.org/EIPS/eip-5573#merging-capability-objects
 */
export const mergeRecaps = (a: Recap, b: Recap): Recap => {
  const [first, second] = [checkRecap(a), checkRecap(b)];
  const proofs = [...new Set([...(first.prf ?? []), ...(second.prf ?? [])])].sort();
  return {
    att: mergeRecords(sortAbilities(first), sortAbilities(second), mergeAbilities),
    ...(proofs.length === 0 ? {} : { prf: proofs }),
  };
};

/** The resources of a ReCap with sorted abilities. */
const sortAbilities = ({ att }: Recap): Recap['att'] =>
  Object.fromEntries(Object.entries(att).map(([resource, abilities]) => [resource, mergeAbilities(abilities, abilities)]));
