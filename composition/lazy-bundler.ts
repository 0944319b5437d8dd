import type { Bundler } from '../application/ports/bundler.port.js';
import type { Clock } from '../application/ports/clock.port.js';

/** Loaded on first use: few apps send batches of calls (EIP-5792). */
export const lazyBundler = (clock: Clock): Bundler => ({
  userOperationReceipt: async (...args) => {
    const { HttpBundler } = await import('../adapters/bundler/http-bundler.js');
    return new HttpBundler({ clock }).userOperationReceipt(...args);
  },
});
