import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { activeAccount } from './active-account.js';

/** What to sign, and with which namespace's account (the active one's by default). */
export interface SignMessageInput {
  readonly message: string;
  readonly namespace?: Namespace;
}

/** The signature in the namespace's usual encoding; eip155: hex. */
export type SignMessageState = UseCaseState<'approve-in-wallet', string, WalletErrorCode | 'connection/not-connected'>;

/**
 * Has the connected account sign a text. Asked once, never repeated.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export class SignMessage {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  execute({ message, namespace }: SignMessageInput): Observable<SignMessageState> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const { session, account } = activeAccount(this.#connections, namespace);
      return session.signMessage({ account, message }, signal);
    });
  }
}
