import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { answerLocally } from './answer-locally.mjs';
import { builtPage } from './build-pages.mjs';
import { REACT_FILE } from './pages.mjs';

/** Time without requests that counts as idle: longer than any idle callback. */
const IDLE_MS = 2_000;
/** Slow 4G of Lighthouse. @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW = { offline: false, latency: 150, downloadThroughput: (1_600 * 1_024) / 8, uploadThroughput: (750 * 1_024) / 8 };

/** Limit for pages that never become idle. */
const LONGEST_MS = 15_000;

const weights = new Map();

/** Bytes of a built file after gzip -9. */
const weigh = (path) => {
  if (!weights.has(path)) weights.set(path, gzipSync(readFileSync(path), { level: 9 }).length);
  return weights.get(path);
};

/** Requests of a page so far. */
class Traffic {
  #page;
  #origin;
  #scripts = new Set();
  #others = [];
  lastAt = performance.now();

  constructor(page, origin) {
    this.#page = page;
    this.#origin = origin;
  }

  add(url, type) {
    if (!/^(https?|wss?):/.test(url) || type === 'Preflight') return;
    this.lastAt = performance.now();
    const { origin, pathname } = new URL(url);
    // Without the query, which may contain a token.
    if (origin !== this.#origin) this.#others.push(origin + pathname);
    else if (pathname.endsWith('.js')) this.#scripts.add(pathname);
  }

  /** Files and bytes of JavaScript, and requests to other origins, so far. */
  now() {
    const scripts = [...this.#scripts].filter((path) => !(this.#page.isReactApart && REACT_FILE.test(path)));
    const files = scripts.map((path) => ({ path, bytes: weigh(join(builtPage(this.#page), path)) }));
    return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), others: [...this.#others] };
  }
}

/**
 * Loads a page in a new browser context, without a cache.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ scripts?: readonly [Function, unknown][], url: string, page: object, hasTouch?: boolean, isAlone?: boolean, isSlow?: boolean }} options
 * `scripts` run before the page's own. `isAlone`: this process responds for all services.
 * `isSlow`: the page's own files are compressed and come over a slow network; responses for other origins are not delayed.
 */
export const openPage = async (browser, { page, url, scripts = [], hasTouch = false, isAlone = true, isSlow = false }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch });
  const tab = await context.newPage();
  const cdp = await context.newCDPSession(tab);
  const traffic = new Traffic(page, new URL(url).origin);
  const errors = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  cdp.on('Network.requestWillBeSent', ({ request, type }) => traffic.add(request.url, type));
  await cdp.send('Network.enable');
  if (isSlow) await cdp.send('Network.emulateNetworkConditions', SLOW);
  if (isAlone) await answerLocally(tab, cdp, (socket) => traffic.add(socket, 'WebSocket'));
  for (const [script, argument] of scripts) await tab.addInitScript(script, argument);
  await tab.goto(url, { waitUntil: 'load' });
  return { tab, cdp, traffic, errors, close: () => context.close() };
};

/** Waits until the page has sent no request for two seconds, which is longer than idle callbacks wait. */
export const whenIdle = async ({ tab, traffic }) => {
  const start = performance.now();
  while (performance.now() - traffic.lastAt < IDLE_MS && performance.now() - start < LONGEST_MS)
    await tab.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100))));
};

/** Used bytes of the JavaScript heap after garbage collection. */
export const heapBytes = async ({ cdp }) => {
  // Objects freed by the first collection may release others.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
};
