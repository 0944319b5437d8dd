import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSecureSite } from '@latchkey/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildDocuments } from '../../../sandbox/secure-site/site/build-documents.js';
import {
  type BundleFile,
  createBundle,
  type DocumentBundle,
  isOfKeys,
  ManifestKey,
} from '../../../sandbox/secure-site/site/document-bundle.js';
import { fileHeaders } from '../../../sandbox/secure-site/site/document-headers.js';
import { NotVerifiable, type SiteReport, type VerifyOptions, verifySite } from '../../../sandbox/secure-site/site/verify-site.js';

const ROOT = join(import.meta.dirname, '../../..');
const PROJECT = 'verify';
const APP = 'https://app.example';
/** Its public key begins with a dash, as one in 64 does. */
const MANIFEST_KEY = 'AAAALgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const NETWORK = { chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://node.example/v1', currency: { symbol: 'ETH', decimals: 18 } };

let site: Awaited<ReturnType<typeof startSecureSite>>;
let local: DocumentBundle;
beforeAll(async () => {
  site = await startSecureSite({
    apps: [{ project: PROJECT, origin: APP }],
    networks: [NETWORK],
    manifestKey: MANIFEST_KEY,
    api: { socials: [] },
  });
  local = (await buildDocuments()).bundle;
});
afterAll(async () => {
  await site.stop();
});

interface Sent {
  status: number;
  readonly headers: Headers;
  body: Buffer;
}

/** Changes what the site sends. @param path of the site, without its bundle's folder */
type Change = (path: string, sent: Sent) => void;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts a server on loopback and returns its origin. */
const listen = async (server: ReturnType<typeof createServer>): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // A listening TCP server has an AddressInfo.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};

/**
 * A site that sends what the real one sends, but for a change, on both of its origins.
 * @param read what is in the folder of a bundle. Default: what the site has
 * @param changeKeys on the origin of the keys. Default: the same for its files
 */
const changedSite = async (
  change: Change,
  read: (path: string) => Buffer | null = () => null,
  changeKeys: Change = (path, sent) => {
    if (isOfKeys(path)) change(path, sent);
  },
): Promise<string> => {
  const origins = { site: '', keys: '' };
  const proxy = (target: 'origin' | 'keysOrigin'): Promise<string> =>
    listen(
      createServer(async ({ url = '/' }, response) => {
        const original = await fetch(`${site[target]}${url.replace(/\/f\/\w+\//, `/f/${site.digest}/`)}`, { redirect: 'manual' });
        const path = url.replace(/^\/f\/\w+\//, '').replace(/\?.*/, '');
        const own = isOfKeys(path) === (target === 'keysOrigin') ? read(path) : null;
        const sent: Sent = {
          status: own === null ? original.status : 200,
          headers: new Headers(original.headers),
          body: own ?? Buffer.from(await original.arrayBuffer()),
        };
        // Configurations and policies name both origins, and the folder.
        const [folder = ''] = /^\/f\/\w+/.exec(url) ?? [];
        const renamed = (text: string): string =>
          text
            .replaceAll(site.origin, origins.site)
            .replaceAll(site.keysOrigin, origins.keys)
            .replaceAll(`/f/${site.digest}`, folder || `/f/${site.digest}`);
        const policy = sent.headers.get('content-security-policy');
        if (policy !== null) sent.headers.set('content-security-policy', renamed(policy));
        if (url === '/config.json') sent.body = Buffer.from(renamed(sent.body.toString('utf8')));
        (target === 'origin' ? change : changeKeys)(path, sent);
        for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive']) sent.headers.delete(name);
        response.writeHead(sent.status, Object.fromEntries(sent.headers)).end(sent.body);
      }),
    );
  origins.keys = await proxy('keysOrigin');
  origins.site = await proxy('origin');
  return origins.site;
};

const verify = (url: string, options: Partial<VerifyOptions> = {}): Promise<SiteReport> => verifySite({ url, local, ...options });

const differencesOf = async (change: Change): Promise<readonly string[]> =>
  (await verify(await changedSite(change))).differences.map(({ file, text }) => `${file} ${text}`);

/** A site with other files in its bundle, signed by a key of its own. */
const siteWith = async (files: readonly BundleFile[]): Promise<string> => {
  const bundle = createBundle(files);
  const own = new Map([
    ['manifest.json', Buffer.from(bundle.manifest)],
    ['manifest.json.sig', Buffer.from(ManifestKey.generate().sign(bundle.digest))],
    ...files.map(({ path, body }) => [path, body] as const),
  ]);
  const policy = { siteOrigin: '', keysFolder: '', connect: [], frameAncestors: '' };
  return changedSite(
    (path, { status, headers }) => {
      if (status === 307) headers.set('location', (headers.get('location') ?? '').replace(local.digest, bundle.digest));
      const file = bundle.files.get(path);
      if (file !== undefined && !local.files.has(path))
        for (const [name, value] of Object.entries(fileHeaders(file, policy))) headers.set(name, value);
    },
    (path) => own.get(path) ?? null,
  );
};

describe('verifySite', () => {
  it('finds no difference in a site that serves the checkout, also by its digest, and shows what is no code', async () => {
    const report = await verify(site.sdkUrl, { project: PROJECT, key: site.manifestKey });
    expect(report).toEqual({
      origin: site.origin,
      digest: local.digest,
      linkedDigest: local.digest,
      localDigest: local.digest,
      signer: site.manifestKey,
      files: local.files.size,
      bytes: [...local.files.values()].reduce((sum, { body }) => sum + body.length, 0),
      differences: [],
      configuration: {
        apiOrigin: site.apiOrigin,
        keysOrigin: site.keysOrigin,
        networks: [NETWORK],
        confirmsDevices: false,
        socials: [],
        farcaster: false,
      },
      embedders: APP,
    });
    expect((await verify(`${site.origin}/f/${site.digest}/sdk`)).differences).toEqual([]);
  });

  it('finds one changed byte, in a document, a script, the worker, a style sheet, or a lazy chunk', async () => {
    const lazy = [...local.files.keys()].find((path) => path.startsWith('chunk-')) ?? '';
    for (const path of ['sdk', 'operations', 'frame-page.js', 'worker.js', 'site.css', lazy]) {
      const body = local.files.get(path)?.body ?? Buffer.alloc(0);
      const position = Math.floor(body.length / 2);
      const differences = await differencesOf((each, sent) => {
        if (each === path) sent.body[position] = (sent.body[position] ?? 0) ^ 1;
      });
      expect(differences).toContain(`${path} is not the file that the manifest lists`);
      expect(differences).toContain(`${path} differs from this checkout: 1 of ${body.length} bytes differs, byte ${position}`);
      expect(differences.every((each) => each.startsWith(`${path} `))).toBe(true);
    }
  });

  it('finds a file that is missing, cut or sent as something else', async () => {
    const size = local.files.get('worker.js')?.body.length ?? 0;
    const differences = await differencesOf((path, sent) => {
      if (path === 'frame-page.js') sent.status = 404;
      if (path === 'worker.js') sent.body = sent.body.subarray(0, -1);
      if (path === 'site.css') sent.headers.set('content-type', 'text/html');
    });
    expect(differences).toEqual([
      'frame-page.js is missing: status 404',
      'site.css is sent with content-type: text/html instead of text/css; charset=utf-8',
      'worker.js is not the file that the manifest lists',
      `worker.js differs from this checkout: ${size - 1} bytes instead of ${size}, different from byte ${size - 1} on`,
    ]);
  });

  it('finds files that the checkout lacks, and files that the site lacks, though the operator has signed them', async () => {
    const extra: BundleFile = { path: 'extra.js', type: 'text/javascript; charset=utf-8', body: Buffer.from('hostile()') };
    const files = [...local.files.values()].filter(({ path }) => path !== 'device-page.js');
    const report = await verify(await siteWith([...files, extra]));
    expect(report.digest).not.toBe(local.digest);
    expect(report.differences).toEqual([
      { file: 'extra.js', text: 'is not in this checkout' },
      { file: 'device-page.js', text: 'is in this checkout, and not in the manifest' },
    ]);
  });

  it('finds a manifest that its folder is not named after, and one that is signed by no or another key', async () => {
    const other = ManifestKey.generate();
    const changed = await differencesOf((path, sent) => {
      if (path === 'manifest.json') sent.body = Buffer.from(sent.body.toString('utf8').replace('"size":', '"size":1'));
    });
    expect(changed[0]).toMatch(/^manifest.json has the digest \w{64}, which is not its folder's name$/);
    expect(
      await differencesOf((path, sent) => {
        if (path === 'manifest.json.sig') sent.body = Buffer.from(other.sign('0'.repeat(64)));
      }),
    ).toEqual(['manifest.json.sig is not a signature of this digest']);
    expect(
      await differencesOf((path, sent) => {
        if (path === 'manifest.json.sig') sent.status = 404;
      }),
    ).toEqual(['manifest.json.sig is missing: status 404']);
    expect((await verify(site.sdkUrl, { key: other.publicKey })).differences).toEqual([
      { file: 'manifest.json.sig', text: `is of the key ${site.manifestKey} instead of ${other.publicKey}` },
    ]);
  });

  it('finds headers that let documents or the worker do more', async () => {
    const policy = (sent: Sent, from: string | RegExp, to: string): void => {
      const name = 'content-security-policy';
      sent.headers.set(name, (sent.headers.get(name) ?? '').replace(from, to));
    };
    const differences = await differencesOf((path, sent) => {
      if (path === 'operations') policy(sent, 'sandbox allow-scripts', 'sandbox allow-scripts allow-same-origin; connect-src *');
      if (path === 'worker.js') policy(sent, "default-src 'none'", 'connect-src *');
      if (path === 'window') policy(sent, "frame-ancestors 'none'", 'frame-ancestors *');
      if (path === 'dashboard') policy(sent, 'connect-src', 'connect-src https://evil.example');
      if (path === 'keys') policy(sent, 'worker.js', 'window-worker.js');
      if (path === 'social') policy(sent, `frame-src 'self'`, 'frame-src *');
      if (path === 'window-keys') policy(sent, /frame-ancestors [^;]*/, 'frame-ancestors *');
      if (path === 'device') {
        sent.headers.set('refresh', '0; url=https://evil.example');
        sent.headers.set('integrity-policy', 'blocked-destinations=()');
        sent.headers.set('permissions-policy', 'camera=*');
        sent.headers.delete('referrer-policy');
      }
      if (path === 'sdk') {
        policy(sent, "script-src 'self'", "script-src 'self' 'unsafe-inline'");
        policy(sent, "frame-ancestors 'none'", 'frame-ancestors https:');
        policy(sent, '/csp-report', 'https://evil.example/csp-report');
      }
      if (path === 'site.css') sent.headers.set('content-security-policy-report-only', 'report-uri https://evil.example');
    });
    expect(differences).toEqual([
      "dashboard has the policy connect-src https://evil.example 'self' " +
        `${site.apiOrigin} https://node.example instead of connect-src 'self' ${site.apiOrigin} https://node.example`,
      'device has the header refresh: 0; url=https://evil.example',
      'device is sent with integrity-policy: blocked-destinations=() instead of blocked-destinations=(script)',
      'device is sent with permissions-policy: camera=* instead of camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'device is sent without referrer-policy: no-referrer',
      expect.stringMatching(/^keys has the policy worker-src \S+\/window-worker\.js instead of worker-src \S+\/worker\.js$/),
      'operations has the policy sandbox allow-scripts allow-same-origin; connect-src * instead of sandbox allow-scripts',
      expect.stringMatching(
        /^sdk has the policy script-src 'self' 'unsafe-inline' 'sha256-(\S+)'; report-uri https:\/\/evil.example\/csp-report instead of script-src 'self' 'sha256-\1'; report-uri \/csp-report$/,
      ),
      'sdk may be framed by https:, which is not the origin of one app',
      'site.css has the header content-security-policy-report-only: report-uri https://evil.example',
      expect.stringMatching(/^social has the policy frame-src \* \S+ instead of frame-src 'self' \S+$/),
      "window has the policy frame-ancestors * instead of frame-ancestors 'none'",
      expect.stringMatching(/^window-keys has the policy frame-ancestors \* instead of frame-ancestors http\S+$/),
      "worker.js has the policy connect-src * instead of default-src 'none'",
    ]);
  });

  it('finds an origin of the keys that has other documents as well, is the site itself, is no origin, or answers another site', async () => {
    const differencesWith = async (keysOrigin: string | null, changeKeys: Change): Promise<readonly string[]> => {
      const change: Change = (path, sent) => {
        if (path !== '/config.json' || keysOrigin === null) return;
        sent.body = Buffer.from(sent.body.toString('utf8').replace(/"keysOrigin":"[^"]*"/, `"keysOrigin":"${keysOrigin}"`));
      };
      const { differences } = await verify(await changedSite(change, () => null, changeKeys));
      return differences.map(({ file, text }) => `${file} ${text}`);
    };
    const unchanged = (): void => undefined;
    const shared = await differencesWith(null, (path, sent) => {
      if (path === '/window') sent.status = 307;
    });
    expect(shared).toEqual([expect.stringMatching(/^\/config\.json names \S+ as the origin of the keys, which has \/window as well$/)]);
    const answering = await differencesWith(null, (path, sent) => {
      if (path === '/config.json') sent.body = Buffer.from('{"siteOrigin":"https://evil.example"}');
    });
    expect(answering).toEqual([expect.stringMatching(/^\/config\.json names \S+ as the origin of the keys, which answers another site$/)]);
    const withPath = await differencesWith(`${site.keysOrigin}/path`, unchanged);
    expect(withPath.join()).toContain('which is not the origin of one server');
    const ofOther = await differencesWith(site.origin, unchanged);
    expect(ofOther.join()).toContain('which answers another site');
    const own = await changedSite((path, sent) => {
      if (path === '/config.json')
        sent.body = Buffer.from(sent.body.toString('utf8').replace(/"keysOrigin":"[^"]*"/, `"keysOrigin":"${own}"`));
    });
    expect((await verify(own)).differences).toContainEqual({ file: '/config.json', text: 'names its own origin as that of the keys' });
  });

  it('finds policies that browsers read in another way than they look', async () => {
    const name = 'content-security-policy';
    const changes: Readonly<Record<string, (policy: string) => string>> = {
      // The first directive of a name counts.
      'a directive before': (policy) => `default-src *; script-src * 'unsafe-inline'; connect-src *; ${policy}`,
      // And so it does if there is one more of what is there anyway.
      'a directive again': (policy) => `${policy}; ${policy.split('; ')[0]}`,
      'another order': (policy) => policy.split('; ').reverse().join('; '),
      // No white space to a browser, which does not know the directive then.
      'a non-breaking space': (policy) => policy.replaceAll("default-src 'none'", "default-src\u00a0'none'"),
      'a second policy': (policy) => policy.replace('; ', ', '),
      'upper case': (policy) => policy.replace('default-src', 'DEFAULT-SRC'),
      none: () => '',
    };
    for (const [title, change] of Object.entries(changes)) {
      const differences = await differencesOf((_path, { headers }) => {
        const policy = headers.get(name);
        if (policy !== null) headers.set(name, change(policy));
      });
      const files = differences.map((each) => each.split(' ')[0]);
      const expected = [...local.files.values()].filter(({ path, type }) => type.startsWith('text/html') || path.endsWith('worker.js'));
      expect([title, files]).toEqual([title, expected.map(({ path }) => path).sort()]);
    }
  });

  it('finds apps and services that are no single origin', async () => {
    const wide = ['https://*', 'HTTPS:', "'self'", 'https://*.example', 'https://app.example https:', 'https://app.example, *'];
    for (const sources of wide) {
      const differences = await differencesOf((path, { headers }) => {
        const policy = headers.get('content-security-policy') ?? '';
        if (path === 'sdk') headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${sources}`));
      });
      expect([sources, differences.join()]).toEqual([sources, expect.stringContaining('which is not the origin of one app')]);
    }
    const origin = await changedSite((path, sent) => {
      if (path === '/config.json')
        sent.body = Buffer.from(sent.body.toString('utf8').replace('node.example', 'a;require-trusted-types-for'));
      const policy = sent.headers.get('content-security-policy');
      if (policy !== null) sent.headers.set('content-security-policy', policy.replace('node.example', 'a;require-trusted-types-for'));
    });
    const text = 'names https://a;require-trusted-types-for, which is not the origin of one server';
    expect((await verify(origin)).differences).toEqual([{ file: '/config.json', text }]);
  });

  it('finds paths of the site that do not lead to the bundle', async () => {
    const paths = ['/sdk', '/window', '/dashboard', '/device', '/social'];
    const hostile = await differencesOf((path, sent) => {
      if (path === '/sdk' || !paths.includes(path)) return;
      sent.status = 200;
      sent.headers.delete('location');
      sent.body = Buffer.from('<script>hostile()</script>');
    });
    const text = 'does not lead to its document in a bundle of the site';
    expect(hostile).toEqual(paths.slice(1).map((path) => `${path} ${text}: status 200, location none`));
    const other = '0'.repeat(64);
    const bundle = `/f/${local.digest}`;
    const locations = ['https://evil.example/', `${bundle}/window#approval=1`, `${bundle}/sdk?projectId=`, `/f/${other}/social?projectId=`];
    const leading = await differencesOf((path, sent) => {
      const location = locations[paths.indexOf(path) - 1];
      if (location !== undefined) sent.headers.set('location', location);
      if (path === '/sdk') sent.headers.set('cache-control', 'max-age=31536000');
    });
    expect(leading).toEqual([
      '/sdk is sent with cache-control: max-age=31536000 instead of no-store',
      ...paths.slice(1, 4).map((path, index) => `${path} ${text}: status 307, location ${locations[index]}`),
      `/social leads to the bundle ${other} instead of ${local.digest}`,
    ]);
  });

  it('tells apart the bundle of a URL and the one that the site leads to', async () => {
    const other = '0'.repeat(64);
    const origin = await changedSite((_path, { status, headers }) => {
      if (status === 307) headers.set('location', (headers.get('location') ?? '').replace(local.digest, other));
    });
    expect(await verify(`${origin}/f/${local.digest}/sdk`)).toMatchObject({ digest: local.digest, linkedDigest: other, differences: [] });
  });

  it('reports another configuration as such, not as code', async () => {
    const origin = await changedSite((path, sent) => {
      if (path === '/config.json') sent.body = Buffer.from(sent.body.toString('utf8').replace('"Ethereum"', '"Mainnet"'));
    });
    const { differences, configuration } = await verify(origin);
    expect(differences).toEqual([]);
    expect(configuration).toMatchObject({ networks: [{ ...NETWORK, name: 'Mainnet' }] });
  });

  it('verifies nothing that is not the site itself: no plain http, no redirects, no endless or silent responses', async () => {
    const reasonOf = (url: string, options: Partial<VerifyOptions> = {}): Promise<string> =>
      verify(url, options).then(
        () => 'verified',
        (error: unknown) => (error instanceof NotVerifiable ? error.message : `another error: ${String(error)}`),
      );
    expect(await reasonOf('nonsense')).toBe('nonsense is not a URL');
    expect(await reasonOf('http://wallet.example/sdk')).toContain('is not https');
    expect(await reasonOf('http://localhost.evil.example/sdk')).toContain('is not https');
    expect(await reasonOf(`${site.origin}/f/short/sdk`)).toContain('short is not a digest');
    expect(await reasonOf(`${site.origin}/f/${'0'.repeat(64)}/sdk`)).toContain('The site has no bundle 0000');
    const leading = await changedSite((path, { headers }) => {
      if (path === '/sdk') headers.set('location', `https://evil.example/f/${site.digest}/sdk`);
    });
    expect(await reasonOf(leading)).toContain('does not lead to a bundle of the site');
    const redirecting = await differencesOf((path, sent) => {
      if (path !== 'frame-page.js') return;
      sent.status = 302;
      sent.headers.set('location', `${site.origin}/f/${site.digest}/frame-page.js`);
    });
    expect(redirecting).toEqual(['frame-page.js is missing: status 302']);
    const endless = await changedSite((path, sent) => {
      if (path === 'manifest.json') sent.body = Buffer.alloc(200_001);
    });
    expect(await reasonOf(endless)).toContain('has more than 200000 bytes');
    const malformed = await changedSite((path, sent) => {
      if (path === 'manifest.json') sent.body = Buffer.from('{}');
    });
    expect(await reasonOf(malformed)).toBe('The manifest is malformed');
    const silent = await listen(createServer(() => undefined));
    expect(await reasonOf(silent, { timeoutMs: 50 })).toContain('could not be loaded');
  });
});

const run = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) =>
  new Promise<{ readonly code: number | null; readonly output: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

describe('npm run verify-frame', () => {
  const script = join(ROOT, 'scripts/verify-frame.mjs');

  it('exits with 0 for the same, 1 for one changed byte, whose file it names, and 2 for no site', async () => {
    const changed = await changedSite((path, sent) => {
      if (path === 'worker.js') sent.body[1_000] = (sent.body[1_000] ?? 0) ^ 1;
    });
    expect(site.manifestKey).toMatch(/^-/);
    const same = await run('node', [script, site.sdkUrl, '--key', site.manifestKey], { cwd: ROOT });
    expect(same).toMatchObject({ code: 0, output: expect.stringContaining('The same: each file is what this checkout builds.') });
    expect(same.output).toContain('what the site sent to this computer now');
    const different = await run('node', [script, changed], { cwd: ROOT });
    expect(different.code).toBe(1);
    expect(different.output).toMatch(/worker\.js differs from this checkout: 1 of \d+ bytes differs, byte 1000/);
    const none = await run('node', [script, `${site.origin}/f/none/sdk`], { cwd: ROOT });
    expect(none).toMatchObject({ code: 2, output: expect.stringContaining('Not verifiable') });
  });
});

describe('two clean builds', () => {
  /** The sources of the documents, in a folder of their own. */
  const copySources = async (folder: string): Promise<string> => {
    await mkdir(folder, { recursive: true });
    const sources = [
      'adapters',
      'application',
      'composition',
      'domain',
      'sandbox',
      'server',
      'package.json',
      'tsconfig.json',
      'tsconfig.base.json',
    ];
    for (const name of sources)
      await cp(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (path) => !/[\\/](?:node_modules|\.cache|dist)(?:[\\/]|$)/.test(path),
      });
    for (const name of ['node_modules', 'sandbox/node_modules']) await symlink(join(ROOT, name), join(folder, name));
    return join(folder, 'sandbox');
  };

  it('are identical, in other folders, processes, time zones and languages, and name no folder of the machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clean-builds-'));
    const roots = [await copySources(join(folder, 'one')), await copySources(join(folder, 'another/and/deeper'))];
    const program = `
      const { buildDocumentsOf } = await import(${JSON.stringify(join(ROOT, 'sandbox/index.mjs'))});
      const { bundle } = await buildDocumentsOf({ root: process.env.BUILD_ROOT });
      const files = [...bundle.files.values()].map(({ path, body }) => [path, body.toString('base64')]);
      process.stdout.write(JSON.stringify({ digest: bundle.digest, manifest: bundle.manifest, files }));
    `;
    const environments = [
      { cwd: ROOT, env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', BUILD_ROOT: roots[0] ?? '' } },
      { cwd: folder, env: { TZ: 'America/Adak', LANG: 'C', LC_ALL: 'C', NODE_ENV: 'development', BUILD_ROOT: roots[1] ?? '' } },
    ];
    const outputs: string[] = [];
    for (const environment of environments) {
      const { code, output } = await run('node', ['--input-type=module', '-e', program], environment);
      expect([code, output.slice(0, 11)]).toEqual([0, '{"digest":"']);
      outputs.push(output);
    }
    expect(outputs[0]).toBe(outputs[1]);
    expect(outputs[0]).toContain(`{"digest":"${local.digest}"`);
    for (const { path, body } of local.files.values())
      for (const place of [ROOT, folder, tmpdir(), 'node_modules/']) expect([path, body.includes(place)]).toEqual([path, false]);
    await rm(folder, { recursive: true });
  });
});
