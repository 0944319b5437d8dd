import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directoryOverHttp } from '../../../sandbox/directory/directory-control.js';
import { OWN_WALLET_IDS } from '../../../sandbox/directory/generate-wallets.js';
import { type Directory, startDirectory } from '../../../sandbox/directory/start-directory.js';

const PHONE = 'http://127.0.0.1:4100';

let directory: Directory;
beforeAll(async () => {
  directory = await startDirectory({ walletPage: PHONE });
});
afterAll(() => directory.stop());

const fetchWallets = async (query: string) => {
  const response = await fetch(`${directory.origin}/getWallets?${query}`);
  return (await response.json()) as { readonly data: readonly { readonly id: string; readonly name: string }[]; readonly count: number };
};

describe('the directory of the sandbox', () => {
  it('lists 500 wallets besides its own two, always the same, with unique ids and names', async () => {
    const wallets = await directory.control.wallets();
    expect(wallets).toHaveLength(502);
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(502);
    expect(new Set(wallets.map(({ name }) => name)).size).toBe(502);
    expect(wallets.every(({ id }) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
    const [again, other] = await Promise.all([startDirectory({ walletPage: PHONE }), startDirectory({ seed: 'other' })]);
    expect(await again.control.wallets()).toEqual(wallets);
    expect((await other.control.wallets()).at(-1)?.id).not.toBe(wallets.at(-1)?.id);
    await Promise.all([again.stop(), other.stop()]);
  });

  it('links to the wallet page by every kind of link', async () => {
    expect((await fetchWallets(`include=${OWN_WALLET_IDS.page}`)).data).toMatchObject([
      { mobile_link: PHONE, desktop_link: PHONE, webapp_link: PHONE },
    ]);
  });

  it('resembles a real directory: missing values, badges, chains of several namespaces, installed wallets', async () => {
    const wallets = await directory.control.wallets();
    const some = (holds: (wallet: (typeof wallets)[number]) => boolean): boolean => wallets.some(holds) && !wallets.every(holds);
    expect(some(({ image_id }) => image_id == null)).toBe(true);
    expect(some((wallet) => !('mobile_link' in wallet))).toBe(true);
    expect(some(({ badge_type }) => badge_type === 'certified')).toBe(true);
    expect(some(({ chains }) => chains?.some((chain) => chain.startsWith('solana:')) ?? false)).toBe(true);
    expect(some(({ rdns }) => rdns === 'dev.latchkey.sandbox')).toBe(true);
  });

  it('responds to pages of every origin, but only its owner can use its controls', async () => {
    const response = await fetch(`${directory.origin}/getWallets`, { headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const control = directoryOverHttp(directory.origin, directory.controlToken);
    expect((await control.requests()).at(-1)).toMatchObject({ service: 'wallets', origin: 'https://app.example' });
    await control.addFault({ service: 'wallets', of: 'search=meta', mode: 'status', status: 500, times: 1 });
    expect((await fetch(`${directory.origin}/getWallets?search=rain`)).status).toBe(200);
    expect((await fetch(`${directory.origin}/getWallets?search=meta`)).status).toBe(500);
    expect((await fetch(`${directory.origin}/getWallets?search=meta`)).status).toBe(200);
    await expect(directoryOverHttp(directory.origin, 'wrong').reset()).rejects.toThrow('Only the process');
    await control.setWallets([{ id: 'a', name: 'A' }]);
    expect(await fetchWallets('')).toEqual({ data: [{ id: 'a', name: 'A' }], count: 1 });
    await control.reset();
    expect([(await fetchWallets('')).count, (await control.requests()).length]).toEqual([502, 1]);
  });

  it('draws a unique image for every key', async () => {
    const draw = async (path: string) => {
      const response = await fetch(`${directory.origin}${path}`);
      return [response.headers.get('content-type'), Buffer.from(await response.arrayBuffer()).toString('base64')] as const;
    };
    const pictures = await Promise.all(['/getWalletImage/a', '/getWalletImage/b', '/public/getAssetImage/a'].map(draw));
    expect(pictures.map(([type]) => type)).toEqual(Array(3).fill('image/png'));
    expect(new Set(pictures.map(([, bytes]) => bytes)).size).toBe(3);
    expect(await draw('/getWalletImage/a')).toEqual(pictures[0]);
    expect((await fetch(`${directory.origin}/unknown`)).status).toBe(404);
  });
});

describe('pictures of other services', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  let other: Directory;
  beforeAll(async () => {
    other = await startDirectory();
  });
  afterEach(() => other.control.reset());
  afterAll(() => other.stop());

  const show = (url: string): Promise<Response> => fetch(`${directory.origin}/image?url=${encodeURIComponent(url)}`);
  const bytesAt = async (url: string): Promise<Uint8Array> => (await fetch(url)).bytes();

  it('are fetched, and those of its own drawn without another request', async () => {
    await directory.control.reset();
    for (const origin of [directory.origin, other.origin]) {
      const url = `${origin}/public/getTokenImage/a%20b`;
      const response = await show(url);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(await response.bytes()).toEqual(await bytesAt(url));
    }
    expect((await directory.control.requests()).map(({ path }) => path)).toEqual(['/image', '/public/getTokenImage/a%20b', '/image']);
  });

  it.each([`data:image/svg+xml,${encodeURIComponent(SVG)}`, `data:image/svg+xml;base64,${btoa(SVG)}`])(
    'are decoded from %s, and run no scripts',
    async (url) => {
      const { status, headers, text } = await show(url).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      }));
      expect([status, text, headers.get('content-type')]).toEqual([200, SVG, 'image/svg+xml']);
      expect(headers.get('content-security-policy')).toBe('sandbox');
    },
  );

  it.each([
    '',
    'a',
    'https://pictures.example/a.png',
    'http://127.0.0.1.pictures.example/a.png',
    'ipfs://a',
    'file:///etc/hostname',
    'data:text/html,<svg>',
    'data:image/png,',
    'http://127.0.0.1:1/a.png',
  ])('are not found at %s', async (url) => {
    expect((await show(url)).status).toBe(404);
  });

  it.each([
    { mode: 'down' },
    { mode: 'status', status: 404 },
    { mode: 'status', status: 500 },
    { mode: 'redirect', to: '/getWalletImage/b' },
    { mode: 'garbage' },
    { mode: 'wrong-type' },
    { mode: 'huge', bytes: 10 * 1024 * 1024 },
  ] as const)('are not found while their service has the fault $mode', async (fault) => {
    await other.control.addFault({ ...fault, service: 'pictures' });
    expect((await show(`${other.origin}/getWalletImage/a`)).status).toBe(404);
  });
});
