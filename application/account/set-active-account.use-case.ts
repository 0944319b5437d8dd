import type { Observable } from 'rxjs';
import type { AccountType } from '../../domain/account/account-record.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { findAccount } from '../../domain/connection/shared-accounts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** The account to activate, one of `allAccounts`. */
export interface SetActiveAccountInput {
  readonly address: string;
  /** Distinguishes accounts with the same address. */
  readonly type?: AccountType;
  /** Default: the active one. */
  readonly namespace?: Namespace;
}

/** The new account state; `wallet/unauthorized` if the wallet does not share the account. */
export type SetActiveAccountState = UseCaseState<'working', AccountState, 'connection/not-connected' | 'wallet/unauthorized'>;

/**
 * Activates another shared account of a namespace: further requests use it. Sends no request to the wallet. The selection
 * survives reloads, until the wallet itself switches to another account.
 * @example new SwitchAccount(connections, repository).execute({ address, namespace: 'bip122', type: 'ordinal' })
 */
export class SetActiveAccount {
  readonly #connections: ConnectionStore;
  readonly #repository: ConnectionRepository;

  constructor(connections: ConnectionStore, repository: ConnectionRepository) {
    this.#connections = connections;
    this.#repository = repository;
  }

  execute({ address, type, namespace: requestedNamespace }: SetActiveAccountInput): Observable<SetActiveAccountState> {
    return runUseCase('working', async () => {
      const namespace = requestedNamespace ?? this.#connections.state.activeNamespace;
      const own = this.#connections.state.namespaces[namespace];
      if (own?.session == null) throw new LatchkeyError('connection/not-connected', { namespace });
      const account = findAccount(own.session.accounts, address, type);
      if (account === undefined) throw new LatchkeyError('wallet/unauthorized', { method: 'setActiveAccount' });
      this.#connections.dispatch({ type: 'account-selected', namespace, address: account.address, accountType: account.type });
      const choice = this.#connections.state.namespaces[namespace]?.choice;
      if (choice != null) this.#repository.saveAccountChoice(namespace, choice);
      return accountOf(this.#connections.state, namespace);
    });
  }
}
