import { CHAINS_WORLD_OPTIONS, type ChainsWorld, chainsWorld } from './chains-world.js';
import { test as base } from './fixtures.js';

/** The same `test` with a sandbox that runs Solana, Bitcoin and Polkadot too, and whose wallets offer all four namespaces. */
export const test = base.extend<object, ChainsWorld>({
  world: [chainsWorld, CHAINS_WORLD_OPTIONS],
  sandbox: async ({ world }, use) => {
    await use(world);
  },
});
