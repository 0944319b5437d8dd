import fc from 'fast-check';
import { FRAME_ACTIONS } from 'latchkey/frame';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FrameListener } from '../../../../../sandbox/secure-site/documents/frame-listener.js';
import { HostLink } from '../../../../../sandbox/secure-site/documents/host-link.js';
import { SiteWindow } from '../../../../../sandbox/secure-site/documents/site-window.js';

const APP = 'https://app.example';
const SITE = 'https://secure.example';
const RUNS = { numRuns: 10_000 };

/** A window, as far as it is posted to. */
const newWindow = () => {
  const posted: { readonly type: string; readonly id: string; readonly payload?: unknown }[] = [];
  return { posted, window: { closed: false, postMessage: (data: never) => void posted.push(structuredClone(data)) } };
};

/** Windows that are not the frame's host: other frames and windows of the page, its opener, and the frame itself. */
const STRANGERS = Object.fromEntries(['sibling', 'opener', 'popup', 'frame'].map((name) => [name, newWindow().window]));
const ORIGINS = [APP, SITE, 'null', `${APP}.attacker.example`, 'http://app.example', ''];
const HUGE = 'x'.repeat(100_000);
const PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  HUGE,
  { email: 'ada@example.com', otp: '123456', chainId: 5, type: 'eoa', projectId: HUGE, themeMode: 'dark' },
  { method: 'personal_sign', params: ['0x00', '0x00'] },
];

/** From strangers with any origin, or from the host's window once it shows another page. */
const senders = (host: unknown, own: string) =>
  fc.oneof(
    fc.record({ source: fc.constantFrom(...Object.values(STRANGERS), null), origin: fc.constantFrom(...ORIGINS) }),
    fc.record({ source: fc.constant(host), origin: fc.constantFrom(...ORIGINS.filter((origin) => origin !== own)) }),
  );

/** The members that listeners read. */
const eventOf = (data: unknown, from: object): MessageEvent => ({ data, ports: [], ...from }) as never;

describe('forged messages', () => {
  it('change no state of the frame, call no handler and get no reply', async () => {
    // The link waits for a second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { window: parent, posted } = newWindow();
    // The members that are used.
    const host = new HostLink(parent as never, APP);
    const calls: string[] = [];
    const handlers = Object.fromEntries(Object.keys(FRAME_ACTIONS).map((action) => [action, async () => void calls.push(action)]));
    const listener = new FrameListener({ parent: parent as never, host, handlers: Promise.resolve(handlers) });
    let isShown: boolean | null = null;
    void host.notify({ type: 'show', height: 600 }).then((isKnown) => {
      isShown = isKnown;
    });
    const { id } = posted.splice(0)[0] ?? { id: '' };
    const types = [...Object.keys(FRAME_ACTIONS).map((action) => `@w3m-app/${action}`), '@latchkey-app/RECEIVED'];
    const message = fc.record({
      type: fc.oneof(fc.constantFrom(...types), fc.string()),
      id: fc.oneof(fc.constant(id), fc.string()),
      payload: fc.constantFrom(...PAYLOADS),
    });
    const data = fc.oneof({ weight: 4, arbitrary: message }, fc.anything({ maxDepth: 1 }));
    await fc.assert(
      fc.asyncProperty(data, senders(parent, APP), (forged, from) => listener.handle(eventOf(forged, from))),
      RUNS,
    );
    expect([calls, posted, isShown, host.origin]).toEqual([[], [], null, APP]);

    // An acknowledgement with another id is the host's own fault, and settles nothing.
    await listener.handle(eventOf({ type: '@latchkey-app/RECEIVED', id: `${id}0` }, { source: parent, origin: APP }));
    expect(isShown).toBeNull();
    await listener.handle(eventOf({ type: '@latchkey-app/RECEIVED', id }, { source: parent, origin: APP }));
    await listener.handle(eventOf({ type: '@w3m-app/IS_CONNECTED', id: '1' }, { source: parent, origin: APP }));
    expect([calls, isShown, posted]).toEqual([['IS_CONNECTED'], true, [{ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: '1' }]]);
  });

  it('neither approve nor reject what a window of the site is asked, and get no task', async () => {
    const { window: opened, posted } = newWindow();
    const page = Object.assign(new EventTarget(), { open: () => opened });
    vi.stubGlobal('window', page);
    vi.stubGlobal('location', { origin: SITE });
    const window = SiteWindow.open('');
    const outcomes: unknown[] = [];
    // The window compares nothing of the task.
    void window
      ?.run({ kind: 'approve' } as never, new AbortController().signal, () => undefined)
      .then(
        (result) => outcomes.push(result),
        (error: unknown) => outcomes.push(error),
      );
    const dispatch = (data: unknown, from: object): void =>
      void page.dispatchEvent(Object.assign(new Event('message'), eventOf(data, from)));
    dispatch({ type: 'secure-window/ready', document: 'a' }, { source: opened, origin: SITE });
    const { id } = posted.splice(0)[0] ?? { id: '' };
    const message = fc.record({
      type: fc.constantFrom('secure-window/ready', 'secure-window/done', 'secure-window/rejected'),
      id: fc.constantFrom(id, ''),
      result: fc.constantFrom({ digest: 'x' }, HUGE),
    });
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: message }, fc.anything({ maxDepth: 1 })), senders(opened, SITE), dispatch),
      RUNS,
    );
    dispatch({ type: 'secure-window/done', id: `${id}0`, result: {} }, { source: opened, origin: SITE });
    await flushPromises();
    expect([outcomes, posted]).toEqual([[], []]);
    dispatch({ type: 'secure-window/done', id, result: { digest: 'y' } }, { source: opened, origin: SITE });
    await flushPromises();
    expect(outcomes).toEqual([{ digest: 'y' }]);
  });

  it('leave a window that repeats its report with the one port of its task, and one that was reloaded with another', () => {
    const { window: opened, posted } = newWindow();
    const page = Object.assign(new EventTarget(), { open: () => opened });
    vi.stubGlobal('window', page);
    vi.stubGlobal('location', { origin: SITE });
    const controller = new AbortController();
    const ports: unknown[] = [];
    // The window compares nothing of the task.
    const run = SiteWindow.open('')?.run({ kind: 'approve' } as never, controller.signal, (port) => ports.push(port));
    run?.catch(() => undefined);
    const counts = ['a', 'a', 'b', 'b'].map((document) => {
      const data = { type: 'secure-window/ready', document };
      page.dispatchEvent(Object.assign(new Event('message'), eventOf(data, { source: opened, origin: SITE })));
      return [posted.length, ports.length];
    });
    controller.abort(new Error('closed'));
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });
});
