import { checkDispose } from './check-dispose.mjs';
import { checkHeap } from './check-heap.mjs';
import { checkList } from './check-list.mjs';

/** Checks for Latchkey only: heap, disposal and the long wallet list. A check that throws is reported as an error. */
export const checkLatchkey = async (browser, { latchkey, control }) => {
  const { startSandbox } = await import('../../sandbox/index.mjs');
  const sandbox = await startSandbox();
  // Every service that the page uses with its `projectId`: without a URL it would try the public one.
  const { walletDirectory, images, relay, analytics, blockchainApi } = sandbox.meta;
  const endpoints = { walletDirectory, images, relay, analytics, blockchainApi };
  const checks = {
    heap: () => checkHeap(browser, latchkey),
    dispose: () => checkDispose(browser, { ...latchkey, control, endpoints }),
    list: () => checkList(browser, { ...latchkey, endpoints, sandbox }),
  };
  try {
    const results = {};
    for (const [name, check] of Object.entries(checks)) {
      console.log(`Checking Latchkey: ${name} …`);
      results[name] = await check().catch((error) => ({ error: String(error) }));
    }
    return results;
  } finally {
    await sandbox.stop();
  }
};
