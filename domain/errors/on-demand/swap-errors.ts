import type { ErrorTables } from '../error-tables.js';

/** Errors of swaps. */
export const SWAP_ERRORS: ErrorTables<'swap'> = {
  messages: {
    'swap/gas-price-unsupported': 'Network not supported for Gas Price',
    'swap/network-unsupported': 'Network not supported for Swaps',
  },
  recovery: {
    'swap/gas-price-unsupported': 'ask-user',
    'swap/network-unsupported': 'ask-user',
  },
};
