import { afterAll, afterEach, vi } from 'vitest';

// Vitest restores globals only before the next test, so the next file in the same process would still load with the stubs.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

// A file that ends while code is loading would make that import fail, also for the next files in the same process.
afterAll(() => vi.dynamicImportSettled());
