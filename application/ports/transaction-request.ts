import type { AccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';

/** How soon a transaction should be in a block. */
export type FeeSpeed = 'slow' | 'normal' | 'fast';

/** A transfer or call. */
export interface TransactionRequest {
  readonly from: AccountId;
  readonly to: string;
  /** Base units (wei, lamports, satoshi, planck) of what is sent. */
  readonly value: bigint;
  /** What is sent, as a CAIP-19 asset type. Default: the chain's own coin. */
  readonly asset?: AssetId;
  /** Sends all there is, less the fee; `value` then counts for nothing. */
  readonly all?: boolean;
  /** Default `normal`. */
  readonly speed?: FeeSpeed;
  /** Hex call data, `0x…`. */
  readonly data?: string;
  /** Gas limit, where the caller insists on one. */
  readonly gas?: bigint;
}
