import { heapBytes, openPage, whenIdle } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';

/** Openings after which the heap is read. */
export const OPENINGS = [20, 100];

const LONGEST_MS = 5_000;

/** Waits until a dialog is visible or hidden, and for work after the frame that shows it. */
const untilDialog = async (tab, isThere) => {
  await tab.waitForFunction((wanted) => globalThis.latchkeyHasDialog() === wanted, isThere, { timeout: LONGEST_MS });
  await tab.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30))));
};

/**
 * Reads the heap, after garbage collection, with a dialog open for the 20th and the 100th time. A click on the button opens it, Escape
 * closes it.
 */
export const measureOpenings = async (browser, { page, url }) => {
  const opened = await openPage(browser, { page, url, scripts: [[probe, WALLET]] });
  const { tab } = opened;
  try {
    const button = tab.locator('#connect');
    await button.waitFor();
    await whenIdle(opened);
    const { x, y, width, height } = await button.boundingBox();
    const bytes = {};
    for (let time = 1; time <= OPENINGS.at(-1); time += 1) {
      if (time > 1) {
        await tab.keyboard.press('Escape');
        await untilDialog(tab, false);
      }
      await tab.mouse.click(x + width / 2, y + height / 2);
      await untilDialog(tab, true);
      if (time === 1) await whenIdle(opened);
      if (OPENINGS.includes(time)) bytes[time] = await heapBytes(opened);
    }
    return { bytes };
  } catch (error) {
    return { error: String(error).split('\n')[0] };
  } finally {
    await opened.close();
  }
};
