import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumLocation } from './tests/e2e/support/chromium.js';

/**
 * A worker has a sandbox and a real Chromium of its own. Pages mostly wait: two workers take little more than half of the time of one on two
 * cores. A flow that fails is run once more; scripts/lib/test-run.mjs names those that pass then.
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
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    screenshot: 'only-on-failure',
    // Recording costs as much as half of the flows themselves; `npm run e2e -- --trace retain-on-failure` does it.
    trace: 'off',
    launchOptions: { ...chromiumLocation(), args: [...CHROMIUM_FLAGS] },
  },
});
