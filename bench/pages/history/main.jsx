/** Histories of 100,000 transactions without a view: the whole client on replies that are in memory, and the rules of the domain alone. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { lastValueFrom } from 'rxjs';
import { parse } from 'valibot';
import { ActivityGroups } from '../../../dist/domain/activity/activity-groups.js';
import { ActivityLines } from '../../../dist/domain/activity/activity-lines.js';
import { PoisoningDetector } from '../../../dist/domain/activity/address-poisoning.js';
import { historySchema } from '../../../dist/domain/activity/parse-history.js';
import { ADDRESS, makeHistoryPage, PAGE, TRANSACTIONS } from '../../account/make-history.mjs';

const { endpoints, hand } = globalThis.latchkeyBench;
const client = createLatchkey({ networks: [mainnet], modules: [eip155()], endpoints });

const newGroups = () => new ActivityGroups(new PoisoningDetector({ own: [ADDRESS], listedSymbols: ['ETH'] }));

/** Adds a page, as the list then shows it. */
const addTo = (groups, items) => {
  groups.add(items);
  return new ActivityLines(groups.months).count;
};

/** Parses and groups the first page of a history, with look-alikes or without. Its groups are prepared while the reply is under way. */
const groupFirstPage = (days, detects) => {
  const reply = makeHistoryPage(0, days);
  const groups = detects ? newGroups() : new ActivityGroups();
  const start = performance.now();
  const { items } = parse(historySchema, reply);
  const parsed = performance.now();
  addTo(groups, items);
  return { parseMs: parsed - start, groupMs: performance.now() - parsed };
};

/** Groups a history page by page, and regroups all of it with some of the pages. Returns the milliseconds of each page. */
const groupPages = (days, regroupEvery) => {
  const groups = newGroups();
  const all = [];
  const [added, regrouped] = [[], []];
  for (let page = 0; page < TRANSACTIONS / PAGE; page += 1) {
    const { items } = parse(historySchema, makeHistoryPage(page, days));
    all.push(...items);
    const start = performance.now();
    addTo(groups, items);
    added.push(performance.now() - start);
    if ((page + 1) % regroupEvery !== 0) continue;
    const again = performance.now();
    addTo(newGroups(), all);
    regrouped.push(performance.now() - again);
  }
  const marked = groups.months.flatMap(({ items }) => items.filter(({ poisoning }) => poisoning !== undefined)).length;
  return { added, regrouped, marked };
};

/** Reads a history page by page with the client. Returns the milliseconds of each page. */
const readPages = async (days) => {
  let reply = '';
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input?.url ?? input));
    const isHistory = pathname.endsWith('/history');
    return isHistory ? Promise.resolve(new Response(reply, { headers: { 'content-type': 'application/json' } })) : fetch(input, init);
  };
  await client.load('activity');
  const { watchActivity, loadMoreActivity } = client.useCases;
  const times = [];
  let running;
  for (let page = 0; page < TRANSACTIONS / PAGE; page += 1) {
    reply = JSON.stringify(makeHistoryPage(page, days));
    const start = performance.now();
    if (page === 0) {
      await new Promise((done) => {
        running = watchActivity.execute().subscribe(({ months }) => months.length > 0 && done());
      });
    } else await lastValueFrom(loadMoreActivity.execute());
    times.push(performance.now() - start);
  }
  const { months, error } = watchActivity.current();
  running.unsubscribe();
  if (error !== null) throw error;
  return { times, read: months.reduce((sum, { items }) => sum + items.length, 0) };
};

hand({ client, groupFirstPage, groupPages, readPages });
