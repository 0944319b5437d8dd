import type { BrowserContext } from '@playwright/test';

/** A `securitypolicyviolation` event. */
export interface CspViolation {
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
  readonly sample: string;
}

const BINDING = '__latchkeyCspViolation';

/**
 * Collects the violations in every page of a context. The array grows while the pages run.
 * @see https://www.w3.org/TR/CSP3/#violation-events
 */
export const collectCspViolations = async (context: BrowserContext): Promise<readonly CspViolation[]> => {
  const found: CspViolation[] = [];
  await context.exposeBinding(BINDING, (_, violation: CspViolation) => {
    found.push(violation);
  });
  await context.addInitScript((binding) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(globalThis, binding);
      if (typeof report !== 'function') return;
      report({ directive: event.effectiveDirective, blocked: event.blockedURI, source: event.sourceFile, sample: event.sample });
    });
  }, BINDING);
  return found;
};
