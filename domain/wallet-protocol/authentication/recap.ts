import { isObject } from '../../wire.js';
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
