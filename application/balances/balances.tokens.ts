import { token } from '../shared/token.js';
import type { AddedTokens } from './added-tokens.js';
import type { AssetBalancePoll } from './asset-balance.poll.js';
import type { BalanceReader, BalanceRefresher } from './balance.reader.js';
import type { HiddenTokens } from './hidden-tokens.js';
import type { TokenPoll } from './token.poll.js';
import type { TokenBalancesReader } from './token-balances.reader.js';

/** Token of the balance reader. */
export const BALANCE_READER = token<BalanceReader>('BalanceReader');

/** Token of the balance refresher. */
export const BALANCE_REFRESHER = token<BalanceRefresher>('BalanceRefresher');

/** Token of the asset balance poll. */
export const ASSET_BALANCE_POLL = token<AssetBalancePoll>('AssetBalancePoll');

/** Token of the reader of listed tokens. */
export const TOKEN_BALANCES_READER = token<TokenBalancesReader>('TokenBalancesReader');

/** Token of the token poll. */
export const TOKEN_POLL = token<TokenPoll>('TokenPoll');

/** Token of the added tokens. */
export const ADDED_TOKENS = token<AddedTokens>('AddedTokens');

/** Token of the hidden tokens. */
export const HIDDEN_TOKENS = token<HiddenTokens>('HiddenTokens');
