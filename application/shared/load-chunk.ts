import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * Returns true if an `import()` failed to load over the network: browsers throw a TypeError, webpack an error named
 * ChunkLoadError. A missing package causes other errors (Node's ERR_MODULE_NOT_FOUND, the stubs of bundlers).
 */
const isFetchFailure = (error: unknown): boolean =>
  // Any thrown value except null and undefined has properties.
  error instanceof TypeError || (error as Error | null | undefined)?.name === 'ChunkLoadError';

/** Texts of Node and webpack, of Vite, and of browsers without a bundler, with the specifier in the group. */
const UNRESOLVED = /Cannot find (?:package|module) '([^']+)'|Could not resolve "([^"]+)" imported by|resolve module specifier "([^"]+)"/;

/** Name of a package at the start of a specifier. Paths and URLs have none. */
const PACKAGE = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=\/|$)/;

/** Returns the package whose absence made an `import()` fail, or `undefined`. */
const missingPackageOf = (error: unknown): string | undefined => {
  const match = error instanceof Error ? UNRESOLVED.exec(error.message) : null;
  return PACKAGE.exec(match?.slice(1).find((specifier) => specifier !== undefined) ?? '')?.[0];
};

/**
 * Loads a lazy chunk of Latchkey.
 * @param dependency the optional package that the chunk needs, if any, for errors that do not name the package
 * @throws LatchkeyError `config/dependency-missing` if a package is not installed, `browser/load-failed` if the chunk cannot be fetched
 */
export const loadChunk = async <T>(chunk: string, load: () => Promise<T>, dependency?: string): Promise<T> => {
  try {
    return await load();
  } catch (cause) {
    // A chunk that loads another one, such as the WebSocket of Node, fails with the error of that one.
    if (isLatchkeyError(cause)) throw cause;
    const missing = missingPackageOf(cause) ?? (isFetchFailure(cause) ? undefined : dependency);
    throw missing === undefined
      ? new LatchkeyError('browser/load-failed', { module: chunk }, { cause })
      : new LatchkeyError('config/dependency-missing', { dependency: missing }, { cause });
  }
};
