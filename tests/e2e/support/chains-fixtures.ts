import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { test as base } from './fixtures.js';

/** What a worker shares among its tests. */
export interface ChainsWorld {
  /** A sandbox of its own, with the chains of every namespace. */
  readonly world: Sandbox;
}

/** The same `test` with a sandbox that runs Solana, Bitcoin and Polkadot too, and whose wallets offer all four namespaces. */
export const test = base.extend<object, ChainsWorld>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const world = await startSandbox({ namespaces: ['solana', 'bip122', 'polkadot'] });
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sandbox: async ({ world }, use) => {
    await use(world);
  },
});
