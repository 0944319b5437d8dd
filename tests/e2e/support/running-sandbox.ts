import type { Sandbox } from '@latchkey/sandbox';

/** The part of a running sandbox that another process can use. */
export type RunningSandbox = Pick<Sandbox, 'urls' | 'meta' | 'pids' | 'tokens' | 'controlToken'>;

/** Each worker at work has a sandbox of its own, so that no flow finds what another one does to a chain, a relay or a wallet. */
const variableOf = (worker: number): string => `LATCHKEY_E2E_SANDBOX_${worker}`;

/** Leaves the addresses for the worker processes, which start after the global setup and inherit its environment. */
export const publishSandbox = ({ urls, meta, pids, tokens, controlToken }: Sandbox, worker: number): void => {
  process.env[variableOf(worker)] = JSON.stringify({ urls, meta, pids, tokens, controlToken } satisfies RunningSandbox);
};

/**
 * The sandbox that the global setup started for this worker.
 * @see https://playwright.dev/docs/test-parallel#worker-index-and-parallel-index
 */
export const readSandbox = (): RunningSandbox => {
  const text = process.env[variableOf(Number(process.env['TEST_PARALLEL_INDEX']))];
  if (text === undefined) throw new Error('There is no sandbox: the global setup did not run.');
  // publishSandbox wrote it.
  return JSON.parse(text) as RunningSandbox;
};
