import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * Returns true if an `import()` failed to load over the network: browsers throw a TypeError, webpack an error named
 * ChunkLoadError. A missing package causes other errors (Node's ERR_MODULE_NOT_FOUND, the stubs of bundlers).
 */
const isFetchFailure = (error: unknown): boolean =>
  // Any thrown value except null and undefined has properties.
  error instanceof TypeError || (error as Error | null | undefined)?.name === 'ChunkLoadError';

/**
 * Loads a lazy chunk of Latchkey.
 * @param dependency the optional package that the chunk needs, if any
 * @throws LatchkeyError `config/dependency-missing` if that package is not installed, `browser/load-failed` if the chunk cannot be fetched
 */
export const loadChunk = async <T>(chunk: string, load: () => Promise<T>, dependency?: string): Promise<T> => {
  try {
    return await load();
  } catch (cause) {
    throw dependency === undefined || isFetchFailure(cause)
      ? new LatchkeyError('browser/load-failed', { module: chunk }, { cause })
      : new LatchkeyError('config/dependency-missing', { dependency }, { cause });
  }
};
