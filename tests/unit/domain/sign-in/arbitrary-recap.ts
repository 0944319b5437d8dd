import fc from 'fast-check';
import type { Recap } from '../../../../domain/sign-in/recap.js';

/** Name of an ability or an action. @see https://eips.ethereum.org/EIPS/eip-5573#ability-strings */
const name = fc.stringMatching(/^[a-zA-Z0-9.*_+-]{1,10}$/);

const limit = fc.oneof(
  fc.constant({}),
  fc.record({ chains: fc.subarray(['eip155:1', 'eip155:10', 'eip155:137'], { minLength: 1 }) }),
  fc.record({ max_times: fc.nat(3), note: fc.string({ unit: 'grapheme' }) }),
);

const limits = fc.uniqueArray(limit, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) });

const abilities = fc.dictionary(
  fc.tuple(fc.oneof(fc.constant('request'), name), name).map(([ability, action]) => `${ability}/${action}`),
  limits,
  { minKeys: 1, maxKeys: 5, noNullPrototype: true },
);

const proofs = fc.uniqueArray(fc.stringMatching(/^bafy[a-z2-7]{3,8}$/), { minLength: 1, maxLength: 3 });

/** Any ReCap, with all kinds of resources and limits, including non-ASCII text. */
export const arbitraryRecap: fc.Arbitrary<Recap> = fc
  .tuple(
    fc.dictionary(fc.oneof(fc.constant('eip155'), fc.webUrl(), fc.string({ unit: 'grapheme', minLength: 1 })), abilities, {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc.option(proofs, { nil: undefined }),
  )
  .map(([att, prf]) => ({ att, ...(prf === undefined ? {} : { prf }) }));

/** The capabilities of a ReCap, one line each, independent of their order. */
export const contentOf = ({ att, prf = [] }: Recap): readonly string[] => [
  ...new Set(
    [
      ...Object.entries(att).flatMap(([resource, table]) =>
        Object.entries(table).flatMap(([ability, list]) =>
          list.map((entry) => JSON.stringify([resource, ability, Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))])),
        ),
      ),
      ...prf,
    ].sort(),
  ),
];
