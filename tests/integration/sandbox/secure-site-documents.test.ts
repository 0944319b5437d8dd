import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSecureSite } from '@latchkey/sandbox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDocuments } from '../../../sandbox/secure-site/site/build-documents.js';
import { BundleStore, writeBundle } from '../../../sandbox/secure-site/site/bundle-store.js';
import {
  createBundle,
  type DocumentBundle,
  integrityOf,
  isOfKeys,
  ManifestKey,
} from '../../../sandbox/secure-site/site/document-bundle.js';
import { importMapOf } from '../../../sandbox/secure-site/site/document-html.js';

const PROJECT = 'documents';
const APP = 'https://app.example';

let site: Awaited<ReturnType<typeof startSecureSite>>;
beforeAll(async () => {
  site = await startSecureSite({ apps: [{ project: PROJECT, origin: APP }], networks: [] });
});
afterAll(async () => {
  await site.stop();
});

/** The directives of a response's policy, by name. */
const policyOf = async (path: string, origin = site.origin): Promise<Readonly<Record<string, string>>> => {
  const { headers } = await fetch(`${origin}${path}`);
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split('; ').map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]));
};

/** The packages that source files belong to; our own files as their first three folders. In alphabetical order. */
const originsOf = (sources: readonly string[]): readonly string[] => {
  const origins = sources.map((path) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return name ?? path.split('/').slice(0, 3).join('/');
  });
  return [...new Set(origins)].sort();
};

describe('the documents of the secure site', () => {
  it('are embedded by the registered origins only, and the windows by none', async () => {
    const policies = await Promise.all(
      [`/sdk?projectId=${PROJECT}`, '/sdk?projectId=unknown', '/sdk', '/window', '/device', '/social', '/dashboard'].map((path) =>
        policyOf(path),
      ),
    );
    expect(policies.map((each) => each['frame-ancestors'])).toEqual([APP, ...Array.from({ length: 6 }, () => "'none'")]);
  });

  it('load their own files only, connect to the API only, and create no markup from text', async () => {
    const policy = await policyOf(`/sdk?projectId=${PROJECT}`);
    expect(policy).not.toHaveProperty('worker-src');
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
      'style-src': "'self'",
      'frame-src': `'self' ${site.keysOrigin}/f/${site.digest}/`,
      'connect-src': `'self' ${site.apiOrigin}`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('have workers that load and connect to nothing, with our code and the libraries of their keys only', async () => {
    const { sources } = await buildDocuments();
    for (const name of ['worker.js', 'window-worker.js'])
      expect(await policyOf(`/f/${site.digest}/${name}`, site.keysOrigin)).toEqual({
        'default-src': "'none'",
        'report-uri': '/csp-report',
      });
    expect(originsOf(sources.worker)).toEqual([
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      '@scure/bip32',
      '@scure/bip39',
      'sandbox/secure-site/keys',
      'sandbox/secure-site/protocol',
    ]);
  });

  it('have the keys on an origin that has nothing else', async () => {
    const { bundle } = await buildDocuments();
    const ofKeys = ['keys', 'window-keys', 'keys-page.js', 'worker.js', 'window-worker.js'];
    const statusOf = async (path: string, origin: string) => (await fetch(`${origin}${path}`, { redirect: 'manual' })).status;
    for (const path of bundle.files.keys()) {
      const statuses = [site.keysOrigin, site.origin].map((origin) => statusOf(`/f/${site.digest}/${path}`, origin));
      expect([path, ...(await Promise.all(statuses))]).toEqual(ofKeys.includes(path) ? [path, 200, 404] : [path, 404, 200]);
    }
    for (const path of ['/sdk', '/window', '/device', '/social', '/dashboard', `/f/${site.digest}/manifest.json`])
      expect([path, await statusOf(path, site.keysOrigin)]).toEqual([path, 404]);
    const config = await fetch(`${site.keysOrigin}/config.json`);
    expect(await config.json()).toEqual({ siteOrigin: site.origin });
  });

  it('have documents of the keys that start their worker only, and are embedded by the frame of any app, or by windows of the site', async () => {
    const policies = ['keys', 'window-keys'].map((path) => policyOf(`/f/${site.digest}/${path}`, site.keysOrigin));
    const [ofFrames, ofWindows] = await Promise.all(policies);
    const folder = `${site.keysOrigin}/f/${site.digest}`;
    const both = { 'default-src': "'none'", 'connect-src': "'self'", 'base-uri': "'none'", 'form-action': "'none'" };
    expect(ofFrames).toMatchObject({ ...both, 'worker-src': `${folder}/worker.js` });
    // Any app's page: apps embed the frame, which embeds it.
    expect(ofFrames).not.toHaveProperty('frame-ancestors');
    expect(ofWindows).toMatchObject({ ...both, 'worker-src': `${folder}/window-worker.js`, 'frame-ancestors': site.origin });
  });

  it('have a worker that exports phrases in windows only', async () => {
    const textOf = async (path: string) => (await fetch(`${site.keysOrigin}/f/${site.digest}/${path}`)).text();
    const [frames, windows] = await Promise.all(['worker.js', 'window-worker.js'].map(textOf));
    expect([frames?.includes('canExport:!0'), windows?.includes('canExport:!0')]).toEqual([false, true]);
  });

  it('have no library in the documents on the origin of the keys', async () => {
    expect(originsOf((await buildDocuments()).sources.keys)).toEqual(['sandbox/secure-site/documents', 'sandbox/secure-site/keys']);
  });

  it('load neither React nor a client of a chain first', async () => {
    const { frame, window } = (await buildDocuments()).sources;
    const packages = originsOf([...frame, ...window]).filter((each) => !/^(?:domain|composition|adapters|sandbox)\//.test(each));
    expect(packages).toEqual(['@noble/hashes', '@scure/base', 'valibot']);
  });

  it('have the library of the chain in a document only that has no origin and connects to nothing', async () => {
    const { documents, operations } = (await buildDocuments()).sources;
    const packagesOf = (sources: readonly string[]) =>
      originsOf(sources).filter((each) => !/^(?:domain|composition|adapters|server|sandbox)\//.test(each));
    expect(packagesOf(documents)).toEqual(['@noble/hashes', '@scure/base', '@scure/bip39', 'fastest-levenshtein', 'qr', 'valibot']);
    expect(packagesOf(operations)).toContain('viem');
    expect(await policyOf(`/f/${site.digest}/operations`)).toEqual({
      sandbox: 'allow-scripts',
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/),
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': '/csp-report',
    });
  });

  it('are in the folder of their digest, where the site leads to, with query and status', async () => {
    const redirects = await Promise.all(
      ['/sdk?projectId=p&chainId=eip155%3A1', '/window', '/device', '/social', '/dashboard'].map(async (path) => {
        const { status, headers } = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
        return [status, headers.get('location')];
      }),
    );
    const folder = `/f/${site.digest}`;
    expect(redirects).toEqual([
      [307, `${folder}/sdk?projectId=p&chainId=eip155%3A1`],
      [307, `${folder}/window`],
      [307, `${folder}/device`],
      [307, `${folder}/social`],
      [307, `${folder}/dashboard`],
    ]);
    const missing = await fetch(`${site.origin}/f/${'0'.repeat(64)}/manifest.json`);
    // Apps that pin it may read that.
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  it('have integrity on each script and style sheet, in the import map too, and no configuration', async () => {
    const { bundle } = await buildDocuments();
    const listed = new Map([...bundle.files.values()].map(({ path, body }) => [path, integrityOf(body)]));
    for (const { path, type, body } of bundle.files.values()) {
      if (!type.startsWith('text/html')) continue;
      const html = body.toString('utf8');
      const tags = html.match(/<(?:script (?!type="importmap")|link rel="(?:stylesheet|modulepreload)")[^>]*>/g) ?? [];
      expect([path, tags.length > (isOfKeys(path) ? 0 : 1)]).toEqual([path, true]);
      for (const tag of tags) {
        const [, name = ''] = /(?:src|href)="([^"]+)"/.exec(tag) ?? [];
        expect(tag).toContain(`integrity="${listed.get(name)}"`);
      }
      // The bundle's own map.
      const map = JSON.parse(importMapOf(html) ?? '') as { readonly integrity: Readonly<Record<string, string>> };
      for (const [name, integrity] of Object.entries(map.integrity)) expect(integrity).toBe(listed.get(name.replace('./', '')));
      const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, name]) => `./${name}`);
      expect(Object.keys(map.integrity)).toEqual(expect.arrayContaining(scripts));
      expect(html).not.toContain(site.apiOrigin);
    }
  });

  it('are served as long as the site keeps their folder, and not if a file of it was changed, or another key has signed it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
    const bundleOf = (name: string): DocumentBundle =>
      createBundle([
        { path: 'sdk', type: 'text/html; charset=utf-8', body: Buffer.from(`<!doctype html>${name}`) },
        { path: 'frame-page.js', type: 'text/javascript; charset=utf-8', body: Buffer.from(`${name}()`) },
      ]);
    const [former, foreign] = [bundleOf('former'), bundleOf('foreign')];
    const manifestKey = randomBytes(32).toString('base64url');
    const key = ManifestKey.import(manifestKey);
    await writeBundle(folder, { bundle: former, signature: key.sign(former.digest) });
    await writeBundle(folder, { bundle: foreign, signature: ManifestKey.generate().sign(foreign.digest) });
    const kept = await startSecureSite({ networks: [], bundles: folder, manifestKey });
    const statusOf = async (path: string): Promise<number> => (await fetch(`${kept.origin}${path}`)).status;
    expect(await (await fetch(`${kept.origin}/f/${former.digest}/frame-page.js`)).text()).toBe('former()');
    expect(await statusOf(`/f/${kept.digest}/sdk`)).toBe(200);
    expect((await readdir(folder)).sort()).toEqual([kept.digest, former.digest, foreign.digest].sort());
    await rm(join(folder, former.digest), { recursive: true });
    expect(await statusOf(`/f/${former.digest}/frame-page.js`)).toBe(404);
    await kept.stop();

    const store = await BundleStore.open({ current: (await buildDocuments()).bundle, key, folder });
    await expect(store.find(foreign.digest)).rejects.toThrow('is not signed by this site');
    await writeBundle(folder, { bundle: former, signature: key.sign(former.digest) });
    await writeFile(join(folder, former.digest, 'frame-page.js'), 'hostile()');
    await expect(store.find(former.digest)).rejects.toThrow('frame-page.js');
    expect(await store.find('../secrets')).toBeNull();
    vi.stubEnv('SECURE_SITE_MANIFEST_KEY', undefined);
    await expect(startSecureSite({ networks: [], bundles: folder })).rejects.toThrow('SECURE_SITE_MANIFEST_KEY');
    await rm(folder, { recursive: true });
  });
});
