import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settled } from '../../../../testing/contracts/test-api.js';
import { BARE_CONNECTOR, detail, discoveryWorld, ICON, startedDiscovery, wallet } from '../support/discovery-world.js';
import { TRAP } from '../support/outcomes.js';

describe('discovery of announced wallets', () => {
  it('touches nothing before it is started, asks once, and removes every listener and timer when disposed of', () => {
    const { window, clock, discovery } = discoveryWorld();
    expect([window.listeners, window.requests]).toEqual([0, 0]);
    discovery.start();
    discovery.start();
    expect([window.listeners, window.requests]).toEqual([2, 1]);
    discovery.dispose();
    expect([window.listeners, clock.pending]).toEqual([0, 0]);
    discovery.start();
    expect(window.requests).toBe(1);
  });

  it('lists who answers at once with the first value, in the order of announcement', () => {
    const { window, discovery, lists, last } = discoveryWorld();
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

  it('lists late ones, and a burst of them by one emission', async () => {
    const { window, lists, ids } = startedDiscovery();
    const before = lists.length;
    wallet('com.first').announce(window);
    wallet('com.second').announce(window);
    await settled();
    expect(ids()).toEqual(['com.first', 'com.second']);
    expect(lists.length - before).toBe(1);
  });

  it('lists a wallet that announces itself again only once, and says nothing new', async () => {
    const { window, discovery, lists, ids } = discoveryWorld();
    const again = wallet('com.first');
    again.announce(window);
    discovery.start();
    const before = lists.length;
    window.announce(detail(again));
    window.announce(detail(again, { uuid: 'another' }));
    await settled();
    expect(ids()).toEqual(['com.first']);
    expect(lists.length).toBe(before);
  });

  it('lists two wallets that claim one rdns, and marks both; letter case makes no difference', async () => {
    const { window, discovery, last } = discoveryWorld();
    wallet('com.first').announce(window);
    wallet('com.other').announce(window);
    discovery.start();
    const impostor = wallet('COM.First');
    impostor.announce(window);
    wallet('com.first').announce(window);
    await settled();
    expect(last().map(({ id, rdns, suspicious }) => [id, rdns, suspicious])).toEqual([
      ['com.first', 'com.first', true],
      ['com.other', 'com.other', false],
      ['com.first#2', 'com.first', true],
      ['com.first#3', 'com.first', true],
    ]);
    expect(discovery.find('com.first#2')?.provider).toBe(impostor.provider);
  });

  it('lists two wallets that claim one uuid, and marks both: the second may have taken the first’s', async () => {
    const { window, last } = startedDiscovery();
    window.announce(detail(wallet('com.first'), { uuid: 'same' }));
    window.announce(detail(wallet('com.second'), { uuid: 'same' }));
    await settled();
    expect(last().map(({ id, suspicious }) => [id, suspicious])).toEqual([
      ['com.first', true],
      ['com.second', true],
    ]);
  });

  it.each([
    ['icon', { icon: 'data:image/png;base64,BBBB' }],
    ['name', { name: 'Somebody else' }],
    ['rdns', { rdns: 'com.somebody.else' }],
  ])('marks a wallet that comes back with another %s, and keeps what it said first', async (_what, change) => {
    const { window, discovery, last } = discoveryWorld();
    const turncoat = wallet('com.first', { name: 'First' });
    turncoat.announce(window);
    discovery.start();
    window.announce(detail(turncoat, change));
    await settled();
    expect(last()).toEqual([expect.objectContaining({ id: 'com.first', name: 'First', icon: ICON, suspicious: true })]);
  });

  it('cleans names, and drops icons that are no picture in a data URL or too large', async () => {
    const { window, last } = startedDiscovery();
    window.announce(detail(wallet('com.a'), { name: ' Meta\u202emask\u0000\n  wallet ' }));
    window.announce(detail(wallet('com.b'), { icon: 'https://tracker.example/icon.png' }));
    window.announce(detail(wallet('com.c'), { icon: `data:image/png;base64,${'A'.repeat(10_000_000)}` }));
    window.announce(detail(wallet('com.d'), { icon: 'data:text/html,<script>alert(1)</script>' }));
    window.announce(detail(wallet('com.e'), { icon: undefined }));
    window.announce(detail(wallet('com.f'), { name: '\u202e' }));
    await settled();
    expect(last()[0]).toMatchObject({ name: 'Metamask wallet', icon: ICON });
    expect(last().map(({ icon }) => icon)).toEqual([ICON, null, null, null, null, ICON]);
    expect(last().at(-1)?.name).toBe('com.f');
  });

  it('lists a wallet whose rdns is none under its name, and lets nobody take a reserved id', async () => {
    const { window, last } = startedDiscovery();
    for (const rdns of ['', 'injected', 'walletConnect', 'com.first#2', 'not a domain', `${'a'.repeat(300)}.b`]) {
      window.announce(detail(wallet(rdns), { name: 'Odd Wallet' }));
    }
    await settled();
    expect(last().map(({ id, rdns }) => [id, rdns])).toEqual(
      ['', '#2', '#3', '#4', '#5', '#6'].map((ordinal) => [`wallet:odd-wallet${ordinal}`, null]),
    );
  });

  it('handles a thousand announcements at once by one emission, in time that grows with their number only', async () => {
    const timeOf = async (count: number): Promise<number> => {
      const { window, lists, ids } = startedDiscovery();
      const before = lists.length;
      const wallets = Array.from({ length: count }, (_, index) => wallet(index % 2 === 0 ? `com.wallet${index}` : 'com.double'));
      // What the process worked: the time on the wall is that of everything else on the machine too.
      const start = process.cpuUsage();
      for (const each of wallets) window.announce(detail(each));
      await settled();
      const { user, system } = process.cpuUsage(start);
      expect([lists.length - before, ids().length, new Set(ids()).size]).toEqual([1, count, count]);
      return (user + system) / 1_000;
    };
    await timeOf(1_000);
    const small = await timeOf(1_000);
    const large = await timeOf(16_000);
    // Quadratic time would be 256 times as much; linear is 16. The margin is for what the process does besides.
    expect(large).toBeLessThan(Math.max(small, 2) * 100);
  });

  it('survives any announcement, and lists no unsafe icon and no unsafe name', async () => {
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
        await settled();
        expect(new Set(last().map(({ id }) => id)).size).toBe(last().length);
        for (const { icon, name, id } of last()) {
          expect(icon === null || /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(icon)).toBe(true);
          expect(name).not.toBe('');
          expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u.test(`${name}${id}`)).toBe(false);
        }
      }),
    );
  });

  it('reads each property of an announcement once, so that nothing changes behind the check', async () => {
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
    await settled();
    expect([ids(), reads]).toEqual([['com.first'], 1]);
  });

  it('lists who announced itself only while announcements are wanted, also when that changes later', async () => {
    const { window, discovery, wanted$, ids } = discoveryWorld();
    wanted$.next({ announced: false, injected: true });
    wallet('com.first').announce(window);
    discovery.start();
    wallet('com.second').announce(window);
    await settled();
    expect(ids()).toEqual([]);
    wanted$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['com.first', 'com.second']);
  });

  it('follows no wish after it was disposed of', () => {
    const { discovery, wanted$ } = startedDiscovery();
    discovery.dispose();
    expect(wanted$.observed).toBe(false);
  });
});
