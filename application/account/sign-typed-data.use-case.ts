import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { TypedData } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';

/** Typed data to sign and the namespace of the signing account (the active one by default). */
export interface SignTypedDataInput extends TypedData {
  readonly namespace?: Namespace;
}

/** The signature as hex. */
export type SignTypedDataState = UseCaseState<'approve-in-wallet', string, WalletErrorCode | 'connection/not-connected'>;

/**
 * Requests the connected account to sign typed data. Never retried.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export class SignTypedData {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  execute({ namespace, ...typedData }: SignTypedDataInput): Observable<SignTypedDataState> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const { session, account } = activeAccount(this.#connections, namespace);
      return session.signTypedData({ account, typedData }, signal);
    });
  }
}
