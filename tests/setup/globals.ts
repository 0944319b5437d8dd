import { afterEach, vi } from 'vitest';

// Vitest restores globals only before the next test, so the next file in the same process would still load with the stubs.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
