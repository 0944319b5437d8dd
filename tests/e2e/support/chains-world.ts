import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import type { WorkerFixture } from '@playwright/test';

/** What a worker shares among its tests. */
export interface ChainsWorld {
  /** A sandbox of its own, with the chains of every namespace. */
  readonly world: Sandbox;
}

/** Starts the sandbox of a worker with Solana, Bitcoin and Polkadot in it, whose wallets offer all four namespaces. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
export const chainsWorld: WorkerFixture<Sandbox, object> = async ({}, use) => {
  const world = await startSandbox({ namespaces: ['solana', 'bip122', 'polkadot'] });
  await use(world);
  await world.stop();
};

/** How the fixture is run: three nodes take their time on a busy machine. */
export const CHAINS_WORLD_OPTIONS = { scope: 'worker', timeout: 90_000 } as const;
