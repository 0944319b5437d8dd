import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzReport } from '../../setup/fuzz-report.js';

/** Runs a property whose time is up after some cases, and gives what was said. */
const cutAfter = (cases: number, numRuns: number): readonly string[] => {
  const said: string[] = [];
  let ran = 0;
  const run = fc.check(
    fc.property(fc.nat(), () => {
      ran += 1;
    }),
    { numRuns: Math.min(cases, numRuns) },
  );
  fuzzReport((line) => said.push(line))({ ...run, interrupted: cases < numRuns, runConfiguration: { ...run.runConfiguration, numRuns } });
  expect(ran).toBe(Math.min(cases, numRuns));
  return said;
};

describe('A property of a long run', () => {
  it('is silent when every case was run', () => {
    expect(cutAfter(200, 200)).toEqual([]);
  });

  it('says with how many cases it was cut short', () => {
    expect(cutAfter(120, 5000)).toEqual(['The time was up after 120 of 5000 cases; all of them passed']);
  });

  it('fails when it was cut short before the usual hundred', () => {
    expect(() => cutAfter(99, 5000)).toThrow('The time was up after 99 of 5000 cases, fewer than usual');
  });

  it('that asks for few cases fails when it did not get them', () => {
    expect(() => cutAfter(9, 10)).toThrow('The time was up after 9 of 10 cases, fewer than usual');
  });

  it('that fails is reported with its case, seed and cause', () => {
    const isSmall = fc.property(fc.nat(), (value) => value < 10);
    const assertion = (): void => fc.assert(isSmall, { seed: 1, reporter: fuzzReport() });
    expect(assertion).toThrow(/Property failed after \d+ tests\n\{ seed: 1,[\s\S]*Counterexample: \[10\]/);
  });
});
