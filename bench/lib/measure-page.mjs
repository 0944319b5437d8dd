import { heapBytes, openPage, whenIdle } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';

/** How long a hand rests on a button before it presses, and how long it presses. */
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

/** A click of somebody who knows where the button is: the pointer is there with the press, and the button learns of both in one task. */
const clickAtOnce = async ({ cdp }, point) => {
  const click = { ...point, button: 'left', clickCount: 1 };
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click });
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click });
};

const tap = async ({ cdp }, point) => {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await pause(PRESS_MS);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** How the button is reached: a mouse that rests on it before it presses, one that does not, or a finger. */
const PRESSES = { mouse: clickWithMouse, click: clickAtOnce, finger: tap };

/**
 * One load of a page of a kit: what it fetches until it rests, and, after a click, when its dialog and the installed wallet in its list
 * can be seen. Only with `mouse` something goes before the press: the pointer rests on the button.
 */
export const measureKit = async (browser, { page, url, by }) => {
  const opened = await openPage(browser, { page, url, scripts: [[probe, WALLET]], hasTouch: by === 'finger' });
  const { tab, traffic, errors, close } = opened;
  try {
    await tab.locator('#connect').waitFor();
    await whenIdle(opened);
    const idle = traffic.now();
    const point = await middleOf(tab);
    // The page is asked at the click itself what it had fetched by then.
    let atClick = null;
    await tab.exposeFunction('latchkeyClicked', () => {
      atClick ??= traffic.now();
    });
    await tab.evaluate(() => addEventListener('click', () => globalThis.latchkeyClicked(), { capture: true, once: true }));
    await PRESSES[by](opened, point);
    await tab
      .waitForFunction(() => globalThis.latchkeyProbe.list !== null, undefined, { timeout: LONGEST_MS, polling: 100 })
      // What was seen by then tells what is missing.
      .catch(() => undefined);
    const atList = traffic.now();
    const { dialog, list } = await tab.evaluate(() => globalThis.latchkeyProbe);
    return { idle, atClick: atClick ?? idle, atList, dialog, list, errors };
  } finally {
    await close();
  }
};

/**
 * One load of a page over a slow network: when its button is in sight, counted from the navigation, and, after a tap, when its dialog is. All
 * that the page fetches by itself is there by then.
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

/** One load of a page: what it fetches until it rests, and its heap then. */
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
