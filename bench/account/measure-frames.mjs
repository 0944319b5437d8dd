import { openConnected, openView } from './connected-page.mjs';
import { ADDRESS } from './make-history.mjs';

const SLOWER = 4;

/**
 * Runs in the page. Waits for the first page of the history, and for the frame in which transactions fill the list. Resolves with the
 * milliseconds between both, and the number of that frame: 1 is the next one.
 */
const watchFirstScreen = () => {
  globalThis.latchkeyFirstScreen = new Promise((done) => {
    const { client } = globalThis.latchkeyBench;
    const modal = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot?.querySelector('dialog'));
    const isFull = () => {
      const list = modal.shadowRoot.querySelector('[data-testid="lk-activity"]');
      if (list === null) return false;
      const { x, y, width, height } = list.getBoundingClientRect();
      return [0.05, 0.3, 0.6, 0.95].every(
        (part) => modal.shadowRoot.elementFromPoint(x + width / 4, y + height * part)?.closest('li') != null,
      );
    };
    const drawn = new MessageChannel();
    let frames = 0;
    let loadedAt = 0;
    drawn.port1.onmessage = () => {
      frames += 1;
      const ms = performance.now() - loadedAt;
      if (!isFull()) return requestAnimationFrame(() => drawn.port2.postMessage(null));
      subscription.unsubscribe();
      drawn.port1.close();
      done({ ms, frames });
    };
    const subscription = client.useCases.watchActivity.execute().subscribe(({ months }) => {
      if (months.length === 0 || loadedAt > 0) return;
      loadedAt = performance.now();
      requestAnimationFrame(() => drawn.port2.postMessage(null));
    });
  });
};

/** From the grouped first page of a history to the frame that shows it, with a slower CPU. */
export const measureFirstScreen = async (browser, { page, url, services }) => {
  services.holdHistory();
  const opened = await openConnected(browser, { page, url, endpoints: services.endpoints, address: ADDRESS });
  try {
    const { tab, cdp } = opened;
    await openView(opened, 'Transactions', '[data-testid="lk-skeleton"]');
    // The dialog is at rest.
    await tab.waitForTimeout(500);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await tab.evaluate(watchFirstScreen);
    services.releaseHistory();
    return await tab.evaluate(() => globalThis.latchkeyFirstScreen);
  } finally {
    services.releaseHistory();
    await opened.close();
  }
};

/** Parses and groups the first page of a history, with a slower CPU: as the first thing that a page does. `detects`: look-alikes, too. */
export const measureFirstPage = async (browser, { page, url, services, detects }) => {
  const opened = await openConnected(browser, { page, url, endpoints: services.endpoints, address: ADDRESS });
  try {
    await opened.cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await opened.tab.evaluate((isDetecting) => globalThis.latchkeyBench.groupFirstPage(1_000, isDetecting), detects);
  } finally {
    await opened.close();
  }
};
