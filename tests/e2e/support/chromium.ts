import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const LAUNCHER = fileURLToPath(new URL('realistic-chromium.mjs', import.meta.url));

/** Flags for a machine without a display. The browser itself sends no requests. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the path from `LATCHKEY_CHROMIUM` (set by scripts/e2e.mjs), the system's Chromium, or Playwright's download. */
const findChromium = (): string => {
  const configuredPath = process.env['LATCHKEY_CHROMIUM'];
  if (configuredPath !== undefined && configuredPath !== '') return configuredPath;
  return existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : chromium.executablePath();
};

/**
 * Launch options for Chromium as users run it: the pop-up blocker is on, only real input counts as a gesture, and third-party storage is
 * partitioned.
 */
export const chromiumLaunchOptions = (): { readonly executablePath: string; readonly env: Record<string, string> } => {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { executablePath: LAUNCHER, env: { ...Object.fromEntries(inherited), LATCHKEY_CHROMIUM: findChromium() } };
};
