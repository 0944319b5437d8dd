import { map, Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { SignatureJudge } from './signature-judge.js';

/** What to sign, and with which namespace's account (the active one's by default). */
export interface SignMessageInput {
  readonly message: string;
  readonly namespace?: Namespace;
}

/** Why signing can fail. */
export type SignMessageError = WalletErrorCode | 'connection/not-connected' | 'wallet/wrong-signature';

type Run = UseCaseState<'approve-in-wallet', string, SignMessageError>;

/**
 * The signature in the namespace's usual encoding; eip155: hex. `isVerified` says whether it is known to be the account's: where a contract
 * stands behind the account, or a node or library is not there, it may not be possible to tell.
 */
export type SignMessageState =
  | Exclude<Run, { readonly status: 'success' }>
  | (Extract<Run, { readonly status: 'success' }> & { readonly isVerified: boolean });

/**
 * Has the connected account sign a text. Asked once, never repeated. What the wallet gives is looked at before it is handed on: a signature
 * of another key, or over something else, ends with `wallet/wrong-signature`.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export class SignMessage {
  readonly #connections: ConnectionStore;
  readonly #judge: SignatureJudge;

  constructor(connections: ConnectionStore, judge: SignatureJudge) {
    this.#connections = connections;
    this.#judge = judge;
  }

  execute({ message, namespace }: SignMessageInput): Observable<SignMessageState> {
    return new Observable((subscriber) => {
      let isVerified = false;
      const run$: Observable<Run> = runUseCase('approve-in-wallet', async ({ signal }) => {
        const { session, account } = activeAccount(this.#connections, namespace);
        const signature = await session.signMessage({ account, message }, signal);
        isVerified = await this.#judge.check({ account, message, signature, method: 'signMessage' }, signal);
        return signature;
      });
      return run$.pipe(map((state) => (state.status === 'success' ? { ...state, isVerified } : state))).subscribe(subscriber);
    });
  }
}
