import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../../scripts/lib/serve-folder.mjs';

const parent = mkdtempSync(join(tmpdir(), 'latchkey-serve-'));
const folder = join(parent, 'site');
let site: { readonly url: string; readonly close: () => Promise<void> };

/** Asks with the target as it is written, which `fetch` would tidy up first. */
const statusOf = (target: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const asked = request({ hostname, port, path: target }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject);
    asked.end();
  });

beforeAll(async () => {
  await mkdir(folder);
  writeFileSync(join(folder, 'index.html'), '<p>first</p>');
  writeFileSync(join(folder, 'a b.js'), 'export {};');
  await mkdir(join(parent, 'site-secret'));
  writeFileSync(join(parent, 'site-secret', 'key.txt'), 'no');
  site = await serveFolder(folder);
});

afterAll(async () => {
  await site.close();
  rmSync(parent, { recursive: true });
});

describe('a served folder', () => {
  it('answers with its files, by their type', async () => {
    const page = await fetch(site.url);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<p>first</p>');
    expect((await fetch(`${site.url}a%20b.js`)).headers.get('content-type')).toBe('text/javascript');
    expect(page.headers.get('content-encoding')).toBeNull();
  });

  it('compresses its texts where that is wanted', async () => {
    const compressed = await serveFolder(folder, { compressed: true });
    try {
      const page = await fetch(compressed.url);
      expect([page.headers.get('content-encoding'), await page.text()]).toEqual(['gzip', '<p>first</p>']);
      expect((await fetch(`${compressed.url}none.js`)).status).toBe(404);
    } finally {
      await compressed.close();
    }
  });

  it.each(['//', '//[', '///index.html/', '/%', '/%00', 'http://', '/../site-secret/key.txt', '/..%2fsite-secret%2fkey.txt', '/none.js'])(
    'survives a request for %s',
    async (target) => {
      const status = await statusOf(target);
      // `//` is the folder itself; nothing else of these is a file in it.
      expect(status).toBe(target === '//' ? 200 : 404);
      expect(await statusOf('/')).toBe(200);
    },
  );
});
