import { checkDispose } from './check-dispose.mjs';
import { checkHeap } from './check-heap.mjs';
import { checkList } from './check-list.mjs';

/** Checks for Latchkey only: heap, disposal and the long wallet list. A check that throws is reported as an error. */
export const checkLatchkey = async (browser, { latchkey, control }) => {
  const { startSandbox } = await import('../../sandbox/index.mjs');
  const sandbox = await startSandbox();
  const { walletDirectory, images, relay } = sandbox.meta;
  const checks = {
    heap: () => checkHeap(browser, latchkey),
    dispose: () => checkDispose(browser, { ...latchkey, control, endpoints: { walletDirectory, images, relay } }),
    list: () => checkList(browser, { ...latchkey, sandbox }),
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
