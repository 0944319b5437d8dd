import type { Observable } from 'rxjs';
import { withoutExcluded } from '../../domain/connection/connector-list.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { excludedQuery } from '../../domain/directory/wallet-queries.js';
import type { ConnectorExclusion } from '../connect/connector-exclusion.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { DirectoryReader } from './directory.reader.js';

/** The wallets that the host excludes. */
export type ExcludeWalletsState = UseCaseState<'working', readonly DirectoryWallet[], WalletDirectoryError>;

/**
 * Asks the directory who the wallets of `excludeWalletIds` are, and takes their installed extensions out of the list of
 * connectors. Nothing is asked where none is excluded.
 */
export class ExcludeWallets {
  readonly #reader: DirectoryReader;
  readonly #exclusion: ConnectorExclusion;

  constructor(reader: DirectoryReader, exclusion: ConnectorExclusion) {
    this.#reader = reader;
    this.#exclusion = exclusion;
  }

  execute(): Observable<ExcludeWalletsState> {
    return runUseCase<'working', readonly DirectoryWallet[], WalletDirectoryError>('working', async ({ signal }) => {
      const { exclude } = this.#reader.filters();
      const { wallets } = await this.#reader.page(excludedQuery({ exclude }), signal);
      const excluded = wallets.filter(({ id }) => exclude.includes(id));
      if (!signal.aborted) this.#exclusion.next((connectors) => withoutExcluded(connectors, excluded));
      return excluded;
    });
  }
}
