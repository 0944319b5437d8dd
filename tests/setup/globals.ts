import { afterEach, vi } from 'vitest';

// Vitest puts globals back before the next test; a file that is loaded next, in the same process, would still find them replaced.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
