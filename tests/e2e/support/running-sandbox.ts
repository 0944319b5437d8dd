import type { Sandbox } from '@latchkey/sandbox';

/** The part of a running sandbox that another process can use. */
export type RunningSandbox = Pick<Sandbox, 'urls' | 'meta' | 'pids' | 'controlToken'>;

const VARIABLE = 'LATCHKEY_E2E_SANDBOX';

/** Leaves the addresses for the worker processes, which start after the global setup and inherit its environment. */
export const publishSandbox = ({ urls, meta, pids, controlToken }: Sandbox): void => {
  process.env[VARIABLE] = JSON.stringify({ urls, meta, pids, controlToken } satisfies RunningSandbox);
};

/** The sandbox that the global setup started. */
export const readSandbox = (): RunningSandbox => {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('There is no sandbox: the global setup did not run.');
  // publishSandbox wrote it.
  return JSON.parse(text) as RunningSandbox;
};
