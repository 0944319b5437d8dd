import { join, resolve } from 'node:path';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { RecordFolder } from './record-folder.js';
import { OPEN_SEAL, sealOf } from './seal.js';

/** What a folder holds. */
export interface OpenedFolder {
  readonly texts: RecordFolder;
  readonly records: RecordFolder;
}

/**
 * The two parts of a folder. Writes nothing yet.
 * @throws LatchkeyError `config/invalid-option` where the folder was made with another secret, or with none
 */
export const openFolder = (folder: string, secret: string | undefined): OpenedFolder => {
  const seal = secret === undefined ? OPEN_SEAL : sealOf(secret);
  // The folder stays the same when the process moves to another one.
  const part = (name: string): RecordFolder => new RecordFolder(join(resolve(folder), name), seal);
  const [texts, records] = [part('texts'), part('records')];
  if (![texts, records].every(isOurs))
    throw new LatchkeyError('config/invalid-option', { field: 'secret', fix: 'write the one that the folder was made with' });
  return { texts, records };
};

/** A folder that cannot be read is no question of the secret: the log will tell. */
const isOurs = (part: RecordFolder): boolean => {
  try {
    return part.isOurs();
  } catch {
    return true;
  }
};
