import { checkDispose } from './check-dispose.mjs';
import { checkHeap } from './check-heap.mjs';
import { checkList } from './check-list.mjs';

/** What only Latchkey is checked for: its heap, what it leaves behind, its long list. A check that breaks is told as such. */
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
