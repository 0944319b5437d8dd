import { ensurePackageBuilt } from '../../../scripts/lib/ensure-built.mjs';

/** Vitest global setup: builds the package unless it is up to date. */
export const setup = async (): Promise<void> => {
  if (!(await ensurePackageBuilt())) throw new Error('The package could not be built');
};
