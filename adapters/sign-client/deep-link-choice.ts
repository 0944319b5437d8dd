import { catchError, defer, map, type Observable, of } from 'rxjs';
import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import type { WalletLinks } from '../../application/wallet-protocol/wallet-link-opener.js';
import { type PairedWallet, parsePairedWallet } from '../../domain/wallet-protocol/request-link.js';

export interface DeepLinkChoiceOptions {
  /** `localStorage` of the page, where modals save the wallet that the user picked. */
  readonly local: Storage;
  /** Storage of the client. */
  readonly storage: Pick<KeyValueStorage, 'getItem' | 'removeItem'>;
  readonly logger: Logger;
}

/**
 * The record `WALLETCONNECT_DEEPLINK_CHOICE` of the official clients: `{ href, name }` or its JSON, in `localStorage` or else in the storage
 * of the client.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/deep-linking
 */
export class DeepLinkChoice implements WalletLinks {
  readonly #local: Storage;
  readonly #storage: DeepLinkChoiceOptions['storage'];
  readonly #logger: Logger;

  constructor({ local, storage, logger }: DeepLinkChoiceOptions) {
    this.#local = local;
    this.#storage = storage;
    this.#logger = logger;
  }

  /** One for all sessions, as in the official clients. */
  pairedWallet$(): Observable<PairedWallet | null> {
    return defer(() => {
      const stored = this.#local.get(STORAGE_KEYS.deepLink);
      return stored === null ? defer(async () => this.#storage.getItem<unknown>(STORAGE_KEYS.deepLink)) : of(stored);
    }).pipe(
      map(parsePairedWallet),
      catchError((error: unknown) => {
        this.#logger.warn('Could not read the deep link of the wallet', error);
        return of(null);
      }),
    );
  }

  forget(): void {
    this.#local.remove(STORAGE_KEYS.deepLink);
    defer(async () => this.#storage.removeItem(STORAGE_KEYS.deepLink)).subscribe({
      error: (error: unknown) => this.#logger.warn('Could not remove the deep link of the wallet', error),
    });
  }
}
