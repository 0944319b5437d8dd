import { describe, expect, it } from 'vitest';
import { parse, SHIPPED, sourceFiles } from './source-files.js';
import { LONG_DATA, SHIPPED_RULES, TEST_RULES } from './source-rules.js';

const shipped = sourceFiles(SHIPPED);
/** These two hold examples of what they look for. */
const tests = sourceFiles(['tests']).filter(({ path }) => path !== 'tests/arch/source-rules.ts' && path !== 'tests/arch/plants.ts');

describe('shipped code', () => {
  it('is there to be judged', () => {
    expect(shipped.length).toBeGreaterThan(100);
  });

  it.each(SHIPPED_RULES)('keeps the rule that $name', ({ find }) => {
    expect(shipped.flatMap(find)).toEqual([]);
  });

  it.each(SHIPPED_RULES)('would be caught if it broke the rule that $name', ({ find, plant }) => {
    expect(find(parse(plant.path, plant.text))).toHaveLength(1);
  });

  it('exempts only data that exists from the rule about length', () => {
    expect(LONG_DATA.filter((path) => !shipped.some((file) => file.path === path))).toEqual([]);
  });
});

describe('test code', () => {
  it.each(TEST_RULES)('keeps the rule that $name', ({ find }) => {
    expect(tests.flatMap(find)).toEqual([]);
  });

  it.each(TEST_RULES)('would be caught if it broke the rule that $name', ({ find, plant }) => {
    expect(find(parse(plant.path, plant.text))).toHaveLength(1);
  });
});
