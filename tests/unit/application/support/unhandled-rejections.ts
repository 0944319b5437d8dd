import { afterEach, beforeEach, expect } from 'vitest';

/** Checks for unhandled rejections. */
export interface UnhandledRejections {
  /** Fails if there was an unhandled rejection since the start of the test. */
  expectNone(): Promise<void>;
}

/** Records unhandled rejections in each test of the calling `describe`. */
export const unhandledRejections = (): UnhandledRejections => {
  const reasons: unknown[] = [];
  const record = (reason: unknown): void => void reasons.push(reason);
  beforeEach(() => {
    reasons.length = 0;
    process.on('unhandledRejection', record);
  });
  afterEach(() => void process.off('unhandledRejection', record));
  return {
    expectNone: async () => {
      // Unhandled rejections are reported after the microtasks.
      await new Promise((resolve) => setImmediate(resolve));
      expect(reasons).toEqual([]);
    },
  };
};
