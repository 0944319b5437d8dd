import type { RpcResult } from '../../domain/wallet-protocol/json-rpc.js';

/** Carries out user operations, and knows what became of them. @see https://eips.ethereum.org/EIPS/eip-7769 */
export interface Bundler {
  /**
   * Asks for the receipt of a user operation (`eth_getUserOperationReceipt`); the result of the answer is `null` until there is one. Rejects
   * with `wallet-protocol/receipt-failed` and the HTTP status, with an `RpcCallError` that the bundler answered, with `json-rpc/unavailable`,
   * with `json-rpc/invalid-url`, or with the signal's reason.
   * @param url of the bundler
   * @param operation hash of the user operation
   */
  userOperationReceipt(url: string, operation: unknown, signal?: AbortSignal): Promise<RpcResult>;
}
