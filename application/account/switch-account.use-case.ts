import type { Observable } from 'rxjs';
import type { AccountType } from '../../domain/account/account-record.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { findAccount } from '../../domain/connection/shared-accounts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** Which account to use from now on, one of `allAccounts`. */
export interface SwitchAccountInput {
  readonly address: string;
  /** Tells accounts of one address apart. */
  readonly type?: AccountType;
  /** Default: the active one. */
  readonly namespace?: Namespace;
}

/** Done; `wallet/unauthorized` for an account that the wallet does not share. */
export type SwitchAccountState = UseCaseState<'working', AccountState, 'connection/not-connected' | 'wallet/unauthorized'>;

/**
 * Makes another account of those that a wallet shares the active one of its namespace: requests that follow are in its
 * name. The wallet is not asked. It holds over reloads, until the wallet itself moves to another account.
 * @example new SwitchAccount(connections, memory).execute({ address, namespace: 'bip122', type: 'ordinal' })
 */
export class SwitchAccount {
  readonly #connections: ConnectionStore;
  readonly #memory: ConnectionMemory;

  constructor(connections: ConnectionStore, memory: ConnectionMemory) {
    this.#connections = connections;
    this.#memory = memory;
  }

  execute({ address, type, namespace: asked }: SwitchAccountInput): Observable<SwitchAccountState> {
    return runUseCase('working', async () => {
      const namespace = asked ?? this.#connections.state.activeNamespace;
      const own = this.#connections.state.namespaces[namespace];
      if (own?.session == null) throw new LatchkeyError('connection/not-connected', { namespace });
      const account = findAccount(own.session.accounts, address, type);
      if (account === undefined) throw new LatchkeyError('wallet/unauthorized', { method: 'switchAccount' });
      this.#connections.dispatch({ type: 'account-selected', namespace, address: account.address, accountType: account.type });
      const choice = this.#connections.state.namespaces[namespace]?.choice;
      if (choice != null) this.#memory.keepChoice(namespace, choice);
      return accountOf(this.#connections.state, namespace);
    });
  }
}
