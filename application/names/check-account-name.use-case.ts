import type { Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { accountNameFault, NAME_SUFFIX } from '../../domain/names/account-name.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { namingNetwork } from './naming-network.js';
import { registeredAddress } from './registered-address.js';

/** A name without its zone, in any letter case. */
export interface CheckAccountNameInput {
  readonly name: string;
}

/** Result of the lookup of a name. */
export interface AccountNameCheck {
  /** In lower case. */
  readonly name: string;
  readonly isRegistered: boolean;
  /** Names like it that are not registered, without their zone; empty for a name that is not registered itself. */
  readonly suggestions: readonly string[];
}

/** Error codes of the check. A failure does not mean that a name is registered or free. */
export type CheckAccountNameError = 'network/not-found' | 'chain/unsupported' | 'names/resolve-failed' | 'config/project-id-missing';

/** The result of the check. */
export type CheckAccountNameState = UseCaseState<'working', AccountNameCheck, CheckAccountNameError>;

/** Looks up whether a name is registered at the service of names, and names like it if it is. */
export class CheckAccountName {
  readonly #api: BlockchainApi;
  readonly #connections: ConnectionStore;

  constructor(api: BlockchainApi, connections: ConnectionStore) {
    this.#api = api;
    this.#connections = connections;
  }

  execute(input: CheckAccountNameInput): Observable<CheckAccountNameState> {
    return runUseCase('working', async ({ signal }) => {
      const name = input.name.toLowerCase();
      const { caipNetworkId: chainId } = namingNetwork(this.#connections);
      if ((await registeredAddress(this.#api, name, chainId, signal)) === null) return { name, isRegistered: false, suggestions: [] };
      return { name, isRegistered: true, suggestions: await this.#suggestions(name, chainId, signal) };
    });
  }

  /** None if they cannot be read: the name is registered all the same. */
  async #suggestions(name: string, chainId: ChainId, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const suggestions = await this.#api.suggestions(name, chainId, signal);
      const free = suggestions.filter(({ isRegistered }) => !isRegistered).map((each) => each.name.toLowerCase().replace(NAME_SUFFIX, ''));
      return [...new Set(free)].filter((each) => each !== name && accountNameFault(each) === null);
    } catch (error) {
      if (!isLatchkeyError(error)) throw error;
      return [];
    }
  }
}
