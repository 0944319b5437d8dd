import { afterEach, beforeEach, expect } from 'vitest';

/** What tests of rejections ask. */
export interface UnhandledRejections {
  /** Fails where anything was left unhandled since the test began. */
  expectNone(): Promise<void>;
}

/** Listens for rejections that nobody handles, in each test of the `describe` that calls this. */
export const unhandledRejections = (): UnhandledRejections => {
  const reasons: unknown[] = [];
  const note = (reason: unknown): void => void reasons.push(reason);
  beforeEach(() => {
    reasons.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => void process.off('unhandledRejection', note));
  return {
    expectNone: async () => {
      // They are reported once the microtasks are done.
      await new Promise((resolve) => setImmediate(resolve));
      expect(reasons).toEqual([]);
    },
  };
};
