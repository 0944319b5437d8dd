import { join, resolve } from 'node:path';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { attempt } from '../../../domain/wire.js';
import { RecordFolder } from './record-folder.js';
import { OPEN_SEAL, type Seal, sealOf } from './seal.js';

/** What a folder holds. */
export interface OpenedFolder {
  readonly texts: RecordFolder;
  readonly records: RecordFolder;
}

/**
 * The two parts of a folder. Writes nothing yet. One record that opens says that the secret is right: then others that do not are
 * damaged, and taken for none.
 * @throws LatchkeyError `config/invalid-option` where nothing in the folder opens, because it was made with another secret, with one,
 * with none, or is damaged; the fix says what can be said of which
 */
export const openFolder = (folder: string, secret: string | undefined): OpenedFolder => {
  const parts = partsOf(folder, secret === undefined ? OPEN_SEAL : sealOf(secret));
  if (isClosed(parts)) throw new LatchkeyError('config/invalid-option', { field: 'secret', fix: fixOf(folder, secret) });
  return parts;
};

const partsOf = (folder: string, seal: Seal): OpenedFolder => {
  // The folder stays the same when the process moves to another one.
  const part = (name: string): RecordFolder => new RecordFolder(join(resolve(folder), name), seal);
  return { texts: part('texts'), records: part('records') };
};

const isClosed = ({ texts, records }: OpenedFolder): boolean => {
  const fits = [texts, records].map(fitsOf);
  return fits.includes(false) && !fits.includes(true);
};

/** A folder that cannot be read is no question of the secret: the log will tell. */
const fitsOf = (part: RecordFolder): boolean | null => attempt(() => part.fits()) ?? null;

/** Records that are damaged look like those of another secret: both ways out are named. */
const fixOf = (folder: string, secret: string | undefined): string => {
  if (secret === undefined)
    return 'write the one that the folder was made with; if it was made with none, what it holds is damaged: name another folder, and connect again';
  if (!isClosed(partsOf(folder, OPEN_SEAL)))
    return 'leave it out, because the folder was made with none, or name another folder, and connect again';
  return 'write the one that the folder was made with; if this is that one, what it holds is damaged: name another folder, and connect again';
};
