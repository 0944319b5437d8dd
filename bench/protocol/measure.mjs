/**
 * One measurement of one client, in a process of its own: `node --expose-gc measure.mjs <what> <client> <relay> [count] [file]`. Its last line of
 * output is the figures, as JSON; one that takes too long is stopped and says how far it got.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { MemoryStorage } from './memory-storage.mjs';
import { answerAll, askOnce, pairOnce, startClient } from './parties.mjs';
import { officialRecords } from './stored-sessions.mjs';

const [what, client, relayUrl, given = '0', file = ''] = process.argv.slice(2);
const count = Number(given);

/** After this, a run is stopped and recorded as such. */
const LIMIT_MS = 60_000;
/** So long a client that has started is given to ask the relay for what it has stored. */
const SUBSCRIBING_MS = 5_000;
const begin = performance.now();
const isLate = () => performance.now() - begin > LIMIT_MS;

const heap = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What ours loads when it needs it, and the official client with itself: with the modules there, what counts is what is done with them. */
const loadLaterParts = () => import('@walletconnect/core');

const both = async () => {
  await loadLaterParts();
  const [app, wallet] = await Promise.all([startClient(client, relayUrl, 'app'), startClient(client, relayUrl, 'wallet')]);
  answerAll(wallet);
  return { app, wallet };
};

const MEASURES = {
  /** Pairings one after the other, the first in a fresh process. */
  pair: async () => {
    const { app, wallet } = await both();
    const times = [];
    while (times.length < count && !isLate()) times.push((await pairOnce(app, wallet)).ms);
    return { times };
  },
  /** Requests of one session, one after the other. */
  requests: async () => {
    const { app, wallet } = await both();
    const { session } = await pairOnce(app, wallet);
    const times = [];
    while (times.length < count && !isLate()) times.push(await askOnce(app, session.topic));
    return { times };
  },
  /** Start-up with stored sessions, and what it writes. The first run of a file makes it: ours takes the sessions over in it. */
  start: async () => {
    const isFirst = !existsSync(file);
    const storage = new MemoryStorage(isFirst ? officialRecords(count, Date.now(), 'app') : JSON.parse(readFileSync(file, 'utf8')));
    // The modules are there: what counts is the start.
    await startClient(client, relayUrl, 'other');
    await loadLaterParts();
    // What was made for the measurement is cleared away before it.
    heap();
    const startedAt = Date.now();
    const start = performance.now();
    const app = await startClient(client, relayUrl, 'app', storage);
    const ms = performance.now() - start;
    const { written } = storage;
    if (isFirst) writeFileSync(file, JSON.stringify(Object.fromEntries(await storage.getEntries())));
    // The relay says when it was asked for the last of the sessions.
    await pause(count === 0 || isFirst ? 0 : SUBSCRIBING_MS);
    return { ms, written, startedAt, sessions: app.session.length };
  },
  /** Heap of a client with stored sessions that nobody uses. */
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
