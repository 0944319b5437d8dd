import { heapBytes, openPage, whenIdle } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';
import { receiveClient } from './receive-client.mjs';

/** Openings after which the heap is read. */
const AT = [20, 40, 60, 80, 100];

/** Opens the modal again and again; resolves once it is open and drawn. */
const openAgain = async (times) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  const { client } = globalThis.latchkeyBench;
  for (let time = 0; time < times; time += 1) {
    await client.close();
    await drawn();
    await client.open();
    await drawn();
  }
};

/** The heap, after collection, with the modal open for the 20th to the 100th time. */
export const checkHeap = async (browser, { page, url }) => {
  const opened = await openPage(browser, {
    page,
    url,
    scripts: [
      [probe, WALLET],
      [receiveClient, undefined],
    ],
  });
  const { tab } = opened;
  try {
    await tab.locator('#connect').click();
    await tab.waitForFunction(() => globalThis.latchkeyProbe.list !== null);
    await whenIdle(opened);
    const bytes = {};
    let times = 1;
    for (const at of AT) {
      await tab.evaluate(openAgain, at - times);
      times = at;
      bytes[at] = await heapBytes(opened);
    }
    return { bytes, growthPercent: (bytes[100] / bytes[20] - 1) * 100 };
  } finally {
    await opened.close();
  }
};
