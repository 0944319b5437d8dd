import type { Logger } from '../ports/logger.port.js';

/** Awaits work whose failure is harmless, such as removing expired records. Never rejects: a failure is logged. */
export type BestEffort = (work: Promise<unknown>) => Promise<void>;

/** @param lifetime once aborted, failures are no longer logged */
export const createBestEffort =
  (logger: Logger, lifetime: AbortSignal): BestEffort =>
  (work) =>
    work.then(
      () => undefined,
      (error: unknown) => {
        if (!lifetime.aborted) logger.warn('Could not update the stored records and keys of WalletConnect', error);
      },
    );
