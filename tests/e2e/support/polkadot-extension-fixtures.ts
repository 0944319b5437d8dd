import { controlOverHttp } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { ensurePolkadotExtension } from '../../../scripts/lib/ensure-polkadot-extension.mjs';
import { test as base } from './extension-fixtures.js';

/** The phrase behind the public development accounts. @see https://docs.polkadot.com/ */
const DEV_PHRASE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';
const PASSWORD = 'a password of the tests';

/** The owner of the published polkadot{.js} extension, with its own page open. It is told by the messages that this page sends by its buttons. */
export class PolkadotExtensionOwner {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes in `//Alice`, under this name. */
  async createAlice(name: string): Promise<void> {
    await this.#tell('pri(accounts.create.suri)', { name, password: PASSWORD, suri: `${DEV_PHRASE}//Alice`, type: 'sr25519' });
  }

  /** Waits until a site asks to be let in, and lets it in. */
  async letIn(): Promise<void> {
    await this.#tell('pri(authorize.approve)', { id: await this.#waitFor('pri(authorize.subscribe)') });
  }

  /** Waits until a site asks for a signature, and signs. */
  async sign(): Promise<void> {
    await this.#tell('pri(signing.approve.password)', { id: await this.#waitFor('pri(signing.subscribe)'), password: PASSWORD });
  }

  /** Waits until a site asks for a signature, and says no. */
  async refuse(): Promise<void> {
    await this.#tell('pri(signing.cancel)', { id: await this.#waitFor('pri(signing.subscribe)') });
  }

  #tell(message: string, request: unknown): Promise<unknown> {
    return this.#page.evaluate(
      ([said, asked]) =>
        new Promise((resolve, reject) => {
          const port = chrome.runtime.connect({ name: 'extension' });
          port.onMessage.addListener(({ error, response }) => (error === undefined ? resolve(response) : reject(new Error(error))));
          port.postMessage({ id: crypto.randomUUID(), message: said, origin: 'extension', request: asked });
        }),
      [message, request] as const,
    );
  }

  /** The id of the first question of a kind, as soon as there is one. */
  #waitFor(message: string): Promise<string> {
    return this.#page.evaluate(
      (said) =>
        new Promise<string>((resolve) => {
          const port = chrome.runtime.connect({ name: 'extension' });
          port.onMessage.addListener(({ subscription, response }) => {
            const [question] = [subscription, response].find((list) => Array.isArray(list) && list.length > 0) ?? [];
            if (question !== undefined) resolve(question.id);
          });
          port.postMessage({ id: crypto.randomUUID(), message: said, origin: 'extension', request: null });
        }),
      message,
    );
  }
}

/** What tests with the published extension can use besides. */
interface PolkadotExtensionFixtures {
  readonly owner: PolkadotExtensionOwner;
}

/** The same `test` with the published polkadot{.js} extension in the browser, and a sandbox that runs the chains of all namespaces. */
export const test = base.extend<PolkadotExtensionFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  extensionFolder: async ({}, use) => {
    await use(await ensurePolkadotExtension());
  },
  sandbox: async ({ world }, use) => {
    await use(world);
  },
  // Not the extension's: it is no wallet of the sandbox.
  control: async ({ sandbox }, use) => {
    await use(controlOverHttp(sandbox.urls.wallet, sandbox.controlToken));
  },
  owner: async ({ context, extensionOrigin }, use) => {
    const page = await context.newPage();
    await page.goto(`${extensionOrigin}/index.html`);
    await use(new PolkadotExtensionOwner(page));
    await page.close();
  },
});
