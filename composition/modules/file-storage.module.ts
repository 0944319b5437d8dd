import type { ContainerModule } from 'inversify';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { FileRecordStore } from '../../adapters/storage/node/file-record-store.js';
import { FileTextStorage } from '../../adapters/storage/node/file-text-storage.js';
import { openFolder } from '../../adapters/storage/node/open-folder.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { object, text } from '../../domain/options/schema-builders.js';
import { defineModule } from '../wire.js';

/** Options of {@link fileStorage}. */
export interface FileStorageOptions {
  /** Path of a folder that only this client uses; created on the first write. */
  readonly folder: string;
  /**
   * Encrypts the files, which include session keys: at least 32 random characters, the same at every start, stored outside the folder.
   * Without it, anyone who can read the files can use the sessions.
   */
  readonly secret?: string | undefined;
}

/**
 * Stores connections and sessions in files, so that a Node script can restore them at the next start.
 * @throws LatchkeyError `config/invalid-option` for a missing, invalid or unknown option, and for a `secret` other than the one
 * that the folder was created with
 * @example createLatchkey({ networks: [mainnet], modules: [eip155(), walletconnect(), fileStorage({ folder: '.latchkey' })] })
 */
export const fileStorage = (options: FileStorageOptions): ContainerModule => {
  const { folder, secret } = readOptions(options, 'fileStorage');
  const { texts, records } = openFolder(folder, secret);
  return defineModule((wire) => {
    wire(STORAGE, [LOGGER], (logger) => new BrowserStorage(() => new FileTextStorage(texts), undefined, logger));
    wire(RECORD_STORE, [LOGGER], (logger) => new FileRecordStore(records, logger), { dispose: (store) => store.dispose() });
  });
};

/** Untyped callers may pass anything. */
const readOptions = object(
  { folder: text(/./, 'the path of a folder') },
  { secret: text(/.{32}/s, 'at least 32 random characters, such as those of openssl rand -base64 32') },
);
