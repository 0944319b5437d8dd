/**
 * Size report: what each entry weighs in a host's bundle, and what the example page really fetches before the first click.
 * Figures are gzip -9. Fails on a figure only with `--check`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureExampleBuilt } from './lib/ensure-built.mjs';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { requireNode, root } from './lib/root.mjs';
import { serveFolder } from './lib/serve-folder.mjs';
import { weighParts } from './lib/weigh-parts.mjs';

/** KiB. What an entry's static graph may weigh, React left out, and what the page may fetch before the first click. */
const BUDGETS = {
  latchkey: 45,
  'latchkey/react': 25,
  'latchkey/dom': 18,
  'latchkey/eip155': 17,
  'latchkey/solana': 12,
  // With what reads addresses and their checksums; a page that imports bip122() alone takes none of it.
  'latchkey/bip122': 21,
  'latchkey/polkadot': 17,
  // With SignClient and UniversalProvider; a page that imports walletconnect() alone takes neither: see the row of the example.
  'latchkey/walletconnect': 32,
  // All four namespaces and the wallet protocol; what may be fetched with them is 155.
  'example page before the first click': 126,
};

/** Quiet for this long counts as idle: longer than any idle callback waits. */
const IDLE_MS = 2_000;

const gzipKib = (bytes) => gzipSync(bytes, { level: 9 }).length / 1024;

/** All outputs that load with an entry, through static imports only. */
const staticGraph = (outputs, entry) => {
  const graph = new Set();
  const visit = (path) => {
    if (graph.has(path)) return;
    graph.add(path);
    for (const { path: next, kind, external } of outputs[path].imports) if (kind === 'import-statement' && !external) visit(next);
  };
  visit(entry);
  return graph;
};

/** Bundles an entry as a host would, and weighs what loads at once and what waits. */
const weighEntry = async (target) => {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [target],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
    external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'],
    logLevel: 'silent',
  });
  const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint?.endsWith(target.replace('./', '')));
  const atOnce = staticGraph(metafile.outputs, entry);
  const weigh = (wanted) =>
    outputFiles
      .filter(({ path }) => atOnce.has(path.slice(root.length + 1)) === wanted)
      .reduce((sum, { contents }) => sum + gzipKib(contents), 0);
  return { atOnce: weigh(true), later: weigh(false) };
};

/** Opens the built example in Chromium, waits until it is idle and weighs every script it fetched by then. */
const weighPage = async () => {
  if (!(await ensureExampleBuilt())) throw new Error('the example does not build');
  const executablePath = await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const dist = join(root, 'examples/react-vite/dist');
  const server = await serveFolder(dist);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const scripts = new Set();
    let last = Date.now();
    page.on('request', (request) => {
      last = Date.now();
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.add(pathname.slice(1));
    });
    await page.goto(server.url, { waitUntil: 'load' });
    while (Date.now() - last < IDLE_MS) await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100))));
    return [...scripts].map((name) => ({ name, kib: gzipKib(readFileSync(join(dist, name))) })).sort((a, b) => b.kib - a.kib);
  } finally {
    await browser.close();
    await server.close();
  }
};

requireNode();
const isCheck = process.argv.includes('--check');
const rows = [];
const { name: packageName, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const [key, targets] of Object.entries(exports)) {
  // What no page can import weighs nothing in one.
  if (typeof targets === 'string' || targets.browser !== undefined) continue;
  const { atOnce, later } = await weighEntry(targets.default);
  rows.push({ what: key.replace('.', packageName), atOnce, later });
}
const scripts = await weighPage();
rows.push({ what: 'example page before the first click', atOnce: scripts.reduce((sum, { kib }) => sum + kib, 0), later: null });

const cell = (kib) => (kib === null || kib === undefined ? '-' : kib.toFixed(1)).padStart(9);
console.log(`${'KiB, gzip -9'.padEnd(38)}${'at once'.padStart(9)}${'later'.padStart(9)}${'budget'.padStart(9)}`);
let over = 0;
for (const { what, atOnce, later } of rows) {
  const isOver = atOnce > (BUDGETS[what] ?? Number.POSITIVE_INFINITY);
  if (isOver) over += 1;
  console.log(`${what.padEnd(38)}${cell(atOnce)}${cell(later)}${cell(BUDGETS[what])}${isOver ? '  OVER BUDGET' : ''}`);
}
for (const { name, kib } of scripts) console.log(`  ${name.padEnd(36)}${cell(kib)}`);
console.log(`\n${'fetched on first use'.padEnd(46)}${'KiB'.padStart(9)}${'budget'.padStart(9)}`);
for (const { what, kib, sdkKib, budget } of await weighParts()) {
  const isOver = kib > (budget ?? Number.POSITIVE_INFINITY);
  if (isOver) over += 1;
  console.log(`${what.padEnd(46)}${cell(kib)}${cell(budget)}  packages${cell(sdkKib)}${isOver ? '  OVER BUDGET' : ''}`);
}
process.exitCode = isCheck && over > 0 ? 1 : 0;
