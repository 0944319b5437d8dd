import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * Whether an `import()` failed on the way rather than for want of the package: browsers throw a TypeError, webpack an
 * error named ChunkLoadError. A package that is missing ends in other errors (Node's ERR_MODULE_NOT_FOUND, the stubs of bundlers).
 */
const isOnTheWay = (error: unknown): boolean =>
  // Whatever was thrown can be asked for a name, but for null and undefined.
  error instanceof TypeError || (error as Error | null | undefined)?.name === 'ChunkLoadError';

/**
 * Loads a part of Latchkey that is fetched only when it is needed.
 * @param dependency the optional package that the part needs, where it needs one
 * @throws LatchkeyError `config/dependency-missing` when that package is not installed, `browser/load-failed` when the part cannot be fetched
 */
export const loadPart = async <T>(part: string, load: () => Promise<T>, dependency?: string): Promise<T> => {
  try {
    return await load();
  } catch (cause) {
    throw dependency === undefined || isOnTheWay(cause)
      ? new LatchkeyError('browser/load-failed', { part }, { cause })
      : new LatchkeyError('config/dependency-missing', { dependency }, { cause });
  }
};
