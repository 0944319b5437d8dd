import type { ErrorTables } from '../error-tables.js';

/** Errors of sending tokens. */
export const SEND_ERRORS: ErrorTables<'send'> = {
  messages: {
    'send/failed': ({ namespace }) => (namespace === 'solana' ? 'Failed to send transaction. Please try again.' : 'Something went wrong'),
  },
  recovery: {
    'send/failed': 'retry',
  },
};
