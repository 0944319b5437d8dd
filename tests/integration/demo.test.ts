import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let demo: ChildProcess | undefined;

afterEach(() => {
  if (demo?.exitCode === null) demo.kill('SIGKILL');
});

/** Reads the URLs that the demo prints until it is ready: `{ ready: url, 'eip155:1': url, … }`. */
const addressesOf = async (process: ChildProcess): Promise<Readonly<Record<string, string>>> => {
  const addresses: Record<string, string> = {};
  if (process.stdout === null) throw new Error('The demo has no output');
  for await (const line of createInterface({ input: process.stdout })) {
    const [, name, url] = /^(\S+) (http:\S+)$/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) addresses[name] = url;
    if (name === 'ready') return addresses;
  }
  throw new Error('The demo exited before it was ready');
};

const request = (url: string, method: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  });

describe('npm run demo', () => {
  it('serves the page with two live chains, and stops everything on SIGINT', { timeout: 180_000 }, async () => {
    demo = spawn(process.execPath, [join(root, 'scripts/demo.mjs')], {
      cwd: root,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const addresses = await addressesOf(demo);
    const { ready = '', mail = '', 'eip155:1': mainnet = '', 'eip155:137': polygon = '' } = addresses;

    const page = await (await fetch(ready)).text();
    const script = /<script[^>]+src="(\.\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect(page).toContain('<div id="root">');
    // The page links to the inbox.
    expect(page).toContain(`&quot;mail&quot;:&quot;${mail}&quot;`);
    expect((await fetch(new URL(script ?? '', ready))).headers.get('content-type')).toMatch(/javascript/);
    expect(await (await request(mainnet, 'eth_chainId')).json()).toMatchObject({ result: '0x1' });
    expect(await (await request(polygon, 'eth_chainId')).json()).toMatchObject({ result: '0x89' });

    const ended = once(demo, 'exit');
    demo.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    for (const url of [ready, mainnet, polygon]) await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
