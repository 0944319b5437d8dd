/**
 * `npm run bench:embedded`: loads the frame of the sandbox's secure site in Chromium and calls it. Prints a table and writes it to
 * `bench/EMBEDDED.md`. Results never make it fail.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureInstalled } from '../../scripts/lib/ensure-installed.mjs';
import { requireNode, root } from '../../scripts/lib/root.mjs';
import { kib, spread } from '../lib/statistics.mjs';

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('../../scripts/lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(1);
const { ensureChromium } = await import('../../scripts/lib/ensure-chromium.mjs');
const { chromium } = await import('@playwright/test');
const { build } = await import('esbuild');
const { serveSite, startChain, startSecureSite } = await import('@latchkey/sandbox');

const ROUNDS = 15;
const CALLS = 200;
const PROJECT = 'bench';

/** A document that does nothing but report that it is there: the least that a frame of another site takes. */
const EMPTY = '<!doctype html><title>Empty</title><script>parent.postMessage("@w3m-frame/READY", "*")</script>';

const folder = join(root, 'tests/e2e/pages/embedded');
const { outputFiles } = await build({
  entryPoints: [join(folder, 'main.ts')],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  write: false,
  logLevel: 'error',
});
const html = (await readFile(join(folder, 'index.html'), 'utf8')).replace('./main.ts', '/main.js');
const files = { '/': html, '/main.js': outputFiles[0].text };

const chain = await startChain({ chainId: 1 });
const currency = { symbol: 'ETH', decimals: 18 };
const [site, host, empty] = await Promise.all([
  startSecureSite({ networks: [{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: chain.rpcUrl, currency }] }),
  serveSite({ files, scripts: [], meta: null }),
  serveSite({ files: { '/': EMPTY }, scripts: [], meta: null }),
]);
const app = host.origin.replace('localhost', 'app.localhost');
await site.origins.add({ project: PROJECT, origin: app });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });

/** Milliseconds from the frame's creation to its ready message, and to its first reply. Runs in the page. */
const startFrame = async () => {
  const start = performance.now();
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ data }) => {
      if (data?.type === '@w3m-frame/READY') resolve(performance.now() - start);
    });
  });
  const first = window.embedded.request('IS_CONNECTED').then(() => performance.now() - start);
  return { ready: await ready, first: await first };
};

/** The same for a document that does nothing. Runs in the page. */
const startEmpty = (url) => {
  const start = performance.now();
  return new Promise((resolve) => {
    addEventListener('message', ({ data }) => {
      if (data === '@w3m-frame/READY') resolve(performance.now() - start);
    });
    document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
  });
};

/** Milliseconds of each of a number of calls, one after the other. Runs in the page. */
const callFrame = async ({ count, action, payload }) => {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    const result = await window.embedded.request(action, payload);
    times.push(performance.now() - start);
    if ('error' in result) throw new Error(result.error);
  }
  return times;
};

/** The same request to the node, without the frame. Runs in the page. */
const callNode = async ({ count, url }) => {
  const times = [];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await response.json();
    times.push(performance.now() - start);
  }
  return times;
};

const url = `${app}/?project=${PROJECT}&site=${encodeURIComponent(site.sdkUrl)}`;
const cold = { ready: [], first: [] };
const returning = { ready: [], first: [] };
const limit = [];
const calls = { chain: [], block: [], node: [] };
/** Responses of the secure site until its first reply: path and bytes with gzip. */
const loaded = new Map();
const loads = [];

try {
  // The first round warms up the servers and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const bodies = [];
    page.on('response', (response) => {
      if ([site.origin, site.keysOrigin].includes(new URL(response.url()).origin))
        bodies.push(response.body().then((body) => [new URL(response.url()).pathname, body]));
    });
    await page.goto(url);
    const start = await page.evaluate(startFrame);
    for (const [path, body] of await Promise.all(bodies)) loaded.set(path, gzipSync(body, { level: 9 }).length);
    await page.reload();
    const again = await page.evaluate(startFrame);
    const least = await page.evaluate(startEmpty, empty.origin);
    const options = { count: round === 0 ? 20 : CALLS / 10, action: 'GET_CHAIN_ID' };
    const inFrame = await page.evaluate(callFrame, options);
    const block = { method: 'eth_blockNumber', params: [] };
    const throughFrame = await page.evaluate(callFrame, { ...options, action: 'RPC_REQUEST', payload: block });
    const direct = await page.evaluate(callNode, { count: options.count, url: chain.rpcUrl });
    await context.close();
    loads.push(loadavg()[0]);
    if (round === 0) continue;
    for (const [list, result] of [
      [cold, start],
      [returning, again],
    ]) {
      list.ready.push(result.ready);
      list.first.push(result.first);
    }
    limit.push(least);
    calls.chain.push(...inFrame);
    calls.block.push(...throughFrame);
    calls.node.push(...direct);
  }
  const bytes = [...loaded.values()].reduce((sum, each) => sum + each, 0);
  const report = `# The embedded wallet's frame

\`npm run bench:embedded\` wrote this file: ${cpus().length} × ${cpus()[0].model}, ${type()} ${release()}, Node ${process.versions.node}, Chromium ${browser.version()}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.

The frame of the sandbox's secure site in a page of another site, with a local API and a local node: no time for the network is in these
figures. Median (minimum–maximum) of ${ROUNDS} loads, and of ${calls.block.length} calls one after the other. A cold start is in a fresh profile without a cache. The limit is a
frame of another site with an empty document, and the same request to the node without a frame.

| milliseconds | the frame | limit | goal |
| --- | ---: | ---: | ---: |
| cold start to ready | ${spread(cold.ready)} | ${spread(limit)} | 300 |
| cold start to the first reply | ${spread(cold.first)} | | |
| returning user's start to ready | ${spread(returning.ready)} | | |
| returning user's start to the first reply | ${spread(returning.first)} | | |
| call that the frame answers (\`GET_CHAIN_ID\`) | ${spread(calls.chain, 1)} | | 15 |
| safe call that the node answers (\`eth_blockNumber\`) | ${spread(calls.block, 1)} | ${spread(calls.node, 1)} | 15 |

What the site sends until the first reply, with gzip -9: ${kib(bytes)} KiB (goal: about 120).

| file | KiB |
| --- | ---: |
${[...loaded].map(([path, size]) => `| ${path.replace(/-[\dA-Za-z]{8}(?=\.)/, '')} | ${kib(size)} |`).join('\n')}
`;
  process.stdout.write(`${report}\n`);
  writeFileSync(join(root, 'bench', 'EMBEDDED.md'), report);
} finally {
  await browser.close();
  await Promise.all([site.stop(), host.stop(), empty.stop(), chain.stop()]);
}
