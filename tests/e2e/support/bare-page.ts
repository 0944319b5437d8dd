import type { Page } from '@playwright/test';

/** A page with nothing on it but a button. It remembers which wallets announced themselves and the events they emitted. */
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
<body><h1>Bare page</h1><button onclick="bare.outcome = bare.call(...bare.next)">Ask</button></body>
</html>`;

/** The outcome of a request: its result, or the error the wallet gave. */
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
    /** What the button asks for. */
    next: readonly [rdns: string, request: BareRequest];
    readonly outcome: Promise<Outcome>;
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

  /** Opens the page and waits until the wallet is connected to it. The event `connect` may have come before the page listened. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.waitForFunction((rdns) => {
      // The bare page defines it.
      const { bare } = globalThis as typeof globalThis & BareWindow;
      return bare.wallets.some(({ info, provider }) => info.rdns === rdns && provider.isConnected());
    }, this.#rdns);
  }

  /** Calls a method by a click on the page's button, so that the wallet may open its window. Never throws for an error of the wallet. */
  async request(method: string, params?: unknown): Promise<Outcome> {
    const request = params === undefined ? { method } : { method, params };
    await this.page.evaluate(
      (next) => {
        // The bare page defines it.
        (globalThis as typeof globalThis & BareWindow).bare.next = next;
      },
      [this.#rdns, request] as const,
    );
    await this.page.getByRole('button').click();
    return this.page.evaluate(() => (globalThis as typeof globalThis & BareWindow).bare.outcome);
  }

  /** Calls a method that asks no one and succeeds. */
  async result(method: string): Promise<unknown> {
    const outcome = await this.page.evaluate(([rdns, request]) => (globalThis as typeof globalThis & BareWindow).bare.call(rdns, request), [
      this.#rdns,
      { method },
    ] as const);
    if ('error' in outcome) throw new Error(`${method} failed: ${JSON.stringify(outcome.error)}`);
    return outcome.result;
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

  /** How many events of a name have come. */
  count(name: string): Promise<number> {
    return this.page.evaluate(
      (wanted) => (globalThis as typeof globalThis & BareWindow).bare.events.filter((event) => event.name === wanted).length,
      name,
    );
  }
}
