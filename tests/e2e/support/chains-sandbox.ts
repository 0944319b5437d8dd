import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import type { WorkerFixture } from '@playwright/test';

/** Fixtures of a worker. */
export interface ChainsFixtures {
  /** The worker's own sandbox with the chains of all namespaces. */
  readonly chainsSandbox: Sandbox;
}

/** Starts the worker's sandbox with Solana, Bitcoin and Polkadot, whose wallets have all four namespaces. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
export const startChainsSandbox: WorkerFixture<Sandbox, object> = async ({}, use) => {
  const sandbox = await startSandbox({ namespaces: ['solana', 'bip122', 'polkadot'] });
  await use(sandbox);
  await sandbox.stop();
};

/** Worker scope. Starting three more nodes is slow on a busy machine. */
export const CHAINS_SANDBOX_OPTIONS = { scope: 'worker', timeout: 90_000 } as const;
