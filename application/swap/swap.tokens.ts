import { token } from '../shared/token.js';
import type { SwapForm } from './swap-form.js';
import type { SwapQuotes } from './swap-quotes.js';
import type { SwapTokenList } from './swap-token-list.js';

/** Token of the form of a swap. */
export const SWAP_FORM = token<SwapForm>('SwapForm');

/** Token of the quotes of a swap that is being entered. */
export const SWAP_QUOTES = token<SwapQuotes>('SwapQuotes');

/** Token of the list of tokens that can be swapped. */
export const SWAP_TOKEN_LIST = token<SwapTokenList>('SwapTokenList');
