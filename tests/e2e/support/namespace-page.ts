import type { Page } from '@playwright/test';

/** A page with nothing on it that lists the wallets of every namespace as apps find them. */
export const NAMESPACE_PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Namespaces</title>
<link rel="icon" href="data:,">
<script>
  window.found = { eip155: [], standard: [] };
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (found.eip155.every(({ info }) => info.uuid !== detail.info.uuid)) found.eip155.push(detail);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  const api = Object.freeze({ register: (...wallets) => { found.standard.push(...wallets.filter((wallet) => !found.standard.includes(wallet))); } });
  addEventListener('wallet-standard:register-wallet', ({ detail }) => detail(api));
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  window.standard = (name) => found.standard.find((wallet) => wallet.name === name);
  window.hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  window.outcome = (run) => run().then((result) => ({ result }), ({ code, message }) => ({ error: { code, message } }));
</script>
</head>
<body><h1>Namespaces</h1></body>
</html>`;

/** What a page finds, by the names that wallets give themselves. */
export interface Found {
  readonly eip155: readonly string[];
  readonly standard: readonly { readonly name: string; readonly chains: readonly string[] }[];
  readonly bitcoin: readonly string[];
  readonly polkadot: readonly string[];
}

/** Opens the page and reads what it finds. */
export const findWallets = async (page: Page, url: string): Promise<Found> => {
  await page.goto(url);
  return page.evaluate(
    `({
      eip155: found.eip155.map(({ info }) => info.name),
      standard: found.standard.map(({ name, chains }) => ({ name, chains: [...chains] })),
      bitcoin: (window.btc_providers ?? []).map(({ name }) => name),
      polkadot: Object.keys(window.injectedWeb3 ?? {}),
    })`,
  );
};

/** Runs an expression in the page that resolves with what became of a request. */
export const runInPage = (page: Page, expression: string): Promise<{ readonly result?: unknown; readonly error?: unknown }> =>
  page.evaluate(`outcome(async () => (${expression}))`);
