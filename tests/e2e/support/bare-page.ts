import type { Page } from '@playwright/test';

/** A page with a single button. It records announced wallets and their events. */
export const BARE_PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Bare page</title>
<link rel="icon" href="data:,">
<script>
  window.bare = { wallets: [], events: [] };
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = event.detail;
    if (bare.wallets.some((wallet) => wallet.info.uuid === info.uuid)) return;
    bare.wallets.push({ info, provider });
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
      provider.on(name, (value) => bare.events.push({ name, value: value instanceof Error ? { code: value.code } : value }));
    }
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  bare.call = (rdns, request) => bare.wallets.find(({ info }) => info.rdns === rdns).provider.request(request).then(
    (result) => ({ result }),
    ({ code, message }) => ({ error: { code, message } }),
  );
</script>
</head>
<body><h1>Bare page</h1><button onclick="bare.outcome = bare.call(...bare.next)">Send request</button></body>
</html>`;

/** The outcome of a request: its result, or the wallet's error. */
export type Outcome = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

interface BareRequest {
  readonly method: string;
  readonly params?: unknown;
}

interface BareWindow {
  readonly bare: {
    readonly wallets: readonly { readonly info: { readonly rdns: string }; readonly provider: { isConnected(): boolean } }[];
    readonly events: readonly { readonly name: string; readonly value: unknown }[];
    call(rdns: string, request: BareRequest): Promise<Outcome>;
    /** The button's next request. */
    next: readonly [rdns: string, request: BareRequest];
    readonly outcome: Promise<Outcome>;
  };
}

/** Sends requests to one announced wallet from a bare page. */
export class BareDapp {
  readonly page: Page;
  readonly #rdns: string;

  constructor(page: Page, rdns: string) {
    this.page = page;
    this.#rdns = rdns;
  }

  /**
   * Opens the page and waits until the wallet is connected to it. The `connect` event may have fired before the page added its listener.
   */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.waitForFunction((rdns) => {
      // Defined by the bare page.
      const { bare } = globalThis as typeof globalThis & BareWindow;
      return bare.wallets.some(({ info, provider }) => info.rdns === rdns && provider.isConnected());
    }, this.#rdns);
  }

  /** Sends a request by a click on the page's button, so that the wallet may open its window. Does not throw for errors of the wallet. */
  async request(method: string, params?: unknown): Promise<Outcome> {
    const request = params === undefined ? { method } : { method, params };
    await this.page.evaluate(
      (next) => {
        // Defined by the bare page.
        (globalThis as typeof globalThis & BareWindow).bare.next = next;
      },
      [this.#rdns, request] as const,
    );
    await this.page.getByRole('button').click();
    return this.page.evaluate(() => (globalThis as typeof globalThis & BareWindow).bare.outcome);
  }

  /** Sends a request that needs no approval, and returns its result. */
  async result(method: string): Promise<unknown> {
    const outcome = await this.page.evaluate(([rdns, request]) => (globalThis as typeof globalThis & BareWindow).bare.call(rdns, request), [
      this.#rdns,
      { method },
    ] as const);
    if ('error' in outcome) throw new Error(`${method} failed: ${JSON.stringify(outcome.error)}`);
    return outcome.result;
  }

  /** Waits for an event and returns its value. @param occurrence index among the events of this name, from 0 */
  async event(name: string, occurrence = 0): Promise<unknown> {
    const handle = await this.page.waitForFunction(
      ([eventName, index]) => {
        // Defined by the bare page.
        const { bare } = globalThis as typeof globalThis & BareWindow;
        return bare.events.filter((event) => event.name === eventName)[index];
      },
      [name, occurrence] as const,
    );
    const { value } = (await handle.jsonValue()) ?? { value: undefined };
    return value;
  }

  /** Number of events of a name so far. */
  count(name: string): Promise<number> {
    return this.page.evaluate(
      (eventName) => (globalThis as typeof globalThis & BareWindow).bare.events.filter((event) => event.name === eventName).length,
      name,
    );
  }
}
