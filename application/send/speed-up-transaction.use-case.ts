import type { Observable } from 'rxjs';
import {
  type ReplaceTransactionDeps,
  type ReplaceTransactionInput,
  type ReplaceTransactionState,
  replaceTransaction,
} from './replace-transaction.js';

/**
 * Sends a waiting transaction of this site again with a higher fee: on EVM networks with the same nonce and both fees raised by at least a
 * tenth and to what is usual now, on Bitcoin with the same inputs (BIP-125), the fee taken from the change. At most one of the two
 * gets into a block; the other one is then `replaced`. The wallet receives one request. Not for smart accounts, and the embedded wallet.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
 */
export class SpeedUpTransaction {
  readonly #deps: ReplaceTransactionDeps;

  constructor(deps: ReplaceTransactionDeps) {
    this.#deps = deps;
  }

  execute(input: ReplaceTransactionInput): Observable<ReplaceTransactionState> {
    return replaceTransaction(this.#deps, input, 'speed-up');
  }
}
