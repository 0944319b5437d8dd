import * as v from 'valibot';
import type { Logger } from '../../application/ports/logger.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt, lenient, read } from '../../domain/wire.js';

/** File systems name the reason by a code, browsers by the name of a DOMException, whose code is a number. */
const causeSchema = v.object({ code: lenient(v.string()), name: lenient(v.string()) });

/** What a storage threw, as an error of the registry. */
export const storageError = (cause: unknown): LatchkeyError<'storage/unavailable'> => {
  const { code, name } = read(causeSchema, cause) ?? {};
  return new LatchkeyError('storage/unavailable', { reason: code ?? name ?? 'unknown' }, { cause });
};

/** Runs a call of a storage. @throws LatchkeyError `storage/unavailable` */
export const withStorageErrors = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  try {
    return await act();
  } catch (cause) {
    throw storageError(cause);
  }
};

/** Logs the first failure of a storage, and no other. @param logger `null` where no one is to be told */
export const failureLog = (logger: Logger | null): ((cause: unknown) => void) => {
  let isLogged = false;
  return (cause) => {
    if (isLogged) return;
    isLogged = true;
    const error = storageError(cause);
    logger?.error(error.message, error);
  };
};

/** The copy that a storage would keep; what cannot be copied is kept as it is. */
export const copied = (value: unknown): unknown => attempt(() => structuredClone(value)) ?? value;
