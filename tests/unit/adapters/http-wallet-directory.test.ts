import { describe, expect, it } from 'vitest';
import { HttpWalletDirectory } from '../../../adapters/wallet-directory/http-wallet-directory.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { neverAborted } from '../../../testing/contracts/test-api.js';
import { withProperties } from './support/page.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const withPicture = (response: () => Response): HttpWalletDirectory =>
  new HttpWalletDirectory({
    options: new OptionsStore(parseOptions({ networks: [mainnet], endpoints: { images: 'https://images.example' } })),
    clock: new FakeClock(),
    fetch: async () => response(),
  });

/** A directory whose lists come from this `fetch`. */
const withList = (fetch: typeof globalThis.fetch, clock = new FakeClock()): HttpWalletDirectory => {
  const options = parseOptions({ networks: [mainnet], endpoints: { walletDirectory: 'https://wallets.example' } });
  return new HttpWalletDirectory({ options: new OptionsStore(options), clock, fetch });
};

const picture = (response: () => Response): Promise<string> => withPicture(response).getImage({ kind: 'wallet', id: 'a' }, neverAborted());

describe('getPicture', () => {
  it('returns SVG as a data URL, never with the page’s origin', async () => {
    const address = await picture(() => new Response(SVG, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } }));
    expect(address).toBe(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`);
  });

  it('accepts up to 1 MiB, whatever the headers claim', async () => {
    const bytes = (count: number, headers: Readonly<Record<string, string>> = {}) =>
      picture(() => new Response(new Uint8Array(count), { headers: { 'content-type': 'IMAGE/PNG', ...headers } }));
    expect(await bytes(1024 * 1024)).toMatch(/^blob:/);
    await expect(bytes(1024 * 1024 + 1)).rejects.toMatchObject({ code: 'directory/invalid-response' });
    await expect(bytes(8, { 'content-length': '9999999' })).rejects.toMatchObject({ context: { reason: 'more than 1048576 bytes' } });
  });

  it.each(['text/html', 'image/svg', 'application/octet-stream', 'image/x-unknown', ''])('rejects the type "%s"', async (type) => {
    const headers = type === '' ? [] : [['content-type', type] as [string, string]];
    await expect(picture(() => new Response(new Uint8Array(8), { headers }))).rejects.toMatchObject({ code: 'directory/invalid-response' });
  });
});

describe('cached pictures', () => {
  it('take at most 64 MiB, and can be freed', async () => {
    const directory = withPicture(() => new Response(new Uint8Array(1024 * 1024), { headers: { 'content-type': 'image/png' } }));
    const getPicture = (id: number) => directory.getImage({ kind: 'wallet', id: String(id) }, neverAborted());
    const urls: string[] = [];
    for (let id = 0; id < 64; id += 1) urls.push(await getPicture(id));
    await expect(getPicture(64)).rejects.toMatchObject({ code: 'directory/invalid-response' });
    const [first = '', second = ''] = urls;
    directory.releaseImage(first);
    directory.releaseImage(first);
    await expect(fetch(first)).rejects.toThrow();
    expect((await fetch(second)).ok).toBe(true);
    expect(await getPicture(64)).toMatch(/^blob:/);
    await expect(getPicture(65)).rejects.toMatchObject({ code: 'directory/invalid-response' });
    directory.dispose();
  });
});

describe('getWallets', () => {
  const FIRST = { page: 1, entries: 40 };

  it('limits the count', async () => {
    const directory = withList(async () => Response.json({ data: [], count: Number.MAX_SAFE_INTEGER }));
    expect((await directory.getWallets(FIRST, neverAborted())).count).toBe(10_000);
  });

  it('rejects a redirect', async () => {
    const redirectModes: (string | undefined)[] = [];
    // The response to a redirect that is not followed. @see https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
    const directory = withList(async (_, init) => {
      redirectModes.push(init?.redirect);
      return withProperties(new Response(null), { ok: false, status: 0, type: 'opaqueredirect' });
    });
    await expect(directory.getWallets(FIRST, neverAborted())).rejects.toMatchObject({ code: 'directory/invalid-response' });
    expect(redirectModes).toEqual(['manual']);
  });

  const START = Date.UTC(2026, 0, 1);
  it.each([
    ['3', 3_000],
    ['0', 250],
    ['soon', 250],
    [new Date(START + 5_000).toUTCString(), 5_000],
    [new Date(START - 5_000).toUTCString(), 250],
  ])('retries after the Retry-After delay: %s, after %i ms', async (retryAfter, ms) => {
    const clock = new FakeClock(START);
    const requestTimes: number[] = [];
    const directory = withList(async () => {
      requestTimes.push(clock.now() - START);
      return requestTimes.length === 1
        ? new Response('', { status: 429, headers: { 'retry-after': retryAfter } })
        : Response.json({ data: [{ id: 'a', name: 'A' }], count: 1 });
    }, clock);
    const page = directory.getWallets(FIRST, neverAborted());
    await clock.run(ms);
    expect([(await page).count, requestTimes]).toEqual([1, [0, ms]]);
    expect(clock.pending).toBe(0);
  });
});
