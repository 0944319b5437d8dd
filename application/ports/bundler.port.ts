import type { RpcResult } from '../../domain/wallet-protocol/json-rpc.js';
import { token } from '../shared/token.js';

export interface BundlerCallOptions {
  readonly signal?: AbortSignal;
  /** The URL is not the app's: no cookies are sent, no referrer, and a redirect is `json-rpc/unavailable`. Default false. */
  readonly isForeign?: boolean;
}

/** An ERC-4337 bundler: reads the receipts of user operations. @see https://eips.ethereum.org/EIPS/eip-7769 */
export interface Bundler {
  /**
   * Requests the receipt of a user operation (`eth_getUserOperationReceipt`); the result is `null` until there is one. Rejects
   * with `wallet-protocol/receipt-failed` and the HTTP status, with the `RpcCallError` that the bundler returned, with `json-rpc/unavailable`,
   * with `json-rpc/invalid-url`, or with the signal's reason.
   * @param url URL of the bundler
   * @param operation hash of the user operation
   */
  userOperationReceipt(url: string, operation: unknown, options?: BundlerCallOptions): Promise<RpcResult>;
}

/** Token of the bundler. Default: HTTP, loaded on first use. */
export const BUNDLER = token<Bundler>('Bundler');
