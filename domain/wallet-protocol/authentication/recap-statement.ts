import { checkRecap, inRecapOrder, type Recap } from './recap.js';

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
