import axe from 'axe-core';
import { expect } from 'vitest';

/** Colours and sizes need a browser that paints: the e2e run checks those. */
const NEEDS_PAINT = ['color-contrast', 'target-size'];

/** Fails when axe-core finds anything in an element. Also when it found nothing to check. */
export const expectAccessible = async (element: HTMLElement): Promise<void> => {
  const { violations, passes } = await axe.run(element, {
    rules: Object.fromEntries(NEEDS_PAINT.map((id) => [id, { enabled: false }])),
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(passes.length).toBeGreaterThan(0);
};
