import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64nopad } from '@scure/base';
import { type ChainId, isChainId } from '../../caip/caip-2.js';
import { isObject } from '../../wire.js';
import { base64ToBytes, utf8Text } from '../base64.js';
import { shown } from '../shown.js';
import { invalidParameter } from './invalid-parameter.js';

/** Each of them allows an ability under its conditions; an empty object under none. */
export type RecapLimits = readonly Readonly<Record<string, unknown>>[];

/** The abilities on one resource: `{ability}/{action}`, such as `request/personal_sign`. */
export type RecapAbilities = Readonly<Record<string, RecapLimits>>;

/**
 * What a person allows beside signing in.
 * @see https://eips.ethereum.org/EIPS/eip-5573
 */
export interface Recap {
  /** By resource. The wallet protocol names a namespace, such as `eip155`. */
  readonly att: Readonly<Record<string, RecapAbilities>>;
  /** Ids of capabilities that these stem from. */
  readonly prf?: readonly string[];
}

/** The order of resources and actions: that of English, as the official clients have it. Texts that it holds equal: by code unit. */
export const inRecapOrder = (a: string, b: string): number => a.localeCompare(b, 'en') || (a < b ? -1 : Number(a > b));

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value) && !Array.isArray(value);

const checkLimits = (ability: string, limits: unknown): void => {
  if (!Array.isArray(limits)) throw invalidParameter(`Ability limits ${ability} must be an array of objects, found: ${shown(limits)}`);
  if (limits.length === 0) throw invalidParameter(`Value of ${ability} is empty array, must be an array with objects`);
  for (const limit of limits)
    if (!isTable(limit)) throw invalidParameter(`Ability limits (${ability}) must be an array of objects, found: ${shown(limit)}`);
};

/**
 * Checks a foreign value for a ReCap. Members that ERC-5573 does not know are dropped.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const checkRecap = (value: unknown): Recap => {
  if (value === undefined || value === null || value === '') throw invalidParameter('No recap provided, value is undefined');
  const { att, prf } = isTable(value) ? value : {};
  if (!isTable(att)) throw invalidParameter('No `att` property found');
  const resources = Object.entries(att);
  if (resources.length === 0) throw invalidParameter('No resources found in `att` property');
  for (const [resource, abilities] of resources) {
    if (!isTable(abilities)) throw invalidParameter(`Resource must be an object: ${resource}`);
    if (Object.keys(abilities).length === 0) throw invalidParameter(`Resource object is empty: ${resource}`);
    for (const [ability, limits] of Object.entries(abilities)) checkLimits(ability, limits);
  }
  const proofs = Array.isArray(prf) ? prf.filter((proof) => typeof proof === 'string') : [];
  // Each member was checked.
  return { att: att as Recap['att'], ...(proofs.length === 0 ? {} : { prf: proofs }) };
};

/** The abilities to take each of the actions, in order, each once and under the same limits. */
export const abilitiesFor = (ability: string, actions: readonly string[], limits: RecapLimits[number] = {}): RecapAbilities =>
  Object.fromEntries([...new Set(actions)].sort(inRecapOrder).map((action) => [`${ability}/${action}`, [limits]]));

/** A ReCap for actions on one resource. */
export const makeRecap = (resource: string, ability: string, actions: readonly string[], limits: RecapLimits[number] = {}): Recap => ({
  att: { [resource]: abilitiesFor(ability, actions, limits) },
});

/** What a ReCap begins with among the resources of a sign-in. @see https://eips.ethereum.org/EIPS/eip-5573#recap-uri-scheme */
const PREFIX = 'urn:recap:';

/** Whether a resource is a ReCap. */
export const isRecapUri = (resource: string): boolean => resource.startsWith(PREFIX);

/**
 * Writes a ReCap as a resource. Of the two alphabets of base64 the standard one, as wallets read it, without padding.
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
 * Reads a ReCap out of a resource, in either alphabet of base64, with or without padding.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const decodeRecap = (uri: string): Recap => {
  const bytes = base64ToBytes(uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : uri);
  return checkRecap(parse(bytes === null ? null : utf8Text(bytes)));
};

/** The ReCap among resources, which is the last of them or none; `null` when there is none. */
export const recapUriOf = (resources: readonly string[] | undefined): string | null => {
  const last = resources?.at(-1);
  return last !== undefined && isRecapUri(last) ? last : null;
};

/**
 * What the ReCap among resources says; `null` when there is none.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const recapOf = (resources: readonly string[] | undefined): Recap | null => {
  const uri = recapUriOf(resources);
  return uri === null ? null : decodeRecap(uri);
};

/** @see https://eips.ethereum.org/EIPS/eip-5573#recap-translation-algorithm */
const PREAMBLE = 'I further authorize the stated URI to perform the following actions on my behalf: ';

/** `request/personal_sign` in its two parts. */
const partsOf = (key: string): readonly [ability: string, action: string] => {
  const [ability = '', action = ''] = key.split('/');
  return [ability, action];
};

/** The actions on one resource by ability: actions in order, abilities in the order of their first action. */
const grouped = (keys: readonly string[]): readonly (readonly [ability: string, actions: readonly string[]])[] => {
  const parts = keys.map(partsOf).sort(([, a], [, b]) => inRecapOrder(a, b));
  const groups = new Map<string, string[]>();
  for (const [ability, action] of parts) groups.set(ability, [...(groups.get(ability) ?? []), action]);
  // As an object has them: abilities that are whole numbers come first.
  return Object.entries(Object.fromEntries(groups));
};

/**
 * What a ReCap allows, in words, behind the statement of the sign-in. A statement that says it already is left as it is.
 *
 * Both peers make this text on their own and sign or verify it, so it follows the official clients to the letter. They
 * leave ERC-5573 in two points, both with several abilities on one resource: those stand in the order of their first
 * actions, and from the third on a comma parts them.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 */
export const recapStatement = (statement: string | undefined, recap: Recap): string => {
  const given = statement ?? '';
  const { att } = checkRecap(recap);
  if (given.includes(PREAMBLE)) return given;
  let count = 0;
  const resources = Object.entries(att).map(([resource, abilities]) => {
    const items = grouped(Object.keys(abilities)).map(([ability, actions]) => {
      count += 1;
      return `(${count}) '${ability}': '${actions.join("', '")}' for '${resource}'.`;
    });
    return items.join(', ').replace('.,', '.');
  });
  return `${given === '' ? '' : `${given} `}${PREAMBLE}${resources.join(' ')}`;
};

/** A statement without what it says of a ReCap, for a wallet that writes that anew and trusts no other. */
export const withoutRecapStatement = (statement: string | undefined): string => {
  const given = statement ?? '';
  const at = given.indexOf(PREAMBLE);
  return at === -1 ? given : given.slice(0, at).trimEnd();
};

/** The ability to send requests of the protocol: its actions are their methods. */
export const REQUEST_ABILITY = 'request';

/** The one namespace that a sign-in over the protocol works for, and the resource that its ReCap is about. */
export const AUTH_NAMESPACE = 'eip155';

const abilitiesOn = ({ att }: Recap): RecapAbilities => (Object.hasOwn(att, AUTH_NAMESPACE) ? (att[AUTH_NAMESPACE] ?? {}) : {});

const REQUEST_PREFIX = `${REQUEST_ABILITY}/`;

/** The methods that a ReCap allows. Other abilities than requests are none. */
export const methodsIn = (recap: Recap): readonly string[] =>
  Object.keys(abilitiesOn(recap))
    .filter((key) => key.startsWith(REQUEST_PREFIX))
    .map((key) => key.slice(REQUEST_PREFIX.length));

/** The chains that a ReCap allows its methods on, each once; none where it does not say. */
export const chainsIn = (recap: Recap): readonly ChainId<'eip155'>[] => {
  const named: readonly unknown[] = Object.entries(abilitiesOn(recap))
    .filter(([key]) => key.startsWith(REQUEST_PREFIX))
    .flatMap(([, limits]) => limits.flatMap(({ chains }) => chains));
  return [...new Set(named.filter(isEvmChainId))];
};

const isEvmChainId = (value: unknown): value is ChainId<'eip155'> => isChainId(value) && value.startsWith(`${AUTH_NAMESPACE}:`);

/** The same text for the same content, whatever the order of its members. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};

const byText = <Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] =>
  [...items].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

/** Every limit once, in an order that does not depend on which came first. */
const mergeLimits = (a: RecapLimits, b: RecapLimits): RecapLimits => {
  const once = new Map(byText([...a, ...b], JSON.stringify).map((limit) => [canonical(limit), limit]));
  return byText([...once.values()], canonical);
};

/** The members of both tables in order; those of the same name are made one. */
const mergeTables = <Value>(
  a: Readonly<Record<string, Value>>,
  b: Readonly<Record<string, Value>>,
  merge: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> => {
  const merged = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b)) {
    const other = merged.get(name);
    merged.set(name, other === undefined ? value : merge(other, value));
  }
  return Object.fromEntries([...merged].sort(([one], [two]) => inRecapOrder(one, two)));
};

const mergeAbilities = (a: RecapAbilities, b: RecapAbilities): RecapAbilities => mergeTables(a, b, mergeLimits);

/**
 * Makes one ReCap of two: what either allows, each once, whichever comes first.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 * @see https://eips.ethereum.org/EIPS/eip-5573#merging-capability-objects
 */
export const mergeRecaps = (a: Recap, b: Recap): Recap => {
  const [one, two] = [checkRecap(a), checkRecap(b)];
  const proofs = [...new Set([...(one.prf ?? []), ...(two.prf ?? [])])].sort();
  return { att: mergeTables(sorted(one), sorted(two), mergeAbilities), ...(proofs.length === 0 ? {} : { prf: proofs }) };
};

/** The resources of a ReCap with their abilities in order. */
const sorted = ({ att }: Recap): Recap['att'] =>
  Object.fromEntries(Object.entries(att).map(([resource, abilities]) => [resource, mergeAbilities(abilities, abilities)]));
