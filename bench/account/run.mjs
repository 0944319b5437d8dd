/**
 * `npm run bench:account`: measures the account's history, lists and requests in Chromium. Prints tables and writes them to
 * `bench/ACCOUNT.md`. Results never make it fail. `--rounds 5` sets the number of repetitions.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../../scripts/lib/ensure-installed.mjs';
import { requireNode, root } from '../../scripts/lib/root.mjs';
import { median, spread } from '../lib/statistics.mjs';
import { ADDRESS, PAGE, TRANSACTIONS } from './make-history.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on');

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('../../scripts/lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(1);
const { ensureChromium } = await import('../../scripts/lib/ensure-chromium.mjs');
const { serveFolder } = await import('../../scripts/lib/serve-folder.mjs');
const { chromium } = await import('@playwright/test');
const { buildPage, builtPage } = await import('../lib/build-pages.mjs');
const { scrollBoth } = await import('../lib/scroll-lists.mjs');
const { ACCOUNT_PARTS, weighParts } = await import('../lib/weigh-parts.mjs');
const { startSandbox } = await import('@latchkey/sandbox');
const { openConnected, openView } = await import('./connected-page.mjs');
const { measureFirstPage, measureFirstScreen } = await import('./measure-frames.mjs');
const { measureRequests } = await import('./measure-requests.mjs');
const { startServices } = await import('./services.mjs');

const AMOUNTS = { tokens: 5_000, nfts: 10_000 };
const FRAME_MS = 1_000 / 60;
/** CPU throttling while lists are scrolled. */
const SLOWER = [1, 4];
/** Days of the histories: one with some thousand transactions in a month, and one that is in two. */
const HISTORIES = [
  ['within 1,000 days', 1_000],
  ['within 30 days', 30],
];
/** All of the history is grouped again with every 50th page only: with every page it takes minutes. */
const REGROUP_EVERY = 50;
/** Positions in the history, in transactions, at which the times of some pages are compared. */
const POSITIONS = [10_000, 50_000, 100_000];
/** Pages before each position. */
const WINDOW = 100;

const loads = [];
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const show = (number, digits = 2) => number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const listed = (paths) => paths.map((path) => `\`${path}\``).join(', ') || '–';
const verdict = (holds) => (holds ? 'kept' : '**missed**');
const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Loads all NFTs, page by page. */
const loadNfts = async () => {
  const { watchNfts, loadMoreNfts } = globalThis.latchkeyBench.client.useCases;
  while (watchNfts.current().pending || watchNfts.current().hasMore)
    await new Promise((done) => loadMoreNfts.execute().subscribe({ complete: done }));
  return watchNfts.current().nfts.length;
};

/** The long lists. */
const LISTS = [
  { label: `${AMOUNTS.tokens.toLocaleString('en-US')} tokens`, view: 'Tokens', testId: 'lk-tokens' },
  { label: `${AMOUNTS.nfts.toLocaleString('en-US')} NFTs`, view: 'Nfts', testId: 'lk-nfts', prepare: loadNfts },
];

const [accountPage, historyPage] = ['account', 'history'].map((name) => ({ name, folder: `pages/${name}` }));
for (const page of [accountPage, historyPage]) await buildPage(page);
const [services, account, history] = await Promise.all([
  startServices(AMOUNTS),
  serveFolder(builtPage(accountPage)),
  serveFolder(builtPage(historyPage)),
]);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

/** The requests of an account that the wallet of the sandbox has. The sandbox only runs meanwhile, so that it delays nothing else. */
const countRequests = async () => {
  const sandbox = await startSandbox();
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] });
    const response = await fetch(sandbox.meta.rpc['eip155:1'], { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const [address] = (await response.json()).result;
    return await measureRequests(browser, { page: accountPage, url: account.url, sandbox, address });
  } finally {
    await sandbox.stop();
  }
};

/** Scrolls one of the long lists beside a static copy of it. */
const measureList = async ({ view, testId, prepare, slower }) => {
  const opened = await openConnected(browser, { page: accountPage, url: account.url, endpoints: services.endpoints, address: ADDRESS });
  try {
    await openView(opened, view, `[data-testid="${testId}"] li`);
    if (prepare !== undefined) await opened.tab.evaluate(prepare);
    const result = await scrollBoth(opened, { testId, rounds, slower });
    return { ...result, errors: opened.errors };
  } finally {
    await opened.close();
  }
};

const inHistoryPage = async (measure, argument) => {
  const opened = await openConnected(browser, { page: historyPage, url: history.url, endpoints: services.endpoints, address: ADDRESS });
  try {
    return await opened.tab.evaluate(measure, argument);
  } finally {
    await opened.close();
  }
};

try {
  console.log('Requests …');
  const { onConnect, rows } = await countRequests();

  const first = { parse: [], group: [], groupAndDetect: [], ms: [], frames: [] };
  // The first round warms up the servers and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(`A page of ${PAGE} transactions, ${round} of ${rounds} …`);
    const ofHistory = { page: historyPage, url: history.url, services };
    const { parseMs, groupMs } = await measureFirstPage(browser, { ...ofHistory, detects: false });
    const { groupMs: groupAndDetectMs } = await measureFirstPage(browser, { ...ofHistory, detects: true });
    const { ms, frames } = await measureFirstScreen(browser, { page: accountPage, url: account.url, services });
    loads.push(loadavg()[0]);
    if (round === 0) continue;
    first.parse.push(parseMs);
    first.group.push(groupMs);
    first.groupAndDetect.push(groupAndDetectMs);
    first.ms.push(ms);
    first.frames.push(frames);
  }

  const long = [];
  for (const [label, days] of HISTORIES) {
    console.log(`${TRANSACTIONS} transactions ${label} …`);
    const grouped = await inHistoryPage(([ofDays, every]) => globalThis.latchkeyBench.groupPages(ofDays, every), [days, REGROUP_EVERY]);
    const { times, read } = await inHistoryPage((ofDays) => globalThis.latchkeyBench.readPages(ofDays), days);
    loads.push(loadavg()[0]);
    long.push({ label, ...grouped, times, read });
  }

  const lists = [];
  for (const list of LISTS)
    for (const slower of SLOWER) {
      console.log(`${list.label}, with a CPU ${slower} times slower …`);
      lists.push({ label: list.label, ...(await measureList({ ...list, slower })) });
      loads.push(loadavg()[0]);
    }

  const parts = await weighParts(ACCOUNT_PARTS);

  const group = median(first.group);
  const frames = median(first.frames);
  const timesAt = (list, position) => list.slice(position / PAGE - WINDOW, position / PAGE);
  const pagesRow = (what, list) => [
    what,
    ...POSITIONS.map((position) => show(median(timesAt(list, position)))),
    show(sum(list) / 1_000),
    show(median(timesAt(list, POSITIONS.at(-1))) / median(timesAt(list, POSITIONS[0])), 1),
  ];
  const listRow = ({ label, slower, virtual, static: still, rows: copied, gaps }) => [
    slower === 1 ? label : `${label}, CPU ${slower} times slower`,
    `${virtual.dropped} of ${virtual.frames} (${median(virtual.perRun)})`,
    `${still.dropped} of ${still.frames} (${median(still.perRun)})`,
    spread(virtual.workMs),
    spread(still.workMs),
    copied,
    gaps,
    verdict(virtual.dropped <= still.dropped),
  ];
  const opening = rows[0].paths.length;
  const report = `# The account

\`npm run bench:account\` wrote this file: ${cpus().length} × ${cpus()[0].model}, ${type()} ${release()}, Node ${process.versions.node}, Chromium ${browser.version()}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.

[README.md](README.md#the-account) describes the method. Figures that vary: median (minimum–maximum) of ${rounds} runs.

## A page of ${PAGE} transactions, with a four times slower CPU

${table(
  ['', 'measured', 'budget', ''],
  [
    ['Grouping it, ms', spread(first.group, 1), `a frame: ${FRAME_MS.toFixed(1)}`, verdict(group < FRAME_MS)],
    ['Grouping it and detecting look-alikes in it, ms', spread(first.groupAndDetect, 1), '–', '–'],
    ['Parsing the reply before, ms', spread(first.parse, 1), '–', '–'],
    ['From there to the frame in which transactions fill the list, frames', spread(first.frames), '1', verdict(frames <= 1)],
    ['The same, ms', spread(first.ms), '–', '–'],
  ],
)}

## ${TRANSACTIONS.toLocaleString('en-US')} transactions, page by page

Milliseconds for a page of ${PAGE}: median of the ${WINDOW} pages before the ${POSITIONS.map((position) => `${position.toLocaleString('en-US')}th`).join(', the ')} transaction. The CPU is not throttled.

${table(
  ['', ...POSITIONS.map((position) => position.toLocaleString('en-US')), 'all pages, s', 'last to first'],
  long.flatMap(({ label, times, added, regrouped }) => [
    pagesRow(`Reading, parsing and grouping with the client, ${label}`, times),
    pagesRow(`Grouping with look-alike detection, ${label}`, added),
    [
      `Grouping all transactions again with each page, ${label}`,
      ...POSITIONS.map((position) => show(regrouped[position / PAGE / REGROUP_EVERY - 1] ?? Number.NaN)),
      show((sum(regrouped) * REGROUP_EVERY) / 1_000),
      '–',
    ],
  ]),
)}

${long
  .map(({ label, added, regrouped, read, marked }) => {
    const rate = (sum(regrouped) * REGROUP_EVERY) / sum(added);
    return `- ${label}: ${show(rate, 0)} times the rate of grouping all again (budget: 10 times, ${verdict(rate >= 10)}); ${read.toLocaleString('en-US')} transactions read, ${marked.toLocaleString('en-US')} marked as look-alikes`;
  })
  .join('\n')}

## Long lists

Frames missed in all runs (median of a run), scrolling down and up, compared with a static list of the same rows.

${table(
  ['', 'missed', 'static', 'main thread, ms', 'static', 'rows copied', 'frames with a gap', 'not more than static'],
  lists.map(listRow),
)}

## Requests to the blockchain API

Of the sandbox, with an account of its wallet.

${table(
  ['', 'requests', 'which', 'after it', 'budget', ''],
  [
    ['When the wallet connects', onConnect.length, listed(onConnect), '–', '–', '–'],
    ['From opening the account to the first token', opening, listed(rows[0].paths), listed(rows[0].later), '3', verdict(opening <= 3)],
    ...rows
      .slice(1)
      .map(({ tab, paths, later }) => [
        `From choosing the tab ${tab} to its first content`,
        paths.length,
        listed(paths),
        listed(later),
        '–',
        '–',
      ]),
  ],
)}

## Fetched on first use

KiB with gzip -9 of the chunks of each view or module, without what is loaded before it.

${table(
  ['', 'KiB', 'packages included'],
  parts.map(({ what, kib, sdkKib }) => [what, kib.toFixed(1), sdkKib.toFixed(1)]),
)}
${lists
  .flatMap(({ errors }) => errors)
  .map((error) => `\nAn uncaught error meanwhile: ${error}\n`)
  .join('')}`;
  process.stdout.write(`\n${report}`);
  writeFileSync(join(root, 'bench', 'ACCOUNT.md'), report);
} finally {
  await browser.close();
  await Promise.all([services.stop(), account.close(), history.close()]);
}
