import type { Sandbox } from '@latchkey/sandbox';

/** Serializable data of a running sandbox. */
export type RunningSandbox = Pick<Sandbox, 'urls' | 'meta' | 'pids' | 'tokens' | 'contracts' | 'controlToken'>;

/** Each worker has its own sandbox, so that tests do not affect each other. */
const variableOf = (worker: number): string => `LATCHKEY_E2E_SANDBOX_${worker}`;

/** Publishes the data to worker processes through the environment, which they inherit after the global setup. */
export const publishSandbox = ({ urls, meta, pids, tokens, contracts, controlToken }: Sandbox, worker: number): void => {
  process.env[variableOf(worker)] = JSON.stringify({ urls, meta, pids, tokens, contracts, controlToken } satisfies RunningSandbox);
};

/**
 * Returns the sandbox that the global setup started for this worker.
 * @see https://playwright.dev/docs/test-parallel#worker-index-and-parallel-index
 */
export const readSandbox = (): RunningSandbox => {
  const text = process.env[variableOf(Number(process.env['TEST_PARALLEL_INDEX']))];
  if (text === undefined) throw new Error('No sandbox: the global setup did not run.');
  // Written by `publishSandbox`.
  return JSON.parse(text) as RunningSandbox;
};
