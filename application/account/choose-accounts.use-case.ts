import type { Observable } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';

/** Whose wallet is asked; the active namespace's by default. */
export interface ChooseAccountsInput {
  readonly namespace?: Namespace;
}

/** `approve-in-wallet` until the person has chosen there; then the accounts that are shared now. */
export type ChooseAccountsState = UseCaseState<'approve-in-wallet', readonly AccountRecord[], WalletErrorCode | 'connection/not-connected'>;

/** The permission to see accounts. */
const ACCOUNTS = 'eth_accounts';

/**
 * Has the person choose in the wallet which accounts it shares with the site. EVM wallets only: those of other namespaces
 * end with `wallet/unsupported-method`. Asked once, never repeated.
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
export class ChooseAccounts {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  execute({ namespace: asked }: ChooseAccountsInput = {}): Observable<ChooseAccountsState> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const namespace = asked ?? this.#connections.state.activeNamespace;
      const session = this.#connections.requireSession(namespace);
      const calls = session.calls?.eip155;
      if (calls === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'wallet_requestPermissions' });
      await calls.requestPermissions({ methods: [ACCOUNTS] }, signal);
      // The wallet's own event may come later than its answer, or not at all.
      const [first, ...others] = session.accounts;
      if (first !== undefined && this.#connections.sessionOf(namespace) === session)
        this.#connections.dispatch({ type: 'accounts-changed', namespace, accounts: [first, ...others] });
      return session.accounts;
    });
  }
}
