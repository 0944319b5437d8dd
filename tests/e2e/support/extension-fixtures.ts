import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildExtensionOptions, buildExtension, remoteControl, type WalletControl } from '@latchkey/sandbox';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumLaunchOptions } from './chromium.js';
import { test as base } from './fixtures.js';
import { keepAwake } from './keep-awake.js';
import { WalletWindows } from './wallet-windows.js';

/** Additional fixtures for tests with the extension. */
interface ExtensionFixtures {
  /** Origin of the extension, `chrome-extension://<id>`. */
  readonly extensionOrigin: string;
  /** Folder of the unpacked extension. */
  readonly extensionFolder: string;
}

/** Builds by name. A worker runs all its files in one process, so that they share builds. */
const built = new Map<string, Promise<string>>();

/** Builds the wallet's extension, once per worker. */
export const builtExtension = (name: string, options: Omit<BuildExtensionOptions, 'folder'>): Promise<string> => {
  const folder = fileURLToPath(new URL(`../../../.cache/e2e/${process.env['TEST_PARALLEL_INDEX']}/extension-${name}`, import.meta.url));
  const output = built.get(name) ?? buildExtension({ folder, ...options });
  built.set(name, output);
  return output;
};

/**
 * `test` in a separate browser with the wallet loaded as an MV3 extension. `wallet` and `control` refer to the extension. Served sites have
 * no page script of the wallet unless `scripts` adds it.
 */
export const test = base.extend<ExtensionFixtures>({
  extensionFolder: async ({ sandbox }, use) => {
    await use(await builtExtension('eip155', { rpc: sandbox.urls.rpc }));
  },
  context: async ({ extensionFolder }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...chromiumLaunchOptions(),
      headless: true,
      args: [...CHROMIUM_FLAGS, `--disable-extensions-except=${extensionFolder}`, `--load-extension=${extensionFolder}`],
    });
    await keepAwake(context);
    await use(context);
    await context.close();
    // A browser process may still write to the profile.
    await rm(profile, { recursive: true, maxRetries: 5 });
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  extensionOrigin: async ({ context }, use) => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    // Node's URL has no origin for this scheme.
    const { protocol, host } = new URL(worker.url());
    await use(`${protocol}//${host}`);
  },
  control: async ({ context, extensionOrigin }, use) => {
    const page = await context.newPage();
    await page.goto(`${extensionOrigin}/manifest.json`);
    await use(
      remoteControl<WalletControl>(async (call) => {
        const reply = await page.evaluate((message) => chrome.runtime.sendMessage(message), call);
        if (reply.error !== undefined) throw new Error(reply.error);
        return reply.result;
      }),
    );
    await page.close();
  },
  wallet: async ({ context, extensionOrigin }, use) => {
    await use(new WalletWindows(context, `${extensionOrigin}/`));
  },
  serve: async ({ serve }, use) => {
    await use((options = {}) => serve({ scripts: [], ...options }));
  },
});
