/** A fungible token on a chain of the sandbox. */
export interface SandboxToken {
  /** CAIP-19, as apps name it: `eip155:1/erc20:0x…`, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:…`. @see https://chainagnostic.org/CAIPs/caip-19 */
  readonly asset: string;
  /** What the token calls itself; `null` where it says nothing, as tokens of Solana's first token program. */
  readonly symbol: string | null;
  readonly decimals: number;
}

/** Tokens for somebody. */
export interface TokenGift {
  /** The token's CAIP-19 id. */
  readonly asset: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
}

/** The tokens of a chain, and whoever gives of them. */
export interface TokenStock {
  readonly tokens: readonly SandboxToken[];
  /** Makes tokens for somebody; resolves when they are there. @throws Error when the chain refuses */
  give(gift: TokenGift): Promise<void>;
}

/** How much of each token each of the wallet's first accounts begins with, in whole tokens. */
export const TOKENS_EACH = 1_000n;
