import { controlOverHttp } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { ensurePolkadotExtension } from '../../../scripts/lib/ensure-polkadot-extension.mjs';
import { test as base } from './extension-fixtures.js';

/** Phrase of the public development accounts. @see https://docs.polkadot.com/ */
const DEV_PHRASE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';
const PASSWORD = 'test password';

/** User of the published polkadot{.js} extension. Sends the messages that the extension's own page sends when its buttons are pressed. */
export class PolkadotExtensionUser {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Imports `//Alice` under this name. */
  async createAlice(name: string): Promise<void> {
    await this.#sendMessage('pri(accounts.create.suri)', { name, password: PASSWORD, suri: `${DEV_PHRASE}//Alice`, type: 'sr25519' });
  }

  /** Waits for a connection request and approves it. */
  async approveConnection(): Promise<void> {
    await this.#sendMessage('pri(authorize.approve)', { id: await this.#waitFor('pri(authorize.subscribe)') });
  }

  /** Waits for a signing request and signs. */
  async sign(): Promise<void> {
    await this.#sendMessage('pri(signing.approve.password)', { id: await this.#waitFor('pri(signing.subscribe)'), password: PASSWORD });
  }

  /** Waits for a signing request and rejects it. */
  async reject(): Promise<void> {
    await this.#sendMessage('pri(signing.cancel)', { id: await this.#waitFor('pri(signing.subscribe)') });
  }

  #sendMessage(message: string, request: unknown): Promise<unknown> {
    return this.#page.evaluate(
      ([messageType, payload]) =>
        new Promise((resolve, reject) => {
          const port = chrome.runtime.connect({ name: 'extension' });
          port.onMessage.addListener(({ error, response }) => (error === undefined ? resolve(response) : reject(new Error(error))));
          port.postMessage({ id: crypto.randomUUID(), message: messageType, origin: 'extension', request: payload });
        }),
      [message, request] as const,
    );
  }

  /** Waits for a request of a kind and returns its id. */
  #waitFor(message: string): Promise<string> {
    return this.#page.evaluate(
      (messageType) =>
        new Promise<string>((resolve) => {
          const port = chrome.runtime.connect({ name: 'extension' });
          port.onMessage.addListener(({ subscription, response }) => {
            const [pending] = [subscription, response].find((list) => Array.isArray(list) && list.length > 0) ?? [];
            if (pending !== undefined) resolve(pending.id);
          });
          port.postMessage({ id: crypto.randomUUID(), message: messageType, origin: 'extension', request: null });
        }),
      message,
    );
  }
}

/** Additional fixtures for tests with the published extension. */
interface PolkadotExtensionFixtures {
  readonly extensionUser: PolkadotExtensionUser;
}

/** `test` with the published polkadot{.js} extension loaded, on a sandbox with the chains of all namespaces. */
export const test = base.extend<PolkadotExtensionFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  extensionFolder: async ({}, use) => {
    await use(await ensurePolkadotExtension());
  },
  sandbox: async ({ chainsSandbox }, use) => {
    await use(chainsSandbox);
  },
  // Controls the sandbox's wallet, not this extension.
  control: async ({ sandbox }, use) => {
    await use(controlOverHttp(sandbox.urls.wallet, sandbox.controlToken));
  },
  extensionUser: async ({ context, extensionOrigin }, use) => {
    const page = await context.newPage();
    await page.goto(`${extensionOrigin}/index.html`);
    await use(new PolkadotExtensionUser(page));
    await page.close();
  },
});
