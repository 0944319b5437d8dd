import { describe, expect, it } from 'vitest';
import { HttpWalletDirectory } from '../../../adapters/wallet-directory/http-wallet-directory.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { patient } from '../../../testing/contracts/test-api.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const answering = (response: () => Response): HttpWalletDirectory =>
  new HttpWalletDirectory({
    options: new OptionsStore(parseOptions({ networks: [mainnet], endpoints: { images: 'https://images.example' } })),
    clock: new FakeClock(),
    fetch: async () => response(),
  });
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
