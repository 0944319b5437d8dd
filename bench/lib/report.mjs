import { OPENINGS } from './measure-openings.mjs';
import { isCompared, isPeer } from './pages.mjs';
import { kib, median, spread } from './statistics.mjs';

/** A Markdown table. */
const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const bytesAtRest = ({ rest, mouse }) => median([...mouse.map(({ idle }) => idle.bytes), ...rest.map(({ idle }) => idle.bytes)]);
const bytesAtClick = (runs) => median(runs.mouse.map(({ atClick }) => atClick.bytes));
const others = (runs, moment) => median(runs.map((run) => run[moment].others.length));
const dialogs = (runs, unit) => runs.map(({ dialog }) => dialog?.[unit]);
const lists = (runs, unit) => runs.map(({ list }) => list?.[unit]);

const sideBySide = (pages, { pages: measured }, wanted) =>
  table(
    [
      '',
      'JavaScript before the click, KiB',
      'at rest',
      'files',
      'requests to other origins before the click',
      'until the list',
      'click to dialog, ms',
      'frames',
      'click to list, ms',
      'click without hovering to dialog, ms',
      'frames',
      'touch to dialog, ms',
      'frames',
      'heap, MiB',
    ],
    pages
      .filter(({ kind }) => kind === wanted)
      .map(({ name, label }) => {
        const runs = measured[name];
        return [
          label,
          kib(bytesAtClick(runs)),
          kib(bytesAtRest(runs)),
          median(runs.mouse.map(({ atClick }) => atClick.files.length)),
          others(runs.mouse, 'atClick'),
          others(runs.mouse, 'atList'),
          spread(dialogs(runs.mouse, 'ms')),
          spread(dialogs(runs.mouse, 'frames')),
          spread(lists(runs.mouse, 'ms')),
          spread(dialogs(runs.click, 'ms')),
          spread(dialogs(runs.click, 'frames')),
          spread(dialogs(runs.finger, 'ms')),
          spread(dialogs(runs.finger, 'frames')),
          (median(runs.rest.map(({ heap }) => heap)) / 2 ** 20).toFixed(1),
        ];
      }),
  );

const slowly = (pages, { pages: measured }) =>
  table(
    ['', 'JavaScript at rest, KiB', 'button visible, s', 'touch to dialog, s'],
    pages.filter(isCompared).map(({ name, label }) => {
      const { slow } = measured[name];
      const seconds = (numbers) =>
        spread(
          numbers.map((ms) => (ms == null ? null : ms / 1000)),
          2,
        );
      return [label, kib(bytesAtRest(measured[name])), seconds(slow.map(({ buttonMs }) => buttonMs)), seconds(dialogs(slow, 'ms'))];
    }),
  );

const alone = (pages, { pages: measured }) =>
  table(
    ['', 'JavaScript at rest, KiB', 'files', 'heap, MiB'],
    pages
      .filter(({ kind }) => kind === 'bytes')
      .map(({ name, label }) => {
        const { rest } = measured[name];
        const heap = (median(rest.map(({ heap }) => heap)) / 2 ** 20).toFixed(1);
        return [label, kib(bytesAtRest(measured[name])), rest[0].idle.files.length, heap];
      }),
  );

const openedAgain = (pages, { openings }) =>
  table(
    ['', ...OPENINGS.map((time) => `heap at the ${time}th opening, MiB`), 'more, KiB', 'more, %'],
    pages
      .filter(({ name }) => openings[name] !== undefined)
      .map(({ name, label }) => {
        const { bytes, error } = openings[name];
        if (bytes === undefined) return [label, error, '–', '–', '–'];
        const [first, last] = OPENINGS.map((time) => bytes[time]);
        const more = last - first;
        return [label, ...[first, last].map((heap) => (heap / 2 ** 20).toFixed(1)), kib(more), ((more / first) * 100).toFixed(1)];
      }),
  );

/** Result of a budget check. */
const verdict = (holds) => (holds ? 'kept' : '**missed**');

const budgetsOfPage = (pages, { pages: measured }) => {
  const runs = measured.latchkey;
  if (runs === undefined) return [];
  const ms = median(dialogs(runs.click, 'ms'));
  const frames = median(dialogs(runs.click, 'frames'));
  const requests = others(runs.mouse, 'atClick');
  const best = Math.min(...pages.filter(isPeer).map(({ name }) => median(dialogs(measured[name].click, 'ms')) ?? Number.POSITIVE_INFINITY));
  const budgetOf = (name) => pages.find((page) => page.name === name)?.budget;
  const row = (name, what, bytesOf) => {
    if (measured[name] === undefined) return [];
    const [weight, budget] = [bytesOf(measured[name]) / 1024, budgetOf(name)];
    return [[what, `${weight.toFixed(1)} KiB`, `${budget} KiB`, verdict(weight <= budget)]];
  };
  return [
    ...row('latchkey', 'JavaScript before the click, react-dom and what the pointer fetches included', bytesAtClick),
    ...row('four', 'The same with four namespaces', bytesAtClick),
    ...row('headless', 'A page without the modal and without React', bytesAtRest),
    ...row('hooks', 'A page without the modal, on the hooks, React not counted', bytesAtRest),
    ...(Number.isFinite(best)
      ? [
          [
            'Click without hovering to dialog, compared with the fastest peer',
            `${ms.toFixed(0)} ms`,
            `half of ${best.toFixed(0)} ms`,
            verdict(ms <= best / 2),
          ],
        ]
      : []),
    ['Click without hovering to dialog', `${frames} frames`, '2 frames', verdict(frames <= 2)],
    ['Requests to other origins before the user acts', String(requests), '0', verdict(requests === 0)],
  ];
};

const isOfPage = (name) => /^(Window|#document|MediaQueryList|BroadcastChannel|IDB|WebSocket|Visual|Storage)/.test(name);
const count = (stock, test) =>
  Object.entries(stock)
    .filter(([name]) => test(name))
    .reduce((sum, [, number]) => sum + number, 0);
const isTimer = (name) => /^(set|request)/.test(name);

const disposal = ({ error, socketsOpened, afterDispose, afterUnmount }) => {
  if (error !== undefined) return [['Remaining after dispose()', error, '0', '–']];
  const text = (stock) =>
    `${count(stock, (name) => name === 'WebSocket')} sockets, ${count(stock, isTimer)} timers, ${count(stock, (name) => name.includes(' ') && isOfPage(name))} listeners on the page, ${count(stock, (name) => name.includes(' ') && !isOfPage(name))} on elements`;
  const own = (stock) => count(stock, (name) => isTimer(name) || isOfPage(name));
  return [
    [
      `Remaining after dispose(), ${socketsOpened} socket opened before, the modal still open in React's tree`,
      text(afterDispose),
      '0',
      verdict(own(afterDispose) === 0),
    ],
    ["Remaining once React's tree is unmounted too", text(afterUnmount), '0', verdict(count(afterUnmount, () => true) === 0)],
  ];
};

const budgetsOfChecks = ({ checks }) => {
  if (checks === null) return [];
  const { heap, dispose, list } = checks;
  return [
    heap.error === undefined
      ? [
          'Heap at the 100th opening, compared with the 20th',
          `${heap.growthPercent.toFixed(1)} %; ${heap.growthWithoutCodePercent.toFixed(1)} % without the engine's compiled code`,
          '5 %',
          verdict(heap.growthPercent <= 5),
        ]
      : ['Heap at the 100th opening', heap.error, '5 %', '–'],
    ...disposal(dispose),
    ...(list.error === undefined
      ? [
          [
            `Frames missed, scrolling ${list.wallets} wallets with a ${list.slower} times slower CPU, compared with a list that is not virtual`,
            `${list.virtual.dropped} of ${list.virtual.frames} (median of a run ${median(list.virtual.perRun)})`,
            `${list.static.dropped} of ${list.static.frames} (${median(list.static.perRun)})`,
            verdict(list.virtual.dropped <= list.static.dropped),
          ],
          ['Main thread time meanwhile, per run', `${spread(list.virtual.workMs)} ms`, `${spread(list.static.workMs)} ms`, '–'],
          ['Frames with an empty spot meanwhile', String(list.gaps), '–', '–'],
          ['Last key to the found wallet', `${spread(list.searchMs)} ms`, '–', '–'],
        ]
      : [['The list of all wallets', list.error, '–', '–']]),
  ];
};

/** What the first use of each chunk fetches, with the share of packages. */
const firstUse = ({ parts }) =>
  table(
    ['', 'KiB', 'packages included', 'budget', ''],
    parts.map(({ what, kib: weight, sdkKib, budget }) => [
      what,
      weight.toFixed(1),
      sdkKib.toFixed(1),
      budget === undefined ? '–' : budget.toFixed(1),
      budget === undefined ? '–' : verdict(weight <= budget),
    ]),
  );

/** Estimated size of what the page loads, by package and by layer of Latchkey, when idle and at the click. */
const contents = ({ pages: measured, shares }) => {
  const runs = measured.latchkey;
  if (runs === undefined || runs.mouse.length === 0) return '';
  const { idle, atClick } = runs.mouse[0];
  const sums = new Map();
  const add = (files, column) => {
    for (const { path, bytes } of files) {
      for (const [owner, share] of Object.entries(shares[path] ?? {})) {
        const row = sums.get(owner) ?? [0, 0];
        row[column] += bytes * share;
        sums.set(owner, row);
      }
    }
  };
  const atRest = new Set(idle.files.map(({ path }) => path));
  add(idle.files, 0);
  add(
    atClick.files.filter(({ path }) => !atRest.has(path)),
    1,
  );
  const rows = [...sums]
    .map(([owner, row]) => [owner, ...row])
    .filter(([, rest, hover]) => rest + hover >= 512)
    .sort((one, other) => other[1] + other[2] - one[1] - one[2]);
  return table(
    ['', 'at rest, KiB', 'with the pointer on the button, KiB'],
    rows.map(([owner, rest, hover]) => [owner, kib(rest), kib(hover)]),
  );
};

const faults = (pages, { pages: measured }) => {
  const lines = pages.flatMap(({ name, label }) => {
    const { mouse, finger, slow, rest } = measured[name];
    const errors = new Set([...mouse, ...finger, ...slow, ...rest].flatMap((run) => run.errors));
    return [...errors].map((error) => `- ${label}: ${error.split('\n')[0]}`);
  });
  return lines.length === 0 ? [] : ['Uncaught errors on the pages meanwhile:', '', ...lines, ''];
};

/** The results as Markdown. */
export const report = (pages, results) => {
  const { date, machine, versions, rounds } = results;
  const { system, processor, cores, memoryGib, loads } = machine;
  return [
    '# Results of the benchmark',
    '',
    `Generated by \`npm run bench\` on ${date.slice(0, 10)}; [README.md](README.md) describes the method and the columns.`,
    '',
    `- Machine: ${system}, ${cores} × ${processor}, ${memoryGib.toFixed(0)} GiB; load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} while measuring`,
    `- Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    `- ${rounds} rounds with all pages in turn; figures that vary: median (minimum–maximum)`,
    '',
    '## Side by side',
    '',
    sideBySide(pages, results, 'kit'),
    '',
    '## With the same wallets',
    '',
    'The three other kits with installed wallets and WalletConnect only, and Latchkey without usage statistics.',
    '',
    sideBySide(pages, results, 'lean'),
    '',
    '## Over a slow network',
    '',
    'The files of the page, compressed, at 1.6 Mbit/s with 150 ms for each request; touch, so that no pointer hovers first.',
    '',
    slowly(pages, results),
    '',
    '## Pages of Latchkey only',
    '',
    alone(pages, results),
    '',
    '## Opened repeatedly',
    '',
    openedAgain(pages, results),
    '',
    '## Budgets of Latchkey',
    '',
    table(['', 'measured', 'budget', ''], [...budgetsOfPage(pages, results), ...budgetsOfChecks(results)]),
    '',
    '## Fetched on first use',
    '',
    'JavaScript that is loaded on the first use of a feature, without what the page has already loaded. The budget of a feature with packages is their size plus 10 KiB.',
    '',
    firstUse(results),
    '',
    '## Contents of Latchkey’s page',
    '',
    'An estimate: a file is compressed as a whole, so the sizes of its sources are those of compressing each separately.',
    '',
    contents(results),
    '',
    ...faults(pages, results),
  ].join('\n');
};
