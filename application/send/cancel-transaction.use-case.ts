import type { Observable } from 'rxjs';
import {
  type ReplaceTransactionDeps,
  type ReplaceTransactionInput,
  type ReplaceTransactionState,
  replaceTransaction,
} from './replace-transaction.js';

/**
 * Replaces a waiting transaction of this site by one that moves nothing but its own fee, as `speedUpTransaction` does: a payment of
 * zero to the account itself on EVM networks, of all inputs back to the account on Bitcoin. Succeeds once the replacement is in a block; fails with
 * `network/transaction-replaced` if the first transaction was faster.
 */
export class CancelTransaction {
  readonly #deps: ReplaceTransactionDeps;

  constructor(deps: ReplaceTransactionDeps) {
    this.#deps = deps;
  }

  execute(input: ReplaceTransactionInput): Observable<ReplaceTransactionState> {
    return replaceTransaction(this.#deps, input, 'cancel');
  }
}
