import fc from 'fast-check';
import { it } from 'vitest';

/** Arbitraries, and a property that throws or returns `false` if it does not hold. */
type Property<Values extends [unknown, ...unknown[]]> = [
  ...arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  rule: (...values: Values) => void,
];

/** Checks that a property holds for all generated values. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...property: Property<Values>): void =>
  fc.assert(fc.property<Values>(...property));

/** A test that a property holds for all generated values. */
export const itHolds = <Values extends [unknown, ...unknown[]]>(title: string, ...property: Property<Values>): void =>
  it(title, () => forAll<Values>(...property));

/** A command of a model-based test. A failing run prints its name. */
export const command = <Model extends object, Real>(
  name: string,
  run: (model: Model, real: Real) => void,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.Command<Model, Real> => ({ check, run, toString: () => name });
