import type { AssetId } from '../caip/caip-19.js';

/** A change of the sender's balance. */
export interface SimulatedChange {
  /** CAIP-19, also of an NFT; `null` for the network's coin. */
  readonly asset: AssetId | null;
  /** Base units, negative for what the sender loses. Without the network fee. */
  readonly value: bigint;
}

/** Effect that a node expects of a transaction. Not what will happen: another transaction may come first, and contracts can tell a simulation from a block. */
export type Simulation =
  | { readonly status: 'done'; readonly changes: readonly SimulatedChange[] }
  /** It would fail. `reason` is the node's text, sanitized for display; empty without one. */
  | { readonly status: 'reverted'; readonly reason: string };
