import { startSandbox } from '@latchkey/sandbox';
import type { FullConfig } from '@playwright/test';
import { publishSandbox } from './running-sandbox.js';

/** Starts one sandbox per worker. Returns a function that stops them. */
export default async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  const sandboxes = await Promise.all(Array.from({ length: workers }, () => startSandbox()));
  sandboxes.forEach(publishSandbox);
  return async () => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  };
};
