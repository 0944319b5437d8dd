import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { FIRST, setUp, setUpSubscribed, TOPIC } from '../support/relay-line-world.js';

describe('a line that breaks', () => {
  it('is opened again after 0.1 s with its topics', async () => {
    const { server, clock, statuses, subscribed } = await setUpSubscribed();
    await clock.run(10_000);
    server.last.end();
    expect(statuses.at(-1)).toBe('opening');
    await clock.run(99);
    expect(server.sockets).toHaveLength(1);
    await clock.run(1);
    expect([statuses.at(-1), subscribed()]).toEqual(['open', [[TOPIC], [TOPIC]]]);
  });

  it('is tried more and more seldom, and shows that it cannot be reached', async () => {
    const { server, clock, statuses } = await setUpSubscribed({ relayUrls: [FIRST] });
    await clock.run(10_000);
    server.doors.set('wss://', 'refused');
    server.last.end();
    const began = clock.now();
    const times: number[] = [];
    for (let step = 0; step < 600; step += 1) {
      const before = server.sockets.length;
      await clock.run(100);
      if (server.sockets.length > before) times.push((clock.now() - began) / 1_000);
    }
    expect(times).toEqual([0.1, 1.1, 3.1, 6.1, 10.1, 15.1, 21.1, 28.1, 36.1, 45.1, 55.1]);
    expect(statuses.slice(2)).toEqual(['open', 'opening', 'relay/unreachable']);
    server.doors.clear();
    await clock.run(10_000);
    expect(statuses.slice(2)).toEqual(['open', 'opening', 'relay/unreachable', 'open']);
  });

  it('is not opened at once again and again when it breaks as soon as it stands', async () => {
    const { server, clock } = await setUpSubscribed({ relayUrls: [FIRST] });
    const { answer } = server;
    server.answer = (call) => {
      queueMicrotask(() => queueMicrotask(() => server.last.end()));
      return answer(call);
    };
    server.last.end();
    await clock.run(60_000);
    expect(server.sockets.length).toBeLessThan(16);
    expect(server.sockets.length).toBeGreaterThan(8);
  });

  it('is opened at once when somebody needs it', async () => {
    const { server, clock, line } = await setUpSubscribed();
    server.last.end();
    expect(await line.request('irn_publish', {}, patient())).toBe(true);
    await line.unsubscribe([TOPIC]);
    await clock.run(10_000);
    expect([server.sockets.length, clock.pending]).toEqual([2, 0]);
  });

  it('carries what is handed over as soon as it stands again, within 3 s of the network’s return, and once', async () => {
    const { server, clock, line } = await setUpSubscribed({ relayUrls: [FIRST] });
    server.doors.set('wss://', 'refused');
    server.last.end();
    let outcome: unknown = 'pending';
    line.request('irn_publish', { a: 1 }, patient()).then((result) => {
      outcome = result;
    });
    await clock.run(5_000);
    expect(outcome).toBe('pending');
    server.doors.clear();
    await clock.run(3_000);
    expect(outcome).toBe(true);
    expect(server.calls.filter(({ method }) => method === 'irn_publish')).toHaveLength(1);
  });

  it.each(['refused', 'silent'] as const)(
    'is waited for 8 s while it is %s; who opens it by hand hears of the first failure',
    async (door) => {
      const { server, clock, line } = await setUpSubscribed({ relayUrls: [FIRST] });
      server.doors.set('wss://', door);
      server.last.end();
      const began = clock.now();
      let endedAfter: number | null = null;
      const asking = codeOf(line.request('irn_publish', { a: 1 }, patient())).then((code) => {
        endedAfter = clock.now() - began;
        return code;
      });
      await clock.run(7_900);
      expect(endedAfter).toBeNull();
      await clock.run(200);
      expect([await asking, endedAfter]).toEqual(['relay/unreachable', 8_000]);
      if (door === 'refused') expect(await codeOf(line.open(patient()))).toBe('relay/unreachable');
      await line.unsubscribe([TOPIC]);
      await clock.run(10_000);
      expect([server.open, clock.pending]).toEqual([0, 0]);
    },
  );

  it('gives up an attempt that nobody needs: whoever comes next begins anew', async () => {
    const { server, clock, line, statuses } = setUp({ relayUrls: [FIRST] });
    server.doors.set('wss://', 'silent');
    const subscribing = codeOf(line.subscribe([TOPIC], patient()));
    await clock.run(8_000);
    expect(await subscribing).toBe('relay/unreachable');
    await clock.run(1_000);
    expect(server.sockets).toHaveLength(2);
    await line.unsubscribe([TOPIC]);
    await settle();
    expect([statuses.at(-1), server.open, clock.pending]).toEqual(['closed', 0, 0]);
    server.doors.clear();
    await line.open(patient());
    expect([statuses.at(-1), server.sockets.length]).toEqual(['open', 3]);
  });

  it('is left alone when the relay refuses it, until it is opened again', async () => {
    const { server, clock, line, statuses, subscribed } = await setUpSubscribed();
    server.last.end(3000, 'Expired');
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([1, 'relay/unauthorized', 0]);
    expect(await codeOf(line.request('irn_publish', {}, patient()))).toBe('relay/unauthorized');
    await line.open(patient());
    expect([statuses.at(-1), subscribed()]).toEqual(['open', [[TOPIC], [TOPIC]]]);
  });

  it('is opened again when the relay refuses a line that stood, as where its token is over, and left alone where it is refused again', async () => {
    const { server, clock, line, statuses } = await setUpSubscribed({ relayUrls: [FIRST] });
    await clock.run(86_400_000);
    server.last.end(3000, 'Expired');
    const asking = line.request('irn_publish', {}, patient());
    await clock.run(100);
    expect([await asking, statuses.at(-1), server.sockets.length]).toEqual([true, 'open', 2]);
    await clock.run(86_400_000);
    server.doors.set('wss://', { closeCode: 3000, reason: 'Unauthorized: invalid key' });
    server.last.end(3000, 'Unauthorized: invalid key');
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([3, 'relay/unauthorized', 0]);
  });

  it('does not call an offline page’s network, and is back when the page is', async () => {
    const { server, clock, browser, statuses } = await setUpSubscribed();
    browser.setOnline(false);
    server.last.end();
    await clock.run(120_000);
    expect([server.sockets.length, statuses.at(-1)]).toEqual([1, 'relay/unreachable']);
    browser.setOnline(true);
    await settle();
    expect([server.sockets.length, statuses.at(-1)]).toEqual([2, 'open']);
  });
});

describe('a line that broke without a word', () => {
  it.each([
    ['is shown again', (browser: FakeBrowser, is: boolean) => browser.setVisible(is)],
    ['comes online', (browser: FakeBrowser, is: boolean) => browser.setOnline(is)],
  ])('is noticed and replaced 1.1 s after the page %s', async (_, set) => {
    const { server, clock, browser, statuses, subscribed } = await setUpSubscribed();
    server.last.isFrozen = true;
    await clock.run(30_000);
    expect(server.sockets).toHaveLength(1);
    for (const is of [false, true]) set(browser, is);
    await clock.run(1_100);
    expect([server.sockets.length, server.open, statuses.at(-1), subscribed().length]).toEqual([2, 1, 'open', 3]);
  });

  it('is noticed when nothing came for a minute', async () => {
    const { server, clock } = await setUpSubscribed();
    server.last.isFrozen = true;
    await clock.run(61_100);
    expect([server.sockets.length, server.open]).toEqual([2, 1]);
  });

  it('is kept when the relay answers', async () => {
    const { server, clock, browser } = await setUpSubscribed();
    for (const is of [false, true]) browser.setVisible(is);
    await clock.run(20_000);
    expect([server.sockets.length, server.calls.length]).toEqual([1, 2]);
  });
});

describe('the end of a line', () => {
  it('leaves no connection, timer or listener, whatever is under way', async () => {
    const page = new FakeBrowser();
    let listeners = 0;
    const counted = (is$: Observable<boolean>): Observable<boolean> =>
      new Observable((subscriber) => {
        listeners += 1;
        subscriber.add(() => (listeners -= 1));
        return is$.subscribe(subscriber);
      });
    const { server, clock, line, statuses } = await setUpSubscribed({
      browser: { visible$: counted(page.visible$), online$: counted(page.online$) },
    });
    expect(listeners).toBe(2);
    server.answer = () => null;
    const asking = codeOf(line.request('irn_publish', {}, patient()));
    await settle();
    line.dispose();
    expect([await asking, server.open, clock.pending, statuses.at(-1)]).toEqual(['config/disposed', 0, 0, 'closed']);
    await clock.run(100_000);
    expect([server.sockets.length, listeners]).toEqual([1, 0]);
    expect(await codeOf(line.open(patient()))).toBe('config/disposed');
  });

  it.each(['silent', 'refused'] as const)('comes also while a relay that is %s is dialled', async (door) => {
    const { server, clock, line } = setUp();
    server.doors.set('wss://', door);
    const subscribing = codeOf(line.subscribe([TOPIC], patient()));
    if (door === 'silent') await settle();
    line.dispose();
    expect(await subscribing).toBe('config/disposed');
    await settle();
    expect([server.open, clock.pending]).toEqual([0, 0]);
  });

  it('comes also in the pause between two attempts', async () => {
    const { server, clock, line } = setUp();
    server.doors.set('wss://', 'refused');
    expect(await codeOf(line.subscribe([TOPIC], patient()))).toBe('relay/unreachable');
    await clock.run(50);
    line.dispose();
    await settle();
    expect([server.open, clock.pending]).toEqual([0, 0]);
  });
});
