import { token } from '../shared/token.js';
import type { AssetBalancePoll } from './asset-balance.poll.js';
import type { BalanceKeeper, BalanceReader } from './balance.reader.js';

/** Token of the balance reader. */
export const BALANCE_READER = token<BalanceReader>('BalanceReader');

/** Token of what keeps native balances fresh. */
export const BALANCE_KEEPER = token<BalanceKeeper>('BalanceKeeper');

/** Token of what keeps balances of tokens fresh. */
export const ASSET_BALANCE_POLL = token<AssetBalancePoll>('AssetBalancePoll');
