import { openPage } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';
import { receiveClient } from './receive-client.mjs';
import { scrollBoth } from './scroll-lists.mjs';

/**
 * Runs in the page. Waits for the last key of a search, and for the frame that shows the expected wallet first in the list.
 */
const watchSearch = (name) => {
  const { root } = globalThis.latchkeyList;
  const field = root.querySelector('[data-testid="lk-search"]');
  let lastKeyAt = 0;
  field.addEventListener('input', (event) => {
    lastKeyAt = event.timeStamp;
  });
  const isFound = () => {
    const list = root.querySelector('[data-testid="lk-all"]');
    return (
      field.value === name &&
      list?.getAttribute('aria-busy') === 'false' &&
      list.querySelector('[data-index="0"]')?.textContent.includes(name)
    );
  };
  globalThis.latchkeySearch = new Promise((done) => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => {
      drawn.port1.close();
      done(performance.now() - lastKeyAt);
    };
    const onFrame = () => (isFound() ? drawn.port2.postMessage(null) : requestAnimationFrame(onFrame));
    requestAnimationFrame(onFrame);
  });
};

/** Milliseconds from the last key to the first result on the screen, for a few searches. */
const search = async ({ tab }, names) => {
  const field = tab.locator('[data-testid="lk-search"]');
  const times = [];
  for (const name of names) {
    await field.fill('');
    await tab.locator('[data-testid="lk-all"] [data-index="20"]').waitFor();
    await tab.evaluate(watchSearch, name);
    await field.pressSequentially(name, { delay: 60 });
    times.push(await tab.evaluate(() => globalThis.latchkeySearch));
  }
  return times;
};

/**
 * Measures the list of 500 wallets: dropped frames when scrolling with 4x CPU throttling, compared with a static list of the same rows;
 * and the duration of a search.
 */
export const checkList = async (browser, { page, url, endpoints, sandbox }) => {
  // All wallets support the page's networks.
  const wallets = (await sandbox.directory.wallets()).slice(0, 500).map((wallet) => ({ ...wallet, chains: ['eip155:1'] }));
  await sandbox.directory.setWallets(wallets);
  const scripts = [
    [probe, WALLET],
    [receiveClient, endpoints],
  ];
  const opened = await openPage(browser, { page, url, scripts, isAlone: false });
  try {
    const { tab } = opened;
    await tab.locator('#connect').click();
    await tab.waitForFunction(() => globalThis.latchkeyProbe.list !== null);
    await tab.evaluate(() => globalThis.latchkeyBench.client.open({ view: 'AllWallets' }));
    await tab.locator('[data-testid="lk-all"] [data-index="0"]').waitFor();
    const { rows, ...scrolled } = await scrollBoth(opened, { testId: 'lk-all', isWhole: true });
    const found = await search(
      opened,
      [77, 178, 279, 380, 481].map((index) => wallets[index].name),
    );
    return { ...scrolled, wallets: rows, searchMs: found };
  } finally {
    await opened.close();
  }
};
