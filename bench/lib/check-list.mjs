import { openPage } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';
import { receiveClient } from './receive-client.mjs';
import { countFrames, keepStatic, showStatic, watchSearch } from './wallet-list.mjs';

const ROUNDS = 15;
const SLOWER = 4;
/** Scroll distance in pixels, and pixels per second: a fast flick. */
const WAY = 6_000;
const SPEED = 3_000;

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

const scrollBoth = async (opened) => {
  const { tab, cdp } = opened;
  const wallets = await tab.evaluate(keepStatic);
  await cdp.send('Performance.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const runs = { virtual: [], static: [] };
  // The first round of each is a warm-up.
  for (let round = -1; round < ROUNDS; round += 1) {
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
  return { wallets, virtual: total(runs.virtual), static: total(runs.static), gaps };
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
export const checkList = async (browser, { page, url, sandbox }) => {
  // All wallets support the page's networks.
  const wallets = (await sandbox.directory.wallets()).slice(0, 500).map((wallet) => ({ ...wallet, chains: ['eip155:1'] }));
  await sandbox.directory.setWallets(wallets);
  const { walletDirectory, images, relay } = sandbox.meta;
  const scripts = [
    [probe, WALLET],
    [receiveClient, { walletDirectory, images, relay }],
  ];
  const opened = await openPage(browser, { page, url, scripts, isAlone: false });
  try {
    const { tab } = opened;
    await tab.locator('#connect').click();
    await tab.waitForFunction(() => globalThis.latchkeyProbe.list !== null);
    await tab.evaluate(() => globalThis.latchkeyBench.client.open({ view: 'AllWallets' }));
    await tab.locator('[data-testid="lk-all"] [data-index="0"]').waitFor();
    const scrolled = await scrollBoth(opened);
    const found = await search(
      opened,
      [77, 178, 279, 380, 481].map((index) => wallets[index].name),
    );
    return { ...scrolled, slower: SLOWER, searchMs: found };
  } finally {
    await opened.close();
  }
};
