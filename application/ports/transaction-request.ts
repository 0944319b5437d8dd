import type { AccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import type { ReplacementMode } from '../../domain/send/replacement.js';

/** A transfer or contract call. */
export interface TransactionRequest {
  readonly from: AccountId;
  readonly to: string;
  /** Amount in base units (wei, lamports, satoshi, planck). */
  readonly value: bigint;
  /** CAIP-19 type of the asset to send. Default: the native currency. */
  readonly asset?: AssetId;
  /** Sends the whole balance minus the fee; `value` is ignored. */
  readonly all?: boolean;
  /** Default `normal`. */
  readonly speed?: FeeSpeed;
  /**
   * The highest network fee that the user accepted, in base units of the native currency; a higher one fails with `send/fee-too-high`. Default:
   * no fee out of proportion to the amount. A fee that the wallet sets is not checked: on eip155 without a `speed`,
   * and by Bitcoin wallets that build the transfer.
   */
  readonly maxFee?: bigint;
  /**
   * Digest of the transfer that the user has reviewed, of `transferDigest`. Adapters compare it with what they pass to the wallet, and fail with
   * `send/request-tampered` if that is another transfer.
   */
  readonly reviewed?: string;
  /** Hex call data, `0x…`. */
  readonly data?: string;
  /** Gas limit. Default: estimated. */
  readonly gas?: bigint;
}

/** A waiting transaction to replace by one of which at most one of the two can get into a block. */
export interface ReplacementRequest {
  readonly from: AccountId;
  /** Hash of the waiting transaction. */
  readonly hash: string;
  readonly mode: ReplacementMode;
  /** The highest network fee of the replacement that the user accepted, in base units of the native currency, as in `TransactionRequest`. */
  readonly maxFee?: bigint;
}
