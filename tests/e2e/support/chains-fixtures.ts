import { test as base } from './fixtures.js';

/** The same `test` on the worker's sandbox that runs Solana, Bitcoin and Polkadot too, and whose wallets offer all four namespaces. */
export const test = base.extend({
  sandbox: async ({ world }, use) => {
    await use(world);
  },
});
