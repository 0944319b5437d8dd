import { isObject } from '../../wire.js';
import { checkRecap, inRecapOrder, type Recap, type RecapAbilities, type RecapLimits } from './recap.js';

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
