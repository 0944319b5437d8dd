/**
 * `npm run bench:protocol`: compares our sign client with the official one over the same local relay, with each measurement in its own
 * process. Prints a table and writes it to `bench/PROTOCOL.md`. Results never make it fail. `--only official` or `--only latchkey`
 * measures one client.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../../scripts/lib/ensure-installed.mjs';
import { requireNode, root } from '../../scripts/lib/root.mjs';
import { median } from '../lib/statistics.mjs';

const CLIENTS = ['official', 'latchkey'];
const ROUNDS = 3;
/** A process that does not exit is killed: its own limit is 60 s, and starting it takes time. */
const KILL_MS = 90_000;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const clients = CLIENTS.filter((client) => values.only === undefined || values.only === client);

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('../../scripts/lib/ensure-built.mjs');
await ensurePackageBuilt();
const { startRelay } = await import('@latchkey/sandbox');
const { bundleSize } = await import('./sizes.mjs');

/** Runs one measurement; `null` if it did not finish in time. */
const measure = (what, client, count, file = '') =>
  new Promise((resolve, reject) => {
    const script = join(root, 'bench', 'protocol', 'measure.mjs');
    const child = spawn(process.execPath, ['--expose-gc', script, what, client, relay.url, String(count), file], { cwd: root });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, KILL_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      if (isLate) return resolve(null);
      if (code !== 0) return reject(new Error(`${what} of ${client} ended with ${code}: ${errors.slice(-2_000)}`));
      resolve(JSON.parse(output.trim().split('\n').at(-1)));
    });
  });

const quantile = (numbers, share) => [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) * share)] ?? null;
const show = (number, digits = 1) => (number === null || number === undefined || Number.isNaN(number) ? '–' : number.toFixed(digits));

/** Rows of the table: measurement, count and value. */
const ROWS = [
  { label: 'pair and approve, cold (ms)', what: 'pair', count: 12, of: ({ times }) => times[0] },
  { label: 'pair and approve, warm, median (ms)', what: 'pair', count: 12, of: ({ times }) => median(times.slice(1)) },
  { label: 'request, median of 500 (ms)', what: 'requests', count: 500, of: ({ times }) => median(times) },
  { label: 'request, p99 of 500 (ms)', what: 'requests', count: 500, of: ({ times }) => quantile(times, 0.99) },
  { label: 'request, first 50 (ms)', what: 'requests', count: 500, of: ({ times }) => median(times.slice(0, 50)) },
  { label: 'request, last 50 of 500 (ms)', what: 'requests', count: 500, of: ({ times }) => median(times.slice(-50)) },
  {
    label: 'requests a second, one after the other',
    what: 'requests',
    count: 500,
    of: ({ times }) => (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0),
  },
  {
    label: 'request, first 50 of 10,000 (ms)',
    what: 'requests',
    count: 10_000,
    once: true,
    of: ({ times }) => median(times.slice(0, 50)),
  },
  {
    label: 'request, last 50 of 10,000, or of those in 60 s (ms)',
    what: 'requests',
    count: 10_000,
    once: true,
    of: ({ times }) => median(times.slice(-50)),
  },
  { label: 'requests within 60 s, at most 10,000', what: 'requests', count: 10_000, once: true, of: ({ times }) => times.length },
  ...[0, 100, 1_000, 10_000].map((count) => ({
    label: `start with ${count.toLocaleString('en')} stored sessions (ms)`,
    what: 'start',
    count,
    once: count > 1_000,
    of: ({ ms }) => ms,
  })),
  ...[100, 1_000, 10_000].map((count) => ({
    label: `until the relay is subscribed for the last of ${count.toLocaleString('en')} sessions (ms)`,
    what: 'start',
    count,
    once: count > 1_000,
    of: ({ subscribedMs }) => subscribedMs,
    missing: 'not within 5 s',
  })),
  { label: 'first start with 1,000 sessions, which ours migrates (ms)', what: 'first start', count: 1_000, of: ({ ms }) => ms },
  { label: 'characters written at the start with 1,000 sessions', what: 'start', count: 1_000, of: ({ written }) => written, digits: 0 },
  { label: 'heap with no session (MiB)', what: 'memory', count: 0, of: ({ bytes }) => bytes / 1_048_576 },
  { label: 'heap with 100 idle sessions (MiB)', what: 'memory', count: 100, of: ({ bytes }) => bytes / 1_048_576 },
  { label: 'heap with 1,000 idle sessions (MiB)', what: 'memory', count: 1_000, of: ({ bytes }) => bytes / 1_048_576 },
];

/** Milliseconds from the start to the subscription to the last topic; `null` if a topic is missing. */
const subscribedMs = (traffic, count, startedAt) => {
  const topics = new Set();
  let last = null;
  for (const { kind, method, atMs, params, topic } of traffic) {
    if (kind !== 'call' || !/subscribe$/i.test(method) || /unsubscribe$/.test(method)) continue;
    const before = topics.size;
    for (const each of params?.topics ?? [params?.topic ?? topic]) topics.add(each);
    if (topics.size > before && topics.size <= count) last = atMs;
  }
  return topics.size < count || last === null ? null : last - startedAt;
};

const relay = await startRelay();
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
const results = new Map();
try {
  for (const { what, count, once = false } of ROWS) {
    if (results.has(`${what}/${count}/${clients[0]}`)) continue;
    for (let round = 0; round < (once ? 1 : ROUNDS); round += 1) {
      for (const client of round % 2 === 0 ? clients : [...clients].reverse()) {
        const key = `${what}/${count}/${client}`;
        const file = join(folder, `${client}-${count}.json`);
        const isStored = what === 'start' || what === 'memory';
        // From the second start on, the sessions have the format of the client.
        if (isStored && !existsSync(file)) results.set(`first ${what}/${count}/${client}`, [await measure(what, client, count, file)]);
        await relay.control.reset();
        const result = isStored && !existsSync(file) ? null : await measure(what, client, count, file);
        if (what === 'start' && result !== null) result.subscribedMs = subscribedMs(await relay.control.traffic(), count, result.startedAt);
        results.set(key, [...(results.get(key) ?? []), result]);
        process.stderr.write(`${key} ${result === null ? 'stopped' : 'done'}\n`);
        await relay.control.reset();
      }
    }
  }
} finally {
  await relay.stop();
  rmSync(folder, { recursive: true });
}

mkdirSync(join(root, 'bench', 'dist'), { recursive: true });
const sizesOf = async (role) => {
  const sizes = await Promise.all(clients.map(async (client) => (await bundleSize(client, role)) / 1_024));
  return sizes.map((size) => show(size));
};
const cells = ROWS.map(({ label, what, count, of, digits, missing = 'stopped at 60 s' }) => {
  const figures = clients.map((client) => {
    const runs = results.get(`${what}/${count}/${client}`);
    const finished = runs.filter((run) => run !== null && of(run) !== null);
    return finished.length === 0 ? missing : show(median(finished.map(of)), digits);
  });
  return [label, ...figures];
});
const bytesOf = (client, count) => median((results.get(`memory/${count}/${client}`) ?? []).map((run) => run?.bytes));
// With the first session our client loads the envelope code, so the size per session is measured with 900 more.
const idleOf = (client) => (bytesOf(client, 1_000) - bytesOf(client, 100)) / 900 / 1_024;
cells.push(['heap of an idle session: of 900 beyond 100 (KiB)', ...clients.map((client) => show(idleOf(client)))]);
cells.push(['JavaScript of app and wallet, gzip -9 (KiB)', ...(await sizesOf('both'))]);
cells.push(['JavaScript of an app alone, gzip -9 (KiB)', ...(await sizesOf('requester'))]);

const table = [['', ...clients], ['---', ...clients.map(() => '---:')], ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${type()} ${release()}, Node ${process.versions.node}`;
const text = `# The sign client compared with the official one

\`npm run bench:protocol\` wrote this file: ${machine}. Official: \`@walletconnect/sign-client\` 2.21.8. Both parties of a measurement are of the same
client and share a process; the relay is the sandbox's, on loopback, in another one. Both use the same in-memory storage. Each figure is the
median of ${ROUNDS} alternating runs; those with 10,000 are of one run. A measurement ends after 60 s; a process that is stuck then is stopped, and its
figure says so. Stored sessions are created in the official format; the second start is measured, after ours has migrated them. A start ends when
\`SignClient.init()\` resolves; with stored sessions the official client creates the relay's token before that, ours after: the row of the last
session includes both. The contents of the storage do not count to the heap. Sizes include everything that is loaded, lazy chunks and
\`@walletconnect/core\` too, with the same bundler. The official package has no entry point for apps alone: both rows contain all of it. Ours is
\`walletconnect()\` with the engine that it loads.

${table}
`;
if (values.only === undefined) writeFileSync(join(root, 'bench', 'PROTOCOL.md'), text);
process.stdout.write(text);
