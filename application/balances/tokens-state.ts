import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { HiddenBalance } from '../../domain/tokens/hidden-tokens.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';

/** Coins and tokens of one account on one network. */
export interface TokensState {
  /** Tokens that the app configured first; `null` until there is something to show, empty if the account holds nothing. */
  readonly items: readonly TokenBalance[] | null;
  /** Tokens that the user has hidden. Not part of `items`, nor of the totals. */
  readonly hidden: readonly HiddenBalance[];
  /** True while a source is read: the list may grow. */
  readonly pending: boolean;
  /** True until the list of the wallet or service was read for the first time: tokens and prices may be missing. False if that failed. */
  readonly isLoading: boolean;
  /** Error of the last read of the list. `items` are those of before, or what the chain itself tells. */
  readonly error: LatchkeyError | null;
  /** Value of the tokens whose price is known, in US dollars; `null` if none is. */
  readonly totalUsd: number | null;
  /** Change of `totalUsd` within 24 hours, as a share: 0.05 is five percent more. `null` unless it is known for each token with a value. */
  readonly change24h: number | null;
  /** False: no wallet or service lists the tokens of the network, so `items` are the coin and the configured tokens. */
  readonly isListed: boolean;
  /** True after the service has asked to be left alone: nothing is read until a refresh. */
  readonly isPaused: boolean;
}

/** Initial state, without a read. */
export const NO_TOKENS: TokensState = {
  items: null,
  hidden: [],
  pending: false,
  isLoading: false,
  error: null,
  totalUsd: null,
  change24h: null,
  isListed: true,
  isPaused: false,
};
