import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumLocation } from './tests/e2e/support/chromium.js';

/** A worker has a sandbox and a real Chromium of its own. Two of them are no faster on two cores, which one Chromium keeps busy. No second tries. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  reporter: 'list',
  forbidOnly: true,
  retries: 0,
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    // Also what keeps frames coming in a page that is not in front: without the recorder, every step there waits for seconds.
    trace: 'retain-on-failure',
    launchOptions: { ...chromiumLocation(), args: [...CHROMIUM_FLAGS] },
  },
});
