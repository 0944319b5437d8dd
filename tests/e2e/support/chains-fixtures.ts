import { test as base } from './fixtures.js';

/** `test` on the worker's sandbox with Solana, Bitcoin and Polkadot, whose wallets have all four namespaces. */
export const test = base.extend({
  sandbox: async ({ chainsSandbox }, use) => {
    await use(chainsSandbox);
  },
});
