import { startSandbox } from '@latchkey/sandbox';
import { publishSandbox } from './running-sandbox.js';

/** Starts one sandbox for the whole run; what it returns stops it. */
export default async (): Promise<() => Promise<void>> => {
  const sandbox = await startSandbox();
  publishSandbox(sandbox);
  return () => sandbox.stop();
};
