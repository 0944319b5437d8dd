import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { FIRST, setUp, setUpSubscribed, TOPIC } from '../support/relay-connection-fixture.js';

describe('lost relay connection', () => {
  it('is reopened after 0.1 s with its topics', async () => {
    const { server, clock, statuses, subscribed } = await setUpSubscribed();
    await clock.run(10_000);
    server.last.finishClose();
    expect(statuses.at(-1)).toBe('opening');
    await clock.run(99);
    expect(server.sockets).toHaveLength(1);
    await clock.run(1);
    expect([statuses.at(-1), subscribed()]).toEqual(['open', [[TOPIC], [TOPIC]]]);
  });

  it('is retried with backoff, with the status relay/unreachable', async () => {
    const { server, clock, statuses } = await setUpSubscribed({ relayUrls: [FIRST] });
    await clock.run(10_000);
    server.modes.set('wss://', 'refused');
    server.last.finishClose();
    const began = clock.now();
    const times: number[] = [];
    for (let step = 0; step < 600; step += 1) {
      const before = server.sockets.length;
      await clock.run(100);
      if (server.sockets.length > before) times.push((clock.now() - began) / 1_000);
    }
    expect(times).toEqual([0.1, 1.1, 3.1, 6.1, 10.1, 15.1, 21.1, 28.1, 36.1, 45.1, 55.1]);
    expect(statuses.slice(2)).toEqual(['open', 'opening', 'relay/unreachable']);
    server.modes.clear();
    await clock.run(10_000);
    expect(statuses.slice(2)).toEqual(['open', 'opening', 'relay/unreachable', 'open']);
  });

  it('is retried with backoff when it is lost right after opening', async () => {
    const { server, clock } = await setUpSubscribed({ relayUrls: [FIRST] });
    const { respond } = server;
    server.respond = (call) => {
      queueMicrotask(() => queueMicrotask(() => server.last.finishClose()));
      return respond(call);
    };
    server.last.finishClose();
    await clock.run(60_000);
    expect(server.sockets.length).toBeLessThan(16);
    expect(server.sockets.length).toBeGreaterThan(8);
  });

  it('is reopened immediately by a call', async () => {
    const { server, clock, connection } = await setUpSubscribed();
    server.last.finishClose();
    expect(await connection.request('irn_publish', {}, neverAborted())).toBe(true);
    await connection.unsubscribe([TOPIC]);
    await clock.run(10_000);
    expect([server.sockets.length, clock.pending]).toEqual([2, 0]);
  });

  it('publishes a pending call once, within 3 s after the network returns', async () => {
    const { server, clock, connection } = await setUpSubscribed({ relayUrls: [FIRST] });
    server.modes.set('wss://', 'refused');
    server.last.finishClose();
    let outcome: unknown = 'pending';
    connection.request('irn_publish', { a: 1 }, neverAborted()).then((result) => {
      outcome = result;
    });
    await clock.run(5_000);
    expect(outcome).toBe('pending');
    server.modes.clear();
    await clock.run(3_000);
    expect(outcome).toBe(true);
    expect(server.calls.filter(({ method }) => method === 'irn_publish')).toHaveLength(1);
  });

  it.each(['refused', 'silent'] as const)('delays a call for up to 8 s while the relay is %s; `open` rejects immediately', async (mode) => {
    const { server, clock, connection } = await setUpSubscribed({ relayUrls: [FIRST] });
    server.modes.set('wss://', mode);
    server.last.finishClose();
    const began = clock.now();
    let elapsedMs: number | null = null;
    const pendingCall = codeOf(connection.request('irn_publish', { a: 1 }, neverAborted())).then((code) => {
      elapsedMs = clock.now() - began;
      return code;
    });
    await clock.run(7_900);
    expect(elapsedMs).toBeNull();
    await clock.run(200);
    expect([await pendingCall, elapsedMs]).toEqual(['relay/unreachable', 8_000]);
    if (mode === 'refused') expect(await codeOf(connection.open(neverAborted()))).toBe('relay/unreachable');
    await connection.unsubscribe([TOPIC]);
    await clock.run(10_000);
    expect([server.openCount, clock.pending]).toEqual([0, 0]);
  });

  it('aborts an attempt without callers, so that the next caller starts a new one', async () => {
    const { server, clock, connection, statuses } = setUp({ relayUrls: [FIRST] });
    server.modes.set('wss://', 'silent');
    const subscribing = codeOf(connection.subscribe([TOPIC], neverAborted()));
    await clock.run(8_000);
    expect(await subscribing).toBe('relay/unreachable');
    await clock.run(1_000);
    expect(server.sockets).toHaveLength(2);
    await connection.unsubscribe([TOPIC]);
    await flushPromises();
    expect([statuses.at(-1), server.openCount, clock.pending]).toEqual(['closed', 0, 0]);
    server.modes.clear();
    await connection.open(neverAborted());
    expect([statuses.at(-1), server.sockets.length]).toEqual(['open', 3]);
  });

  it('is not reopened after a rejection by the relay until `open` is called', async () => {
    const { server, clock, connection, statuses, subscribed } = await setUpSubscribed();
    server.last.finishClose(3000, 'Expired');
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([1, 'relay/unauthorized', 0]);
    expect(await codeOf(connection.request('irn_publish', {}, neverAborted()))).toBe('relay/unauthorized');
    await connection.open(neverAborted());
    expect([statuses.at(-1), subscribed()]).toEqual(['open', [[TOPIC], [TOPIC]]]);
  });

  it('is reopened once if the relay rejects a stable connection, as with an expired token', async () => {
    const { server, clock, connection, statuses } = await setUpSubscribed({ relayUrls: [FIRST] });
    await clock.run(86_400_000);
    server.last.finishClose(3000, 'Expired');
    const pendingCall = connection.request('irn_publish', {}, neverAborted());
    await clock.run(100);
    expect([await pendingCall, statuses.at(-1), server.sockets.length]).toEqual([true, 'open', 2]);
    await clock.run(86_400_000);
    server.modes.set('wss://', { closeCode: 3000, reason: 'Unauthorized: invalid key' });
    server.last.finishClose(3000, 'Unauthorized: invalid key');
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([3, 'relay/unauthorized', 0]);
  });

  it('is not retried while the page is offline, and reopened when it is online', async () => {
    const { server, clock, browser, statuses } = await setUpSubscribed();
    browser.setOnline(false);
    server.last.finishClose();
    await clock.run(120_000);
    expect([server.sockets.length, statuses.at(-1)]).toEqual([1, 'relay/unreachable']);
    browser.setOnline(true);
    await flushPromises();
    expect([server.sockets.length, statuses.at(-1)]).toEqual([2, 'open']);
  });
});

describe('silently lost relay connection', () => {
  it.each([
    ['becomes visible', (browser: FakeBrowser, is: boolean) => browser.setVisible(is)],
    ['comes online', (browser: FakeBrowser, is: boolean) => browser.setOnline(is)],
  ])('is replaced 1.1 s after the page %s', async (_, set) => {
    const { server, clock, browser, statuses, subscribed } = await setUpSubscribed();
    server.last.isFrozen = true;
    await clock.run(30_000);
    expect(server.sockets).toHaveLength(1);
    for (const is of [false, true]) set(browser, is);
    await clock.run(1_100);
    expect([server.sockets.length, server.openCount, statuses.at(-1), subscribed().length]).toEqual([2, 1, 'open', 3]);
  });

  it('is noticed after a minute without frames', async () => {
    const { server, clock } = await setUpSubscribed();
    server.last.isFrozen = true;
    await clock.run(61_100);
    expect([server.sockets.length, server.openCount]).toEqual([2, 1]);
  });

  it('is kept if the relay responds', async () => {
    const { server, clock, browser } = await setUpSubscribed();
    for (const is of [false, true]) browser.setVisible(is);
    await clock.run(20_000);
    expect([server.sockets.length, server.calls.length]).toEqual([1, 2]);
  });
});

describe('disposed relay connection', () => {
  it('leaves no socket, timer or listener', async () => {
    const page = new FakeBrowser();
    let listeners = 0;
    const counted = (value$: Observable<boolean>): Observable<boolean> =>
      new Observable((subscriber) => {
        listeners += 1;
        subscriber.add(() => (listeners -= 1));
        return value$.subscribe(subscriber);
      });
    const { server, clock, connection, statuses } = await setUpSubscribed({
      browser: { visible$: counted(page.visible$), online$: counted(page.online$) },
    });
    expect(listeners).toBe(2);
    server.respond = () => null;
    const pendingCall = codeOf(connection.request('irn_publish', {}, neverAborted()));
    await flushPromises();
    connection.dispose();
    expect([await pendingCall, server.openCount, clock.pending, statuses.at(-1)]).toEqual(['config/disposed', 0, 0, 'closed']);
    await clock.run(100_000);
    expect([server.sockets.length, listeners]).toEqual([1, 0]);
    expect(await codeOf(connection.open(neverAborted()))).toBe('config/disposed');
  });

  it.each(['silent', 'refused'] as const)('can be disposed while connecting to a relay that is %s', async (mode) => {
    const { server, clock, connection } = setUp();
    server.modes.set('wss://', mode);
    const subscribing = codeOf(connection.subscribe([TOPIC], neverAborted()));
    if (mode === 'silent') await flushPromises();
    connection.dispose();
    expect(await subscribing).toBe('config/disposed');
    await flushPromises();
    expect([server.openCount, clock.pending]).toEqual([0, 0]);
  });

  it('can be disposed during the backoff', async () => {
    const { server, clock, connection } = setUp();
    server.modes.set('wss://', 'refused');
    expect(await codeOf(connection.subscribe([TOPIC], neverAborted()))).toBe('relay/unreachable');
    await clock.run(50);
    connection.dispose();
    await flushPromises();
    expect([server.openCount, clock.pending]).toEqual([0, 0]);
  });
});
