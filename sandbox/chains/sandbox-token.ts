/** A fungible token on a chain of the sandbox. */
export interface SandboxToken {
  /** CAIP-19, as apps name it: `eip155:1/erc20:0x…`, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:…`. @see https://chainagnostic.org/CAIPs/caip-19 */
  readonly asset: string;
  /** Symbol in the token's metadata; `null` without metadata, as with Solana's original token program. */
  readonly symbol: string | null;
  readonly decimals: number;
}

/** A transfer of newly minted tokens. */
export interface TokenGift {
  /** The token's CAIP-19 id. */
  readonly asset: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
}

/** The tokens of a chain, and a faucet for them. */
export interface TokenStock {
  readonly tokens: readonly SandboxToken[];
  /** Mints tokens; resolves with the transaction's hash once they are on the chain. @throws Error when the transaction fails */
  give(gift: TokenGift): Promise<string>;
}

/** Amount of each token that each of the wallet's first accounts starts with, in whole tokens. */
export const TOKENS_EACH = 1_000n;
