import type { Observable } from 'rxjs';
import { withoutExcluded } from '../../domain/connection/connector-list.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { excludedQuery } from '../../domain/directory/wallet-queries.js';
import type { ConnectorExclusion } from '../connect/connector-exclusion.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { DirectoryReader } from './directory.reader.js';

/** The excluded wallets. */
export type ExcludeWalletsState = UseCaseState<'working', readonly DirectoryWallet[], WalletDirectoryError>;

/**
 * Loads the wallets of `excludeWalletIds` from the directory and removes their installed extensions from the list of
 * connectors. Sends no request if the option is empty.
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
      const { wallets } = await this.#reader.getPage(excludedQuery({ exclude }), signal);
      const excluded = wallets.filter(({ id }) => exclude.includes(id));
      if (!signal.aborted) this.#exclusion.next((connectors) => withoutExcluded(connectors, excluded));
      return excluded;
    });
  }
}
