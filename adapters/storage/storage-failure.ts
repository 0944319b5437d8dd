import * as v from 'valibot';
import type { Logger } from '../../application/ports/logger.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt, lenient, parseOrNull } from '../../domain/wire.js';

/** File systems report a string code, browsers the name of a DOMException, whose code is a number. */
const causeSchema = v.object({ code: lenient(v.string()), name: lenient(v.string()) });

/** Wraps a storage failure in a Latchkey error. */
export const storageError = (cause: unknown): LatchkeyError<'storage/unavailable'> => {
  const { code, name } = parseOrNull(causeSchema, cause) ?? {};
  return new LatchkeyError('storage/unavailable', { reason: code ?? name ?? 'unknown' }, { cause });
};

/** Runs a storage operation. @throws LatchkeyError `storage/unavailable` */
export const withStorageErrors = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  try {
    return await act();
  } catch (cause) {
    throw storageError(cause);
  }
};

/** Logs only the first failure of a storage. @param logger `null` to log none */
export const failureLog = (logger: Logger | null): ((cause: unknown) => void) => {
  let isLogged = false;
  return (cause) => {
    if (isLogged) return;
    isLogged = true;
    const error = storageError(cause);
    logger?.error(error.message, error);
  };
};

/** A structured clone; a value that cannot be cloned is returned as it is. */
export const copied = (value: unknown): unknown => attempt(() => structuredClone(value)) ?? value;
