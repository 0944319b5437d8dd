import type { Page } from '@playwright/test';

/** A page with nothing on it that remembers which wallets announced themselves and what they said. */
export const BARE_PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Bare page</title>
<link rel="icon" href="data:,">
<script>
  window.bare = { wallets: [], events: [] };
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = event.detail ?? {};
    if (info?.rdns === undefined || bare.wallets.some((wallet) => wallet.info.uuid === info.uuid)) return;
    bare.wallets.push({ info, provider });
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message']) {
      provider.on(name, (value) => bare.events.push({ name, value: value instanceof Error ? { code: value.code } : value }));
    }
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
</script>
</head>
<body><h1>Bare page</h1></body>
</html>`;

/** The outcome of a request: its result, or the error the wallet gave. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code?: number; readonly message?: string; readonly data?: unknown; readonly isError: boolean } };

interface BareProvider {
  isConnected(): boolean;
  request(request: { readonly method: string; readonly params?: unknown }): PromiseLike<unknown>;
}

interface BareWindow {
  readonly bare: {
    readonly wallets: readonly { readonly info: { readonly rdns: string }; readonly provider: BareProvider }[];
    readonly events: readonly { readonly name: string; readonly value: unknown }[];
  };
}

/** Talks to one announced wallet from a bare page. */
export class BareDapp {
  readonly page: Page;
  readonly #rdns: string;

  constructor(page: Page, rdns: string) {
    this.page = page;
    this.#rdns = rdns;
  }

  /** Opens the page and waits for the wallet's line. The event `connect` may have come before the page listened. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.waitForFunction((rdns) => {
      // The bare page defines it.
      const { bare } = globalThis as typeof globalThis & BareWindow;
      return bare.wallets.some(({ info, provider }) => info.rdns === rdns && provider.isConnected());
    }, this.#rdns);
  }

  /** Calls a method and resolves with what became of it; never throws for an error of the wallet. */
  request(method: string, params?: unknown): Promise<Outcome> {
    return this.page.evaluate(
      async ([rdns, method, params]) => {
        // The bare page defines it.
        const { bare } = globalThis as typeof globalThis & BareWindow;
        const wallet = bare.wallets.find(({ info }) => info.rdns === rdns);
        if (wallet === undefined) throw new Error(`No wallet ${rdns} was announced.`);
        try {
          return { result: await wallet.provider.request(params === undefined ? { method } : { method, params }) };
        } catch (error) {
          const { code, message, data } = Object(error);
          return { error: { code, message, data, isError: error instanceof Error } };
        }
      },
      [this.#rdns, method, params] as const,
    );
  }

  /** Calls a method that succeeds. */
  async result(method: string, params?: unknown): Promise<unknown> {
    const outcome = await this.request(method, params);
    if ('error' in outcome) throw new Error(`${method} failed: ${JSON.stringify(outcome.error)}`);
    return outcome.result;
  }

  /** Events so far, of one name or all. */
  events(name?: string): Promise<readonly { readonly name: string; readonly value: unknown }[]> {
    return this.page.evaluate((wanted) => {
      // The bare page defines it.
      const { bare } = globalThis as typeof globalThis & BareWindow;
      return bare.events.filter((event) => wanted === undefined || event.name === wanted);
    }, name);
  }

  /** Waits for the event that comes as the given one of its name, and resolves with its value. @param place from 0 */
  async event(name: string, place = 0): Promise<unknown> {
    const handle = await this.page.waitForFunction(
      ([wanted, index]) => {
        // The bare page defines it.
        const { bare } = globalThis as typeof globalThis & BareWindow;
        return bare.events.filter((event) => event.name === wanted)[index];
      },
      [name, place] as const,
    );
    const { value } = (await handle.jsonValue()) ?? { value: undefined };
    return value;
  }
}
