import { ensurePackageBuilt } from '../../../scripts/lib/ensure-built.mjs';

/** Builds the package, unless it is up to date, before the tests that look at it. */
// Vitest calls the function of this name.
export const setup = async (): Promise<void> => {
  if (!(await ensurePackageBuilt())) throw new Error('the package does not build');
};
