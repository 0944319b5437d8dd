import type { Observable } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';

/** The namespace of the wallet; the active one by default. */
export interface RequestAccountsInput {
  readonly namespace?: Namespace;
}

/** `approve-in-wallet` until the user has chosen; then the shared accounts. */
export type RequestAccountsState = UseCaseState<
  'approve-in-wallet',
  readonly AccountRecord[],
  WalletErrorCode | 'connection/not-connected'
>;

const ETH_ACCOUNTS = 'eth_accounts';

/**
 * Requests the wallet to let the user choose the accounts that are shared with the site. EVM wallets only: other namespaces
 * end with `wallet/unsupported-method`. Never retried.
 * @see https://eips.ethereum.org/EIPS/eip-2255
 */
export class RequestAccounts {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  execute({ namespace: requestedNamespace }: RequestAccountsInput = {}): Observable<RequestAccountsState> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const namespace = requestedNamespace ?? this.#connections.state.activeNamespace;
      const session = this.#connections.requireSession(namespace);
      const calls = session.calls?.eip155;
      if (calls === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'wallet_requestPermissions' });
      await calls.requestPermissions({ methods: [ETH_ACCOUNTS] }, signal);
      // The wallet's own event may come after its response, or not at all.
      const [first, ...others] = session.accounts;
      if (first !== undefined && this.#connections.sessionOf(namespace) === session)
        this.#connections.dispatch({ type: 'accounts-changed', namespace, accounts: [first, ...others] });
      return session.accounts;
    });
  }
}
