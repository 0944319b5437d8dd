import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumLaunchOptions } from './tests/e2e/support/chromium.js';

/**
 * Each worker has its own sandbox and Chromium. Two workers nearly halve the time on two cores. A failed test is retried once;
 * scripts/lib/test-run.mjs reports tests that pass on a retry as flaky.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  reporter: 'list',
  forbidOnly: true,
  retries: 1,
  workers: 2,
  fullyParallel: false,
  // Generous, because the machine may be busy. A failure is found by the limits of its waits.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    headless: true,
    screenshot: 'only-on-failure',
    // Recording makes tests about 50 % slower; enable it with `npm run e2e -- --trace retain-on-failure`.
    trace: 'off',
    // Without a GPU, animations take a sixth of the processor time. `WITH_MOTION` turns them on for a file.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...chromiumLaunchOptions(), args: [...CHROMIUM_FLAGS] },
  },
});
