import type { ContainerModule } from 'inversify';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { FileRecordStore } from '../../adapters/storage/node/file-record-store.js';
import { FileTexts } from '../../adapters/storage/node/file-texts.js';
import { openFolder } from '../../adapters/storage/node/open-folder.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { shape, text } from '../../domain/options/schema-parts.js';
import { defineModule } from '../wire.js';

/** Where a script keeps what a page keeps in its browser. */
export interface FileStorageOptions {
  /** A folder of this client's own; made when something is written. */
  readonly folder: string;
  /**
   * Seals what is written, keys of sessions included: at least 32 random characters, the same at every start, kept elsewhere.
   * Without it, whoever may read the files can use the sessions in them.
   */
  readonly secret?: string | undefined;
}

/**
 * Connections and sessions in files, so that a script in Node finds them again when it is started the next time.
 * @throws LatchkeyError `config/invalid-option` for an option that is missing, wrong or does not exist, and for another
 * `secret` than the folder was made with
 * @example createLatchkey({ networks: [mainnet], modules: [eip155(), walletconnect(), fileStorage({ folder: '.latchkey' })] })
 */
export const fileStorage = (options: FileStorageOptions): ContainerModule => {
  const { folder, secret } = readOptions(options, 'fileStorage');
  const { texts, records } = openFolder(folder, secret);
  return defineModule((wire) => {
    wire(STORAGE, [LOGGER], (logger) => new BrowserStorage(() => new FileTexts(texts), undefined, logger));
    wire(RECORD_STORE, [LOGGER], (logger) => new FileRecordStore(records, logger), { dispose: (store) => store.dispose() });
  });
};

/** A caller without types may pass anything. */
const readOptions = shape(
  { folder: text(/./, 'the path of a folder') },
  { secret: text(/.{32}/s, 'at least 32 random characters, such as those of openssl rand -base64 32') },
);
