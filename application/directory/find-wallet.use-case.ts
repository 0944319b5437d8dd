import type { Observable } from 'rxjs';
import { type DirectoryWallet, fromCustomWallet } from '../../domain/directory/directory-wallet.js';
import { standingOf } from '../../domain/directory/wallet-queries.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { DirectoryReader } from './directory.reader.js';

/** Which wallet. */
export interface FindWalletInput {
  /** Id in the directory, or of a wallet that the host adds. */
  readonly id: string;
}

/** The wallet, `null` where there is none of this id or the host excludes it. */
export type FindWalletState = UseCaseState<'working', DirectoryWallet | null, WalletDirectoryError>;

/** Finds one wallet by its id: a recent one, whose links are not stored, or one that a host's button names. */
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
      // Whom the host names itself needs no mention among the included wallets.
      if (id === '' || standingOf(id, { featured: [], include: [], exclude }) === 'hidden') return null;
      const { wallets } = await this.#reader.page({ page: 1, entries: 1, include: [id] }, signal);
      return wallets.find((wallet) => wallet.id === id) ?? null;
    });
  }
}
