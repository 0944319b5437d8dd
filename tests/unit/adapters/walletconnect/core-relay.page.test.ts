import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { startRelayPage } from '../support/relay-pages.js';

/** New globals. Helpers of early tslib versions (`__awaiter` …), which dependencies of Core define globally, are ignored. */
const addedTo = (globals: readonly string[]): readonly string[] =>
  Object.keys(globalThis).filter((name) => !globals.includes(name) && !/^__[a-z][A-Za-z]+$/.test(name));

describe('page around the relay', () => {
  const globals = Object.keys(globalThis);
  const made = { timers: 0, requests: 0 };

  beforeEach(() => {
    Object.assign(made, { timers: 0, requests: 0 });
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation(() => {
        throw new Error('Unexpected log');
      });
    }
    vi.stubGlobal('fetch', () => {
      made.requests += 1;
      return Promise.reject(new Error('Unexpected request'));
    });
    const { setInterval: real } = globalThis;
    vi.stubGlobal('setInterval', (...of: Parameters<typeof real>) => {
      // The test's own polling uses timers of one millisecond.
      if ((of[1] ?? 0) > 1) made.timers += 1;
      return real(...of);
    });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('sees no request, log, timer or global, and nothing remains after dispose', async () => {
    const { server, clock, browser, relay, pair, seal, received, until } = startRelayPage();
    const topic = await pair();
    server.last.push(topic, await seal(topic, 1));
    server.last.push(topic, 'garbage');
    await until(() => received.length === 1);
    browser.setVisible(false);
    await clock.run(3_600_000);
    browser.setVisible(true);
    relay.dispose();
    await flushPromises();
    expect([made, addedTo(globals), server.openCount, clock.pending]).toEqual([{ timers: 0, requests: 0 }, [], 0, 0]);
  });
});
