import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const LAUNCHER = fileURLToPath(new URL('chromium-as-people-run-it.mjs', import.meta.url));

/** Flags for a quiet browser on a machine without a display; the browser itself sends nothing out. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The environment variable `LATCHKEY_CHROMIUM` (scripts/e2e.mjs sets it), the system's own, else what Playwright downloaded. */
const findChromium = (): string => {
  const wanted = process.env['LATCHKEY_CHROMIUM'];
  if (wanted !== undefined && wanted !== '') return wanted;
  return existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : chromium.executablePath();
};

/** Options that launch Chromium as people run it: with its pop-up blocker, gestures from real input only, and partitioned third-party storage. */
export const chromiumLocation = (): { readonly executablePath: string; readonly env: Record<string, string> } => {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { executablePath: LAUNCHER, env: { ...Object.fromEntries(inherited), LATCHKEY_CHROMIUM: findChromium() } };
};
