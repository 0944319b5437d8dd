import { existsSync } from 'node:fs';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

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

/**
 * Where Chromium is: the environment variable `LATCHKEY_CHROMIUM` (scripts/e2e.mjs sets it), the system's own, else nothing, and then
 * Playwright uses the one it downloaded.
 */
export const chromiumLocation = (): { readonly executablePath?: string } => {
  const wanted = process.env['LATCHKEY_CHROMIUM'];
  if (wanted !== undefined && wanted !== '') return { executablePath: wanted };
  return existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {};
};
