/**
 * `npm run bench`: builds the same page with Latchkey and with each peer, loads them alternately in Chromium, and prints the results,
 * which never make it fail. Options: `--only latchkey` measures without the peers, `--rounds 15` sets the number of loads per page.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../scripts/lib/ensure-installed.mjs';
import { requireNode, root } from '../scripts/lib/root.mjs';

/** Flags for a browser without background work on a machine without a display. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const QUIET = ['--disable-component-update', '--disable-sync'];

/** Loads over a slow network, which take long and vary little. */
const SLOW_ROUNDS = 3;

/** Loads for heap and bytes, which hardly vary. */
const REST_ROUNDS = 2;

/** Keeps the list of fetched files for the first run only, and counts for the others. */
const slim = (run, index) =>
  index === 0
    ? run
    : Object.fromEntries(
        Object.entries(run).map(([name, part]) =>
          part?.files === undefined ? [name, part] : [name, { ...part, files: part.files.length, others: part.others.length }],
        ),
      );

/** The stored results, one line per run. */
const toText = ({ pages: measured, ...rest }) => {
  const lines = Object.entries(measured).map(([name, kinds]) => {
    const runs = Object.entries(kinds).map(([kind, list]) => {
      const text = list.map((run, index) => `\n      ${JSON.stringify(slim(run, index))}`).join();
      return `\n    "${kind}": [${text}]`;
    });
    return `\n  "${name}": {${runs.join()}}`;
  });
  return `${JSON.stringify(rest).slice(0, -1)},\n"pages": {${lines.join()}}}\n`;
};

/** The measured commit, and whether the tree has uncommitted changes. */
const measuredCommit = () => {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', ...LAYERS) === '' ? '' : ' with changes'}`;
};

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on');

requireNode();
await ensureInstalled();
// Imported after the installation because they need the packages.
const { ensurePackageBuilt, LAYERS } = await import('../scripts/lib/ensure-built.mjs');
const { ensureChromium } = await import('../scripts/lib/ensure-chromium.mjs');
const { serveFolder } = await import('../scripts/lib/serve-folder.mjs');
const { chromium } = await import('@playwright/test');
const { ensurePeers, peerVersion } = await import('./lib/ensure-peers.mjs');
const { bench, isClicked, isCompared, isPeer, PAGES } = await import('./lib/pages.mjs');
const { builtPage, buildPage } = await import('./lib/build-pages.mjs');
const { measureKit, measureRest, measureSlow } = await import('./lib/measure-page.mjs');
const { measureOpenings } = await import('./lib/measure-openings.mjs');
const { checkLatchkey } = await import('./lib/check-latchkey.mjs');
const { report } = await import('./lib/report.mjs');
const { weighParts } = await import('./lib/weigh-parts.mjs');

const pages = PAGES.filter((page) => values.only === undefined || (values.only === 'latchkey' ? !isPeer(page) : page.name === values.only));
if (pages.length === 0) throw new Error(`--only takes latchkey, ${PAGES.map(({ name }) => name).join(', ')}`);

if (!(await ensurePackageBuilt())) process.exit(1);
if (pages.some(isPeer)) await ensurePeers();
const commit = measuredCommit();
for (const page of pages) await buildPage(page);

const loads = [];
const load = () => loads.push(loadavg()[0]);
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...FLAGS, ...QUIET] });
const served = [];
const compressed = [];
try {
  for (const page of pages) served.push({ page, ...(await serveFolder(builtPage(page))) });
  for (const page of pages.filter(isCompared)) compressed.push({ page, ...(await serveFolder(builtPage(page), { compressed: true })) });
  const measured = Object.fromEntries(pages.map(({ name }) => [name, { mouse: [], click: [], finger: [], slow: [], rest: [] }]));

  load();
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
    const clicked = served.filter(({ page }) => isClicked(page));
    const first = round % clicked.length;
    for (const by of ['mouse', 'click', 'finger']) {
      for (const { page, url } of [...clicked.slice(first), ...clicked.slice(0, first)]) {
        const result = await measureKit(browser, { page, url, by });
        if (round > 0) measured[page.name][by].push(result);
      }
    }
    load();
  }
  for (let round = 1; round <= SLOW_ROUNDS; round += 1) {
    console.log(`Over a slow network, ${round} of ${SLOW_ROUNDS} …`);
    for (const { page, url } of compressed) measured[page.name].slow.push(await measureSlow(browser, { page, url }));
  }
  for (let round = 0; round < REST_ROUNDS; round += 1) {
    for (const { page, url } of served) measured[page.name].rest.push(await measureRest(browser, { page, url }));
  }
  const openings = {};
  for (const { page, url } of served.filter(({ page: { kind } }) => kind === 'kit' || kind === 'dialog')) {
    console.log(`Opening again and again: ${page.label} …`);
    openings[page.name] = await measureOpenings(browser, { page, url });
  }
  const latchkey = served.find(({ page: { name } }) => name === 'latchkey');
  const control = served.find(({ page: { name } }) => name === 'react');
  const checks = latchkey === undefined || control === undefined ? null : await checkLatchkey(browser, { latchkey, control });
  load();

  const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const peers = pages
    .filter((page) => isPeer(page) && page.kind === 'kit')
    .map(({ label, packageName }) => [label, peerVersion(packageName)]);
  const shares = existsSync(join(builtPage({ name: 'latchkey' }), 'shares.json'));
  const results = {
    date: new Date().toISOString(),
    machine: {
      system: `${type()} ${release()}`,
      processor: cpus()[0]?.model,
      cores: cpus().length,
      memoryGib: totalmem() / 2 ** 30,
      loads,
    },
    versions: {
      Latchkey: `${version} (${commit})`,
      ...Object.fromEntries(peers),
      React: devDependencies.react,
      Vite: devDependencies.vite,
      Chromium: browser.version(),
      Node: process.versions.node,
    },
    rounds,
    shares: shares ? JSON.parse(readFileSync(join(builtPage({ name: 'latchkey' }), 'shares.json'), 'utf8')) : {},
    pages: measured,
    openings,
    checks,
    parts: (await weighParts()).map(({ what, kib, sdkKib, budget }) => ({ what, kib, sdkKib, budget })),
  };
  const text = report(pages, results);
  console.log(`\n${text}`);
  // Results of a subset are not stored.
  if (values.only === undefined) {
    mkdirSync(join(bench, 'results'), { recursive: true });
    writeFileSync(join(bench, 'results', `${results.date.slice(0, 10)}.json`), toText(results));
    writeFileSync(join(bench, 'RESULTS.md'), text);
  }
} finally {
  await browser.close();
  await Promise.all([...served, ...compressed].map(({ close }) => close()));
}
