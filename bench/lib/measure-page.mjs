import { heapBytes, openPage, whenIdle } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';

/** How long the pointer hovers over a button before it presses, and how long it presses. */
const HOVER_MS = 200;
const PRESS_MS = 80;
const LONGEST_MS = 20_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const middleOf = async (tab) => {
  const { x, y, width, height } = await tab.locator('#connect').boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

const clickWithMouse = async ({ tab }, { x, y }) => {
  await tab.mouse.move(x, y);
  await pause(HOVER_MS);
  await tab.mouse.down();
  await pause(PRESS_MS);
  await tab.mouse.up();
};

/** A click without hovering: the pointer arrives with the press, so the button receives both events in one task. */
const clickWithoutHovering = async ({ cdp }, point) => {
  const click = { ...point, button: 'left', clickCount: 1 };
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click });
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click });
};

const tap = async ({ cdp }, point) => {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await pause(PRESS_MS);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** Ways to press the button: mouse with hovering, mouse without hovering, finger. */
const PRESSES = { mouse: clickWithMouse, click: clickWithoutHovering, finger: tap };

/**
 * One load of a kit's page: what it fetches until idle, and, after a click, when its dialog and the installed wallet in its list are
 * visible. Only `mouse` hovers before the press.
 */
export const measureKit = async (browser, { page, url, by }) => {
  const opened = await openPage(browser, { page, url, scripts: [[probe, WALLET]], hasTouch: by === 'finger' });
  const { tab, traffic, errors, close } = opened;
  try {
    await tab.locator('#connect').waitFor();
    await whenIdle(opened);
    const idle = traffic.now();
    const point = await middleOf(tab);
    // Counts at the click event what the page has fetched so far.
    let atClick = null;
    await tab.exposeFunction('latchkeyClicked', () => {
      atClick ??= traffic.now();
    });
    await tab.evaluate(() => addEventListener('click', () => globalThis.latchkeyClicked(), { capture: true, once: true }));
    await PRESSES[by](opened, point);
    await tab
      .waitForFunction(() => globalThis.latchkeyProbe.list !== null, undefined, { timeout: LONGEST_MS, polling: 100 })
      // The results so far show what is missing.
      .catch(() => undefined);
    const atList = traffic.now();
    const { dialog, list } = await tab.evaluate(() => globalThis.latchkeyProbe);
    return { idle, atClick: atClick ?? idle, atList, dialog, list, errors };
  } finally {
    await close();
  }
};

/**
 * One load of a page over a slow network: when its button is visible, from the navigation on, and, after a tap, when its dialog is. All
 * static files are loaded before the tap.
 */
export const measureSlow = async (browser, { page, url }) => {
  const opened = await openPage(browser, { page, url, scripts: [[probe, WALLET]], hasTouch: true, isSlow: true });
  const { tab, traffic, errors, close } = opened;
  try {
    await tab.locator('#connect').waitFor();
    await whenIdle(opened);
    const buttonMs = await tab.evaluate(() => globalThis.latchkeyProbe.buttonMs);
    const idle = traffic.now();
    await tap(opened, await middleOf(tab));
    await tab
      .waitForFunction(() => globalThis.latchkeyProbe.dialog !== null, undefined, { timeout: LONGEST_MS, polling: 100 })
      .catch(() => undefined);
    const { dialog } = await tab.evaluate(() => globalThis.latchkeyProbe);
    return { buttonMs, idle, dialog, errors };
  } finally {
    await close();
  }
};

/** One load of a page: what it fetches until idle, and its heap then. */
export const measureRest = async (browser, { page, url }) => {
  const opened = await openPage(browser, { page, url, scripts: [[probe, WALLET]] });
  try {
    await opened.tab.locator('#connect').waitFor();
    await whenIdle(opened);
    return { idle: opened.traffic.now(), heap: await heapBytes(opened), errors: opened.errors };
  } finally {
    await opened.close();
  }
};
