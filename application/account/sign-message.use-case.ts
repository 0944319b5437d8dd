import { map, Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { SignatureVerifier } from './signature-verifier.js';

/** The text to sign and the namespace of the signing account (the active one by default). */
export interface SignMessageInput {
  readonly message: string;
  readonly namespace?: Namespace;
}

/** Error codes of signing. */
export type SignMessageError = WalletErrorCode | 'connection/not-connected' | 'wallet/wrong-signature';

type Run = UseCaseState<'approve-in-wallet', string, SignMessageError>;

/**
 * The signature in the namespace's usual encoding; eip155: hex. `isVerified` is true if the signature was verified; for contract accounts,
 * or if a node or library is unavailable, this may not be possible.
 */
export type SignMessageState =
  | Exclude<Run, { readonly status: 'success' }>
  | (Extract<Run, { readonly status: 'success' }> & { readonly isVerified: boolean });

/**
 * Requests the connected account to sign a text. Never retried. The signature is verified before it is returned: one of another key, or
 * over another text, ends with `wallet/wrong-signature`.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export class SignMessage {
  readonly #connections: ConnectionStore;
  readonly #verifier: SignatureVerifier;

  constructor(connections: ConnectionStore, verifier: SignatureVerifier) {
    this.#connections = connections;
    this.#verifier = verifier;
  }

  execute({ message, namespace }: SignMessageInput): Observable<SignMessageState> {
    return new Observable((subscriber) => {
      let isVerified = false;
      const run$: Observable<Run> = runUseCase('approve-in-wallet', async ({ signal }) => {
        const { session, account } = activeAccount(this.#connections, namespace);
        const signature = await session.signMessage({ account, message }, signal);
        isVerified = await this.#verifier.verify({ account, message, signature, method: 'signMessage' }, signal);
        return signature;
      });
      return run$.pipe(map((state) => (state.status === 'success' ? { ...state, isVerified } : state))).subscribe(subscriber);
    });
  }
}
