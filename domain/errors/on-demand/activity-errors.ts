import type { ErrorTables } from '../error-tables.js';

/** Errors of the list of transactions. */
export const ACTIVITY_ERRORS: ErrorTables<'activity'> = {
  messages: {
    'activity/fetch-failed': 'Failed to fetch transactions',
    'activity/account-required': "Transactions can't be fetched without an accountAddress",
  },
  recovery: {
    'activity/fetch-failed': 'retry',
    'activity/account-required': 'reconfigure',
  },
};
