import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

/** A violated axe rule and its elements. */
export interface AxeViolation {
  readonly rule: string;
  readonly help: string;
  readonly targets: readonly string[];
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly target: unknown }[] }[];
}

/** Waits until all finite animations have ended, so that colors are stable. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const roots = (within: Document | ShadowRoot): readonly (Document | ShadowRoot)[] => [
      within,
      ...[...within.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : roots(shadowRoot))),
    ];
    const moving = (): readonly Animation[] =>
      [...new Set(roots(document).flatMap((root) => root.getAnimations()))].filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) !== Number.POSITIVE_INFINITY,
      );
    // An animation may start another one. Cancelled animations count as ended.
    for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map(({ finished }) => finished));
  });

/**
 * Checks a page including its shadow roots with axe, plus the 24 px target size, and returns the violations. Works under a strict
 * Content-Security-Policy. Uses reduced motion meanwhile, because axe would measure intermediate colors.
 * @param rules ids of the rules to check. Default: all
 * @see https://github.com/dequelabs/axe-core
 */
export const axeViolations = async (page: Page, rules?: readonly string[]): Promise<readonly AxeViolation[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForAnimations(page);
  const { violations } = await page.evaluate(async (runOnly): Promise<AxeResults> => {
    // Defined by the axe source above.
    const { axe } = globalThis as typeof globalThis & { readonly axe: { run(context: unknown, options: object): Promise<AxeResults> } };
    // Disabled by default. @see https://www.w3.org/TR/WCAG22/#target-size-minimum
    return axe.run(document, runOnly === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly });
  }, rules);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return violations.map(({ id, help, nodes }) => ({ rule: id, help, targets: nodes.map(({ target }) => String(target)) }));
};
