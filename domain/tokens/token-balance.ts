import type { ChainId } from '../caip/caip-2.js';
import type { AssetId } from '../caip/caip-19.js';

/** A coin or token that an account holds. */
export interface TokenBalance {
  readonly chainId: ChainId;
  /** CAIP-19; `null` for the network's own coin. */
  readonly asset: AssetId | null;
  /** Cleaned of control, bidirectional and invisible characters. */
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Base units. */
  readonly value: bigint;
  /** Of one whole unit, in US dollars; `null` if unknown. */
  readonly priceUsd: number | null;
  /** Of the balance, in US dollars; `null` if unknown. */
  readonly valueUsd: number | null;
  /** Change of the price within 24 hours, as a share: 0.05 is five percent more. `null` if unknown. */
  readonly change24h: number | null;
  /** Remote URL, for the image service only. */
  readonly iconUrl: string | null;
  /** Symbol of another coin or token that this one imitates: its name or symbol looks the same, but is written with other characters. */
  readonly resembles?: string;
}
