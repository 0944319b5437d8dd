import axe from 'axe-core';
import { expect } from 'vitest';

/** Rules that need a painting browser; the e2e tests cover them. */
const NEEDS_PAINT = ['color-contrast', 'target-size'];
/** Rule that compares elements by their selectors. */
const NEEDS_SELECTORS = 'heading-order';

/** Fails if axe-core finds a violation or checks nothing. */
export const expectAccessible = async (element: HTMLElement): Promise<void> => {
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false };
  const { violations, passes } = await axe.run(element, {
    ...options,
    rules: Object.fromEntries([...NEEDS_PAINT, NEEDS_SELECTORS].map((id) => [id, { enabled: false }])),
    // Details that no test reads. Computing selectors takes longer than the rules.
    selectors: false,
  });
  const headings = await axe.run(element, { ...options, runOnly: [NEEDS_SELECTORS] });
  const found = [...violations, ...headings.violations].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
  expect(passes.length).toBeGreaterThan(0);
};
