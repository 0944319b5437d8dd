import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Ignores a disposed client, because a button may outlive it. */
export const ignoreDisposed = (opening: Promise<void>): void =>
  void opening.catch((error: unknown) => {
    if (!isLatchkeyError(error, 'config/disposed')) throw error;
  });
