import fc from 'fast-check';
import { it } from 'vitest';

/** What values are drawn from, and the rule that they keep: it throws or gives back `false` where they break it. */
type Property<Values extends [unknown, ...unknown[]]> = [
  ...arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  rule: (...values: Values) => void,
];

/** Checks that every value that is drawn keeps a rule. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...property: Property<Values>): void =>
  fc.assert(fc.property<Values>(...property));

/** A test that every value that is drawn keeps a rule. */
export const itHolds = <Values extends [unknown, ...unknown[]]>(title: string, ...property: Property<Values>): void =>
  it(title, () => forAll<Values>(...property));

/** A step that a model and what is real take together; a run that fails prints its name. */
export const command = <Model extends object, Real>(
  name: string,
  run: (model: Model, real: Real) => void,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.Command<Model, Real> => ({ check, run, toString: () => name });
