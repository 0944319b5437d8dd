import type { Page } from '@playwright/test';
import { BARE_PAGE } from './support/bare-page.js';
import { expect, test } from './support/fixtures.js';

interface Announced {
  readonly rdns: unknown;
  readonly name: unknown;
  readonly iconLength: number;
}

/** A page that keeps every announcement as it came, and never touches what may throw. */
const LISTENING_PAGE = BARE_PAGE.replace(
  /<script>[\s\S]*<\/script>/,
  `<script>
  window.raw = [];
  addEventListener('eip6963:announceProvider', (event) => raw.push(event.detail));
  dispatchEvent(new Event('eip6963:requestProvider'));
</script>`,
);

const rawCount = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'raw').length);

const announced = (page: Page): Promise<readonly Announced[]> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'raw') as readonly { readonly info: Record<string, string> }[]).map(({ info }) => ({
      rdns: info['rdns'],
      name: info['name'],
      iconLength: info['icon']?.length ?? 0,
    })),
  );

test.describe('the site server', { tag: ['@sandbox', '@connect'] }, () => {
  test('tells pages where the sandbox is, and loads the wallet before anything of theirs', async ({ page, serve, sandbox }) => {
    const site = await serve({ files: { '/': BARE_PAGE } });
    await page.goto(site.origin);
    const content = await page.locator('meta[name="latchkey-sandbox"]').getAttribute('content');
    const { rpc, wallet, relay } = sandbox.urls;
    expect(JSON.parse(content ?? '')).toEqual(sandbox.meta);
    // The wallet's third chain is not among those that pages are told of.
    expect(sandbox.meta).toMatchObject({ wallet, relay, rpc: { 'eip155:1': rpc['eip155:1'], 'eip155:137': rpc['eip155:137'] } });
    expect(Object.keys(sandbox.meta.rpc)).toHaveLength(2);
    expect(await page.evaluate(() => document.scripts[0]?.src)).toBe(sandbox.urls.walletScript);
    expect(new URL(site.origin).hostname).toBe('localhost');
  });

  test('serves a page without the wallet, and without the sandbox', async ({ page, serve }) => {
    const site = await serve({ files: { '/': BARE_PAGE }, scripts: [], meta: null });
    await page.goto(site.origin);
    expect(await page.locator('meta[name="latchkey-sandbox"]').count()).toBe(0);
    expect(await page.evaluate(() => [...document.scripts].filter(({ src }) => src !== '').length)).toBe(0);
  });

  test('serves a policy and collects what violates it', async ({ page, serve, sandbox, problems, cspViolations }) => {
    problems.expect(/Content Security Policy/);
    const site = await serve({
      files: { '/': BARE_PAGE },
      contentSecurityPolicy: `default-src 'none'; script-src ${sandbox.urls.wallet}; img-src data:; connect-src ${sandbox.urls.walletSocket}`,
    });
    await page.goto(site.origin);
    // The page's inline script is forbidden; the wallet's script and line are not.
    await expect.poll(() => site.cspReports().length).toBe(1);
    expect(site.cspReports()).toMatchObject([{ 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' } }]);
    // The page tells of it on a way of its own, later than the site perhaps.
    await expect.poll(() => cspViolations).toMatchObject([{ directive: 'script-src-elem', blocked: 'inline' }]);
  });

  test('puts the wallet at window.ethereum only where it is told to', async ({ page, serve, sandbox }) => {
    const site = await serve({ files: { '/': LISTENING_PAGE }, scripts: [`${sandbox.urls.walletScript}?announce=0&ethereum=1`] });
    await page.goto(site.origin);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ethereum').request({ method: 'eth_chainId' }))).toBe('0x1');
    expect(await rawCount(page)).toBe(0);
    const quiet = await serve({ files: { '/': LISTENING_PAGE } });
    await page.goto(quiet.origin);
    expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'ethereum'))).toBe('undefined');
    expect(await rawCount(page)).toBe(1);
  });

  test('has every fault of a page noticed', async ({ page, serve, problems }) => {
    const site = await serve({ files: { '/': BARE_PAGE }, scripts: [] });
    await page.goto(site.origin);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody caught this');
      });
      void Promise.reject(new Error('nobody handled this'));
      void Promise.reject('nor this text');
      // biome-ignore lint/suspicious/noConsole: what the test is about
      console.error('said aloud');
    });
    const kinds = (await problems.read()).map(({ kind, text }) => [kind, text.split('\n')[0]]);
    expect(kinds.sort()).toEqual([
      ['console.error', 'said aloud'],
      ['uncaught', expect.stringContaining('nobody caught this')],
      ['uncaught', expect.stringContaining('nobody handled this')],
      ['uncaught', expect.stringContaining('nor this text')],
    ]);
    problems.expect(/nobody|nor this|said aloud/);
  });

  test('brings hostile wallets by switches', async ({ page, serve, sandbox }) => {
    const open = async (query: string): Promise<void> => {
      const site = await serve({ files: { '/': LISTENING_PAGE }, scripts: [`${sandbox.urls.hostileScript}?${query}`] });
      await page.goto(site.origin);
    };

    await open('same-rdns');
    expect((await announced(page)).map(({ rdns }) => rdns)).toEqual(['dev.hostile.twin', 'dev.hostile.twin', 'dev.latchkey.sandbox']);
    await open('big-icon');
    expect((await announced(page))[0]?.iconLength).toBeGreaterThan(10 * 1024 * 1024);
    await open('count=1000');
    expect(new Set((await announced(page)).map(({ rdns }) => rdns)).size).toBe(1_000);
    await open('names');
    expect((await announced(page)).map(({ name }) => name)).toContain('Safe \u202Etellaw\u202C');
    await open('malformed');
    expect(await rawCount(page)).toBe(27);
    await open('script-icon&remote-icon');
    expect(await rawCount(page)).toBe(7);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'sandboxHostile'))).toEqual({ requests: [], scriptRan: false });
    // In this page time passes only as the test lets it: however long it loads, the wallet is not there yet.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1);
    await open('count=1&late=150');
    await page.clock.runFor(149);
    expect(await rawCount(page)).toBe(0);
    await page.clock.runFor(1);
    expect(await rawCount(page)).toBe(1);
    await page.clock.resume();
  });
});
