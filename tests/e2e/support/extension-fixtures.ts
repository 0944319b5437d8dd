import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildExtensionOptions, buildExtension, remoteControl, type WalletControl } from '@latchkey/sandbox';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumLocation } from './chromium.js';
import { test as base } from './fixtures.js';
import { keepAwake } from './keep-awake.js';
import { WalletWindows } from './wallet-windows.js';

/** What tests with the wallet as an extension can use besides. */
interface ExtensionFixtures {
  /** Origin of the extension, `chrome-extension://<id>`. */
  readonly extensionOrigin: string;
  /** Folder of the unpacked extension. */
  readonly extensionFolder: string;
}

/** A worker runs one file after the other in one process: an extension that was built for one is loaded by the next. */
const built = new Map<string, Promise<string>>();

/** Builds the wallet's extension, once in each worker. */
export const builtExtension = (name: string, options: Omit<BuildExtensionOptions, 'folder'>): Promise<string> => {
  const folder = fileURLToPath(new URL(`../../../.cache/e2e/${process.env['TEST_PARALLEL_INDEX']}/extension-${name}`, import.meta.url));
  const made = built.get(name) ?? buildExtension({ folder, ...options });
  built.set(name, made);
  return made;
};

/**
 * The same `test` in a browser of its own, into which the wallet is loaded as an MV3 extension. `wallet` and `control` mean the extension;
 * sites that are served bring no page script of the wallet unless `scripts` says so.
 */
export const test = base.extend<ExtensionFixtures>({
  extensionFolder: async ({ sandbox }, use) => {
    await use(await builtExtension('eip155', { rpc: sandbox.urls.rpc }));
  },
  context: async ({ extensionFolder }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...chromiumLocation(),
      headless: true,
      args: [...CHROMIUM_FLAGS, `--disable-extensions-except=${extensionFolder}`, `--load-extension=${extensionFolder}`],
    });
    await keepAwake(context);
    await use(context);
    await context.close();
    // A process of the browser's may write there until the last moment.
    await rm(profile, { recursive: true, maxRetries: 5 });
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  extensionOrigin: async ({ context }, use) => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    // Node knows no origin of this scheme.
    const { protocol, host } = new URL(worker.url());
    await use(`${protocol}//${host}`);
  },
  control: async ({ context, extensionOrigin }, use) => {
    const page = await context.newPage();
    await page.goto(`${extensionOrigin}/manifest.json`);
    await use(
      remoteControl<WalletControl>(async (call) => {
        const answer = await page.evaluate((message) => chrome.runtime.sendMessage(message), call);
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer.result;
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
