import { join, resolve } from 'node:path';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { attempt } from '../../../domain/wire.js';
import { PLAIN_CIPHER, type RecordCipher, secretCipher } from './record-cipher.js';
import { RecordFolder } from './record-folder.js';

export interface OpenedFolder {
  readonly texts: RecordFolder;
  readonly records: RecordFolder;
}

/**
 * Opens a storage folder. Writes nothing. One readable record proves the secret; unreadable others are corrupt and ignored.
 * @throws LatchkeyError `config/invalid-option` if no record can be decrypted: another secret, a missing or needless one, or corrupt data;
 * the fix names the possible causes
 */
export const openFolder = (folder: string, secret: string | undefined): OpenedFolder => {
  const folders = foldersOf(folder, secret === undefined ? PLAIN_CIPHER : secretCipher(secret));
  if (isUnreadable(folders)) throw new LatchkeyError('config/invalid-option', { field: 'secret', fix: fixOf(folder, secret) });
  return folders;
};

const foldersOf = (folder: string, cipher: RecordCipher): OpenedFolder => {
  // Resolved to an absolute path, in case the process changes its directory.
  const subfolder = (name: string): RecordFolder => new RecordFolder(join(resolve(folder), name), cipher);
  return { texts: subfolder('texts'), records: subfolder('records') };
};

const isUnreadable = ({ texts, records }: OpenedFolder): boolean => {
  const fits = [texts, records].map(canDecryptOrNull);
  return fits.includes(false) && !fits.includes(true);
};

/** A file system error is not about the secret: it is logged later. */
const canDecryptOrNull = (folder: RecordFolder): boolean | null => attempt(() => folder.canDecrypt()) ?? null;

/** Corrupt records look like those of another secret: the fix names both remedies. */
const fixOf = (folder: string, secret: string | undefined): string => {
  if (secret === undefined)
    return 'pass the secret that the folder was created with; if there was none, its data is corrupt: use another folder and connect again';
  if (!isUnreadable(foldersOf(folder, PLAIN_CIPHER)))
    return 'omit it, since the folder was created without a secret, or use another folder and connect again';
  return 'pass the secret that the folder was created with; if this is the same secret, its data is corrupt: use another folder and connect again';
};
