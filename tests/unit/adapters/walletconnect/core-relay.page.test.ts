import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { startRelayPage } from '../support/relay-pages.js';

/**
 * What is global now and was not. The first versions of tslib, which packages below Core load, keep their helpers (`__awaiter` …) on the
 * global object: the same on every page that has them.
 */
const addedTo = (globals: readonly string[]): readonly string[] =>
  Object.keys(globalThis).filter((name) => !globals.includes(name) && !/^__[a-z][A-Za-z]+$/.test(name));

describe('the page around it', () => {
  const globals = Object.keys(globalThis);
  const made = { timers: 0, requests: 0 };

  beforeEach(() => {
    Object.assign(made, { timers: 0, requests: 0 });
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation(() => {
        throw new Error('Nothing is to be logged.');
      });
    }
    vi.stubGlobal('fetch', () => {
      made.requests += 1;
      return Promise.reject(new Error('Nothing is to be asked.'));
    });
    const { setInterval: real } = globalThis;
    vi.stubGlobal('setInterval', (...of: Parameters<typeof real>) => {
      // The test's own waiting uses some of one millisecond.
      if ((of[1] ?? 0) > 1) made.timers += 1;
      return real(...of);
    });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('hears no word of it: no request, no log, no timer, nothing global, and nothing left at the end', async () => {
    const { server, clock, browser, relay, pair, seal, heard, until } = startRelayPage();
    const topic = await pair();
    server.last.push(topic, await seal(topic, 1));
    server.last.push(topic, 'garbage');
    await until(() => heard.length === 1);
    browser.setVisible(false);
    await clock.run(3_600_000);
    browser.setVisible(true);
    relay.dispose();
    await settle();
    expect([made, addedTo(globals), server.open, clock.pending]).toEqual([{ timers: 0, requests: 0 }, [], 0, 0]);
  });
});
