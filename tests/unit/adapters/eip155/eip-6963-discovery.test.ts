import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../testing/contracts/test-api.js';
import { BARE_CONNECTOR, detail, discoveryFixture, ICON, startedDiscovery, wallet } from '../support/discovery-fixture.js';
import { TRAP } from '../support/outcomes.js';

describe('discovery of announced wallets', () => {
  it('has no side effects before start, requests announcements once, and removes every listener and timer on dispose', () => {
    const { window, clock, discovery } = discoveryFixture();
    expect([window.listeners, window.requests]).toEqual([0, 0]);
    discovery.start();
    discovery.start();
    expect([window.listeners, window.requests]).toEqual([2, 1]);
    discovery.dispose();
    expect([window.listeners, clock.pending]).toEqual([0, 0]);
    discovery.start();
    expect(window.requests).toBe(1);
  });

  it('lists wallets that announce synchronously in the first update, in order of announcement', () => {
    const { window, discovery, lists, last } = discoveryFixture();
    const first = wallet('com.first');
    const second = wallet('com.second');
    first.announce(window);
    second.announce(window);
    discovery.start();
    expect(lists.length).toBe(2);
    expect(last()).toEqual([
      { ...BARE_CONNECTOR, id: 'com.first', type: 'ANNOUNCED', name: first.info.name, rdns: 'com.first', icon: ICON },
      expect.objectContaining({ id: 'com.second' }),
    ]);
    expect(discovery.find('com.second')?.provider).toBe(second.provider);
  });

  it('lists late wallets, and batches a burst into one emission', async () => {
    const { window, lists, ids } = startedDiscovery();
    const before = lists.length;
    wallet('com.first').announce(window);
    wallet('com.second').announce(window);
    await flushPromises();
    expect(ids()).toEqual(['com.first', 'com.second']);
    expect(lists.length - before).toBe(1);
  });

  it('lists a wallet that announces itself repeatedly once, without another emission', async () => {
    const { window, discovery, lists, ids } = discoveryFixture();
    const repeated = wallet('com.first');
    repeated.announce(window);
    discovery.start();
    const before = lists.length;
    window.announce(detail(repeated));
    window.announce(detail(repeated, { uuid: 'another' }));
    await flushPromises();
    expect(ids()).toEqual(['com.first']);
    expect(lists.length).toBe(before);
  });

  it('lists and marks all wallets that claim the same rdns, regardless of letter case', async () => {
    const { window, discovery, last } = discoveryFixture();
    wallet('com.first').announce(window);
    wallet('com.other').announce(window);
    discovery.start();
    const impostor = wallet('COM.First');
    impostor.announce(window);
    wallet('com.first').announce(window);
    await flushPromises();
    expect(last().map(({ id, rdns, suspicious }) => [id, rdns, suspicious])).toEqual([
      ['com.first', 'com.first', true],
      ['com.other', 'com.other', false],
      ['com.first#2', 'com.first', true],
      ['com.first#3', 'com.first', true],
    ]);
    expect(discovery.find('com.first#2')?.provider).toBe(impostor.provider);
  });

  it('lists and marks all wallets that claim the same uuid', async () => {
    const { window, last } = startedDiscovery();
    window.announce(detail(wallet('com.first'), { uuid: 'same' }));
    window.announce(detail(wallet('com.second'), { uuid: 'same' }));
    await flushPromises();
    expect(last().map(({ id, suspicious }) => [id, suspicious])).toEqual([
      ['com.first', true],
      ['com.second', true],
    ]);
  });

  it.each([
    ['icon', { icon: 'data:image/png;base64,BBBB' }],
    ['name', { name: 'Another name' }],
    ['rdns', { rdns: 'com.another' }],
  ])('marks a wallet that announces itself again with another %s, and keeps its first metadata', async (_what, change) => {
    const { window, discovery, last } = discoveryFixture();
    const changing = wallet('com.first', { name: 'First' });
    changing.announce(window);
    discovery.start();
    window.announce(detail(changing, change));
    await flushPromises();
    expect(last()).toEqual([expect.objectContaining({ id: 'com.first', name: 'First', icon: ICON, suspicious: true })]);
  });

  it('sanitizes names, and drops icons that are too large or not image data URLs', async () => {
    const { window, last } = startedDiscovery();
    window.announce(detail(wallet('com.a'), { name: ' Meta\u202emask\u0000\n  wallet ' }));
    window.announce(detail(wallet('com.b'), { icon: 'https://tracker.example/icon.png' }));
    window.announce(detail(wallet('com.c'), { icon: `data:image/png;base64,${'A'.repeat(10_000_000)}` }));
    window.announce(detail(wallet('com.d'), { icon: 'data:text/html,<script>alert(1)</script>' }));
    window.announce(detail(wallet('com.e'), { icon: undefined }));
    window.announce(detail(wallet('com.f'), { name: '\u202e' }));
    await flushPromises();
    expect(last()[0]).toMatchObject({ name: 'Metamask wallet', icon: ICON });
    expect(last().map(({ icon }) => icon)).toEqual([ICON, null, null, null, null, ICON]);
    expect(last().at(-1)?.name).toBe('com.f');
  });

  it('derives an id from the name if the rdns is invalid, and protects reserved ids', async () => {
    const { window, last } = startedDiscovery();
    for (const rdns of ['', 'injected', 'walletConnect', 'com.first#2', 'not a domain', `${'a'.repeat(300)}.b`]) {
      window.announce(detail(wallet(rdns), { name: 'Odd Wallet' }));
    }
    await flushPromises();
    expect(last().map(({ id, rdns }) => [id, rdns])).toEqual(
      ['', '#2', '#3', '#4', '#5', '#6'].map((ordinal) => [`wallet:odd-wallet${ordinal}`, null]),
    );
  });

  it('handles a thousand announcements in one emission, in linear time', async () => {
    const timeOf = async (count: number): Promise<number> => {
      const { window, lists, ids } = startedDiscovery();
      const before = lists.length;
      const wallets = Array.from({ length: count }, (_, index) => wallet(index % 2 === 0 ? `com.wallet${index}` : 'com.double'));
      // CPU time: wall-clock time depends on other processes.
      const start = process.cpuUsage();
      for (const each of wallets) window.announce(detail(each));
      await flushPromises();
      const { user, system } = process.cpuUsage(start);
      expect([lists.length - before, ids().length, new Set(ids()).size]).toEqual([1, count, count]);
      return (user + system) / 1_000;
    };
    await timeOf(1_000);
    const small = await timeOf(1_000);
    const large = await timeOf(16_000);
    // Quadratic time would be a factor of 256, linear time 16. The rest is margin for other work in the process.
    expect(large).toBeLessThan(Math.max(small, 2) * 100);
  });

  it('survives any announcement, and lists no unsafe icon or name', async () => {
    const value = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'com.example.wallet',
        'https://x.example/i.png',
        ICON,
        'data:image/svg+xml,<svg onload="alert(1)"/>',
        'javascript:alert(1)',
      ),
    );
    const providers = fc.constantFrom<unknown>({ request: () => {} }, {}, null, TRAP, 'text');
    const details = fc.oneof(
      fc.anything(),
      fc.constant(TRAP),
      fc.record({ info: fc.record({ uuid: value, name: value, icon: value, rdns: value }, { requiredKeys: [] }), provider: providers }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(details, { maxLength: 20 }), async (all) => {
        const { window, last } = startedDiscovery();
        for (const each of all) window.announce(each);
        await flushPromises();
        expect(new Set(last().map(({ id }) => id)).size).toBe(last().length);
        for (const { icon, name, id } of last()) {
          expect(icon === null || /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(icon)).toBe(true);
          expect(name).not.toBe('');
          expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u.test(`${name}${id}`)).toBe(false);
        }
      }),
    );
  });

  it('reads each property of an announcement once', async () => {
    const { window, ids } = startedDiscovery();
    let reads = 0;
    const info = {
      uuid: 'u',
      name: 'Two faces',
      icon: ICON,
      get rdns() {
        reads += 1;
        return reads === 1 ? 'com.first' : 'injected';
      },
    };
    window.announce({ info, provider: wallet('x.y').provider });
    await flushPromises();
    expect([ids(), reads]).toEqual([['com.first'], 1]);
  });

  it('applies the announced filter, also when it changes', async () => {
    const { window, discovery, walletFilter$, ids } = discoveryFixture();
    walletFilter$.next({ announced: false, injected: true });
    wallet('com.first').announce(window);
    discovery.start();
    wallet('com.second').announce(window);
    await flushPromises();
    expect(ids()).toEqual([]);
    walletFilter$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['com.first', 'com.second']);
  });

  it('unsubscribes from the filter on dispose', () => {
    const { discovery, walletFilter$ } = startedDiscovery();
    discovery.dispose();
    expect(walletFilter$.observed).toBe(false);
  });
});
