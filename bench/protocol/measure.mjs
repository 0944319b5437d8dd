/**
 * One measurement of one client in its own process: `node --expose-gc measure.mjs <what> <client> <relay> [count] [file]`. The last line of
 * its output has the results as JSON. A measurement that takes too long is stopped and reports its progress.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { MemoryStorage } from './memory-storage.mjs';
import { approveAll, pairOnce, requestOnce, startClient } from './parties.mjs';
import { officialRecords } from './stored-sessions.mjs';

const [what, client, relayUrl, given = '0', file = ''] = process.argv.slice(2);
const count = Number(given);

/** A run is stopped and recorded as such after this time. */
const LIMIT_MS = 60_000;
/** Time that a started client has to subscribe to its stored topics. */
const SUBSCRIBING_MS = 5_000;
const begin = performance.now();
const isLate = () => performance.now() - begin > LIMIT_MS;

const heap = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads our lazy modules before the measurement; the official client loads them statically. */
const preloadModules = () => import('@walletconnect/core');

const both = async () => {
  await preloadModules();
  const [app, wallet] = await Promise.all([startClient(client, relayUrl, 'app'), startClient(client, relayUrl, 'wallet')]);
  approveAll(wallet);
  return { app, wallet };
};

const MEASURES = {
  /** Sequential pairings, the first in a fresh process. */
  pair: async () => {
    const { app, wallet } = await both();
    const times = [];
    while (times.length < count && !isLate()) times.push((await pairOnce(app, wallet)).ms);
    return { times };
  },
  /** Sequential requests of one session. */
  requests: async () => {
    const { app, wallet } = await both();
    const { session } = await pairOnce(app, wallet);
    const times = [];
    while (times.length < count && !isLate()) times.push(await requestOnce(app, session.topic));
    return { times };
  },
  /** Start-up with stored sessions, and what it writes. The first run creates the file, and our client migrates the sessions in it. */
  start: async () => {
    const isFirst = !existsSync(file);
    const storage = new MemoryStorage(isFirst ? officialRecords(count, Date.now(), 'app') : JSON.parse(readFileSync(file, 'utf8')));
    // Preloads the modules, which are not part of the measurement.
    await startClient(client, relayUrl, 'other');
    await preloadModules();
    // Collects the garbage of the preparation.
    heap();
    const startedAt = Date.now();
    const start = performance.now();
    const app = await startClient(client, relayUrl, 'app', storage);
    const ms = performance.now() - start;
    const { written } = storage;
    if (isFirst) writeFileSync(file, JSON.stringify(Object.fromEntries(await storage.getEntries())));
    // The relay reports when the client subscribed to the last session.
    await pause(count === 0 || isFirst ? 0 : SUBSCRIBING_MS);
    return { ms, written, startedAt, sessions: app.session.length };
  },
  /** Heap of a client with idle stored sessions. */
  memory: async () => {
    const isFirst = !existsSync(file);
    const storage = new MemoryStorage(isFirst ? officialRecords(count, Date.now(), 'app') : JSON.parse(readFileSync(file, 'utf8')), true);
    const app = await startClient(client, relayUrl, 'app', storage);
    await pause(SUBSCRIBING_MS);
    if (isFirst) writeFileSync(file, JSON.stringify(Object.fromEntries(await storage.getEntries())));
    return { bytes: heap(), sessions: app.session.length };
  },
};

const result = await MEASURES[what]();
process.stdout.write(`\n${JSON.stringify({ ...result, stopped: isLate() })}\n`);
process.exit(0);
