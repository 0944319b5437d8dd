import { beyond, keepTimers, takeStock, watchSockets } from './ledger.mjs';
import { openPage } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';
import { receiveClient } from './receive-client.mjs';

/** Longer than any pending retry or animation. */
const SETTLE_MS = 3_000;

/** Loads and uses a page, disposes of its client, and counts what is left before and after its React tree is unmounted. */
const leftOvers = async (browser, { page, url, endpoints, use }) => {
  const scripts = [
    [keepTimers, undefined],
    [probe, WALLET],
    [receiveClient, endpoints],
  ];
  const opened = await openPage(browser, { page, url, scripts, isAlone: false });
  try {
    const { tab, cdp } = opened;
    const sockets = watchSockets(cdp);
    await tab.waitForFunction(() => document.querySelector('#connect') !== null);
    await tab.mouse.click(20, 20);
    await use(tab);
    const inUse = await takeStock(opened, sockets);
    const settle = () => tab.waitForTimeout(SETTLE_MS);
    await tab.evaluate(() => globalThis.latchkeyBench.client.dispose());
    await settle();
    const disposed = await takeStock(opened, sockets);
    await tab.evaluate(() => globalThis.latchkeyBench.root.unmount());
    await settle();
    return { socketsOpened: sockets.opened, inUse, disposed, unmounted: await takeStock(opened, sockets) };
  } finally {
    await opened.close();
  }
};

/** Shows the QR code, which needs the relay, and the list of all wallets. */
const useEverything = async (tab) => {
  await tab.waitForFunction(() => globalThis.latchkeyProbe.list !== null);
  const open = (view) => tab.evaluate((name) => globalThis.latchkeyBench.client.open({ view: name }), view);
  await open('ConnectingWalletConnectBasic');
  await tab.locator('[data-testid="lk-qr"]:not(.wait)').waitFor();
  await open('AllWallets');
  await tab.locator('[data-testid="lk-all"] [data-index="0"]').waitFor();
};

/**
 * Counts sockets, timers and listeners that Latchkey leaves behind, beyond those of React on a page with a button.
 * @param {{ page: object, url: string, control: { page: object, url: string }, endpoints: object }} options
 */
export const checkDispose = async (browser, { page, url, control, endpoints }) => {
  const baseline = await leftOvers(browser, { ...control, use: () => undefined });
  const ours = await leftOvers(browser, { page, url, endpoints, use: useEverything });
  return {
    socketsOpened: ours.socketsOpened,
    inUse: beyond(ours.inUse, baseline.inUse),
    afterDispose: beyond(ours.disposed, baseline.disposed),
    afterUnmount: beyond(ours.unmounted, baseline.unmounted),
  };
};
