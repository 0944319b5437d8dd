import type { Logger } from '../ports/logger.port.js';

/** Waits for work that may fail without harm, such as clearing away what is over. Never rejects: a failure is logged. */
export type Tidy = (work: Promise<unknown>) => Promise<void>;

/** Such a wait. @param life once it is aborted, nothing is logged any more */
export const tidyWith =
  (logger: Logger, life: AbortSignal): Tidy =>
  (work) =>
    work.then(
      () => undefined,
      (error: unknown) => {
        if (!life.aborted) logger.warn('The records and keys of a wallet elsewhere could not be brought up to date', error);
      },
    );
