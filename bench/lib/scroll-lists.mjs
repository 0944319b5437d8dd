import { countFrames, keepStatic, showStatic } from './long-list.mjs';

const ROUNDS = 15;
const SLOWER = 4;
/** Scroll distance in pixels, and pixels per second: a fast flick. */
const WAY = 6_000;
const SPEED = 3_000;
/** Pixels after the scroll distance that are still drawn. */
const BEYOND = 1_000;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Seconds of work of the page's main thread so far. */
const workOf = async (cdp) => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;

/** Scrolls a list down and back up, and measures dropped frames and main thread work. */
const scroll = async ({ tab, cdp }, isStatic, looks = false) => {
  await tab.evaluate(showStatic, isStatic);
  const { x, y } = await tab.evaluate(() => globalThis.latchkeyList.middle());
  await tab.evaluate(countFrames, looks);
  const before = await workOf(cdp);
  for (const yDistance of [-WAY, WAY]) {
    const gesture = { x, y, yDistance, speed: SPEED, gestureSourceType: 'mouse', preventFling: true };
    await cdp.send('Input.synthesizeScrollGesture', gesture);
  }
  const workMs = ((await workOf(cdp)) - before) * 1_000;
  return { ...(await tab.evaluate(() => globalThis.latchkeyFrames.stop())), workMs };
};

/**
 * Scrolls a list of the page, and a static list with copies of its rows, alternately.
 * @param {{ tab: import('@playwright/test').Page, cdp: import('@playwright/test').CDPSession }} opened
 * @param {{ testId: string, isWhole?: boolean, rounds?: number, slower?: number }} options `isWhole`: all rows are copied, not only those that
 * are scrolled past. `slower`: CPU throttling
 */
export const scrollBoth = async (opened, { testId, isWhole = false, rounds = ROUNDS, slower = SLOWER }) => {
  const { tab, cdp } = opened;
  const rows = await tab.evaluate(keepStatic, { testId, untilPx: isWhole ? Number.POSITIVE_INFINITY : WAY + BEYOND });
  await cdp.send('Performance.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const runs = { virtual: [], static: [] };
  // The first round of each is a warm-up.
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of round % 2 === 0 ? ['virtual', 'static'] : ['static', 'virtual']) {
      const frames = await scroll(opened, kind === 'static');
      if (round >= 0) runs[kind].push(frames);
    }
  }
  const { gaps } = await scroll(opened, false, true);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await tab.evaluate(showStatic, false);
  await tab.evaluate(() => globalThis.latchkeyList.copy.remove());
  const total = (list) => ({
    dropped: sum(list.map(({ dropped }) => dropped)),
    frames: sum(list.map(({ frames, dropped }) => frames + dropped)),
    perRun: list.map(({ dropped }) => dropped),
    workMs: list.map(({ workMs }) => workMs),
  });
  return { rows, slower, virtual: total(runs.virtual), static: total(runs.static), gaps };
};
