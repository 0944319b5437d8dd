import { openPage, whenIdle } from '../lib/open-page.mjs';
import { receiveClient } from '../lib/receive-client.mjs';

const WALLET = 'Bench Wallet';

/** Runs in the page before its own scripts. Announces a wallet that has one account, and forwards what the account does not answer to the chain. */
const announceWallet = ({ name, address, rpcUrl }) => {
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name, icon, rdns: 'example.bench' });
  const callNode = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await response.json()).result;
  };
  const replies = {
    eth_accounts: () => [address],
    eth_requestAccounts: () => [address],
    eth_chainId: () => '0x1',
    wallet_getCapabilities: () => ({}),
  };
  const provider = {
    request: async ({ method, params = [] }) => replies[method]?.() ?? callNode(method, params),
    on: () => provider,
    removeListener: () => provider,
  };
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: Object.freeze(provider) }) }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
};

/** Runs in the page. Connects the wallet. */
const connect = async (name) => {
  const { client } = globalThis.latchkeyBench;
  const found = () => client.getConnectors().find((connector) => connector.name === name);
  while (found() === undefined) await new Promise((done) => setTimeout(done, 10));
  await client.connect({ connectorId: found().id });
};

/**
 * Loads a page with Latchkey in a new profile and connects an account.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ page: object, url: string, endpoints: object, address: string }} options
 */
export const openConnected = async (browser, { page, url, endpoints, address }) => {
  const scripts = [
    [announceWallet, { name: WALLET, address, rpcUrl: endpoints.rpc['eip155:1'] }],
    [receiveClient, endpoints],
  ];
  const opened = await openPage(browser, { page, url, scripts, isAlone: false });
  await opened.tab.waitForFunction(() => globalThis.latchkeyBench.client !== undefined);
  await opened.tab.evaluate(connect, WALLET);
  await whenIdle(opened);
  return opened;
};

/** Opens a view and waits for an element in it. */
export const openView = async ({ tab }, view, selector) => {
  await tab.evaluate((name) => globalThis.latchkeyBench.client.open({ view: name }), view);
  await tab.locator(selector).first().waitFor();
};
