import { heapBytes, openPage, whenIdle } from './open-page.mjs';
import { probe, WALLET } from './probe.mjs';
import { receiveClient } from './receive-client.mjs';

/** Openings after which the heap is read; the first and the last are compared. */
const AT = [20, 40, 60, 80, 100];

/** Opens the modal repeatedly; resolves once it is open and drawn. */
const openAgain = async (times) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  const { client } = globalThis.latchkeyBench;
  for (let time = 0; time < times; time += 1) {
    await client.close();
    await drawn();
    await client.open();
    await drawn();
  }
};

/**
 * Heap size of compiled code, which grows in any page because the engine recompiles frequently run code.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/#method-takeHeapSnapshot
 */
const codeBytes = async ({ cdp }) => {
  const chunks = [];
  const keep = ({ chunk }) => chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await cdp.send('HeapProfiler.takeHeapSnapshot');
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[type].indexOf('code');
  let sum = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (nodes[at + type] === code) sum += nodes[at + size];
  return sum;
};

/** Reads the heap, after garbage collection, with the modal open for the 20th to the 100th time. */
export const checkHeap = async (browser, { page, url }) => {
  const opened = await openPage(browser, {
    page,
    url,
    scripts: [
      [probe, WALLET],
      [receiveClient, undefined],
    ],
  });
  const { tab } = opened;
  try {
    await tab.locator('#connect').click();
    await tab.waitForFunction(() => globalThis.latchkeyProbe.list !== null);
    await whenIdle(opened);
    const bytes = {};
    const code = {};
    let times = 1;
    for (const at of AT) {
      await tab.evaluate(openAgain, at - times);
      times = at;
      bytes[at] = await heapBytes(opened);
      if (at === AT[0] || at === AT.at(-1)) code[at] = await codeBytes(opened);
    }
    const [first, last] = [AT[0], AT.at(-1)];
    const percent = (grown) => (grown / bytes[first]) * 100;
    return {
      bytes,
      code,
      growthPercent: percent(bytes[last] - bytes[first]),
      growthWithoutCodePercent: percent(bytes[last] - code[last] - bytes[first] + code[first]),
    };
  } finally {
    await opened.close();
  }
};
