import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

/** One rule of axe that a page breaks, and where. */
export interface AxeViolation {
  readonly rule: string;
  readonly help: string;
  readonly targets: readonly string[];
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly target: unknown }[] }[];
}

/**
 * Resolves once nothing fades or moves any more, so that no colour is measured half-way. What turns or pulses for ever is waited
 * for by nobody.
 */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const roots = (within: Document | ShadowRoot): readonly (Document | ShadowRoot)[] => [
      within,
      ...[...within.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : roots(shadowRoot))),
    ];
    const moving = (): readonly Animation[] =>
      [...new Set(roots(document).flatMap((root) => root.getAnimations()))].filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) !== Number.POSITIVE_INFINITY,
      );
    // One that ends may start another; one that is cancelled has ended too.
    for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map(({ finished }) => finished));
  });

/**
 * Checks a page, shadow roots included, by axe's own rules and for targets of 24 px, and resolves with what is wrong. It works on pages with a strict policy too.
 * Meanwhile nothing fades that comes or goes, such as a message whose time is over: axe would measure its colours half-way.
 * @param rules names of the rules to check; without them, all
 * @see https://github.com/dequelabs/axe-core
 */
export const axeViolations = async (page: Page, rules?: readonly string[]): Promise<readonly AxeViolation[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stillness(page);
  const { violations } = await page.evaluate(async (runOnly): Promise<AxeResults> => {
    // The line above defines it.
    const { axe } = globalThis as typeof globalThis & { readonly axe: { run(context: unknown, options: object): Promise<AxeResults> } };
    // Off by default. @see https://www.w3.org/TR/WCAG22/#target-size-minimum
    return axe.run(document, runOnly === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly });
  }, rules);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return violations.map(({ id, help, nodes }) => ({ rule: id, help, targets: nodes.map(({ target }) => String(target)) }));
};
