import type { Observable } from 'rxjs';
import { type DirectoryWallet, fromCustomWallet } from '../../domain/directory/directory-wallet.js';
import { visibilityOf } from '../../domain/directory/wallet-queries.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { DirectoryReader } from './directory.reader.js';

/** The wallet to find. */
export interface FindWalletInput {
  /** Id in the directory, or of a custom wallet. */
  readonly id: string;
}

/** The wallet; `null` if there is none with this id, or it is excluded. */
export type FindWalletState = UseCaseState<'working', DirectoryWallet | null, WalletDirectoryError>;

/** Finds a wallet by its id: e.g. a recent one, whose links are not stored, or one of a wallet button. */
export class FindWallet {
  readonly #reader: DirectoryReader;
  readonly #options: OptionsStore;

  constructor(reader: DirectoryReader, options: OptionsStore) {
    this.#reader = reader;
    this.#options = options;
  }

  execute({ id }: FindWalletInput): Observable<FindWalletState> {
    return runUseCase<'working', DirectoryWallet | null, WalletDirectoryError>('working', async ({ signal }) => {
      const { customWallets = [] } = this.#options.current;
      const own = customWallets.find((wallet) => wallet.id === id);
      if (own !== undefined) return fromCustomWallet(own);
      const { exclude } = this.#reader.filters();
      // A wallet that the app requests explicitly need not be in `includeWalletIds`.
      if (id === '' || visibilityOf(id, { featured: [], include: [], exclude }) === 'hidden') return null;
      const { wallets } = await this.#reader.getPage({ page: 1, entries: 1, include: [id] }, signal);
      return wallets.find((wallet) => wallet.id === id) ?? null;
    });
  }
}
