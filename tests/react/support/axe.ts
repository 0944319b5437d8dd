import axe from 'axe-core';
import { expect } from 'vitest';

/** Rules that need a painting browser; the e2e tests cover them. */
const NEEDS_PAINT = ['color-contrast', 'target-size'];

/** Fails if axe-core finds a violation or checks nothing. */
export const expectAccessible = async (element: HTMLElement): Promise<void> => {
  const { violations, passes } = await axe.run(element, {
    rules: Object.fromEntries(NEEDS_PAINT.map((id) => [id, { enabled: false }])),
    // Details that no test reads. Computing selectors takes longer than the rules.
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(passes.length).toBeGreaterThan(0);
};
