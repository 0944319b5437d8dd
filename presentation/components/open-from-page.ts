import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Opens from a button that may outlive its client: once that is disposed of, a click does nothing. */
export const openFromPage = (opening: Promise<void>): void =>
  void opening.catch((error: unknown) => {
    if (!isLatchkeyError(error, 'config/disposed')) throw error;
  });
