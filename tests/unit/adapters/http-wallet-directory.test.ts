import { describe, expect, it } from 'vitest';
import { HttpWalletDirectory } from '../../../adapters/wallet-directory/http-wallet-directory.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { patient } from '../../../testing/contracts/test-api.js';
import { withProperties } from './support/page.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const answering = (response: () => Response): HttpWalletDirectory =>
  new HttpWalletDirectory({
    options: new OptionsStore(parseOptions({ networks: [mainnet], endpoints: { images: 'https://images.example' } })),
    clock: new FakeClock(),
    fetch: async () => response(),
  });

/** A directory whose lists come from this `fetch`. */
const listing = (fetch: typeof globalThis.fetch, clock = new FakeClock()): HttpWalletDirectory => {
  const options = parseOptions({ networks: [mainnet], endpoints: { walletDirectory: 'https://wallets.example' } });
  return new HttpWalletDirectory({ options: new OptionsStore(options), clock, fetch });
};

const picture = (response: () => Response): Promise<string> => answering(response).getPicture({ kind: 'wallet', id: 'a' }, patient());

describe('a picture of the image service', () => {
  it('that can hold a script gets no address of the page’s own origin', async () => {
    const address = await picture(() => new Response(SVG, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } }));
    expect(address).toBe(`data:image/svg+xml;base64,${btoa(SVG)}`);
  });

  it('may be large, but not larger than 1 MiB, whatever its headers say', async () => {
    const bytes = (count: number, headers: Readonly<Record<string, string>> = {}) =>
      picture(() => new Response(new Uint8Array(count), { headers: { 'content-type': 'IMAGE/PNG', ...headers } }));
    expect(await bytes(1024 * 1024)).toMatch(/^blob:/);
    await expect(bytes(1024 * 1024 + 1)).rejects.toMatchObject({ code: 'directory/invalid-response' });
    await expect(bytes(8, { 'content-length': '9999999' })).rejects.toMatchObject({ context: { reason: 'more than 1048576 bytes' } });
  });

  it.each(['text/html', 'image/svg', 'application/octet-stream', 'image/x-unknown', ''])('is none of type "%s"', async (type) => {
    const headers = type === '' ? [] : [['content-type', type] as [string, string]];
    await expect(picture(() => new Response(new Uint8Array(8), { headers }))).rejects.toMatchObject({ code: 'directory/invalid-response' });
  });
});

describe('all pictures of the image service', () => {
  it('take 64 MiB of memory at most', async () => {
    const directory = answering(() => new Response(new Uint8Array(1024 * 1024), { headers: { 'content-type': 'image/png' } }));
    const of = (id: number) => directory.getPicture({ kind: 'wallet', id: String(id) }, patient());
    for (let id = 0; id < 64; id += 1) expect(await of(id)).toMatch(/^blob:/);
    await expect(of(64)).rejects.toMatchObject({ code: 'directory/invalid-response' });
    directory.dispose();
  });
});

describe('a list of the directory', () => {
  const FIRST = { page: 1, entries: 40 };

  it('is never said to be longer than anybody scrolls', async () => {
    const directory = listing(async () => Response.json({ data: [], count: Number.MAX_SAFE_INTEGER }));
    expect((await directory.getWallets(FIRST, patient())).count).toBe(10_000);
  });

  it('is none where a browser only says that it leads elsewhere', async () => {
    const asked: (string | undefined)[] = [];
    // What a page gets for a redirect that it does not follow. @see https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
    const directory = listing(async (_, init) => {
      asked.push(init?.redirect);
      return withProperties(new Response(null), { ok: false, status: 0, type: 'opaqueredirect' });
    });
    await expect(directory.getWallets(FIRST, patient())).rejects.toMatchObject({ code: 'directory/invalid-response' });
    expect(asked).toEqual(['manual']);
  });

  const START = Date.UTC(2026, 0, 1);
  it.each([
    ['3', 3_000],
    ['0', 250],
    ['soon', 250],
    [new Date(START + 5_000).toUTCString(), 5_000],
    [new Date(START - 5_000).toUTCString(), 250],
  ])('is asked for again when the service wishes it: %s, after %i ms', async (wish, ms) => {
    const clock = new FakeClock(START);
    const asked: number[] = [];
    const directory = listing(async () => {
      asked.push(clock.now() - START);
      return asked.length === 1
        ? new Response('', { status: 429, headers: { 'retry-after': wish } })
        : Response.json({ data: [{ id: 'a', name: 'A' }], count: 1 });
    }, clock);
    const page = directory.getWallets(FIRST, patient());
    await clock.run(ms);
    expect([(await page).count, asked]).toEqual([1, [0, ms]]);
    expect(clock.pending).toBe(0);
  });
});
