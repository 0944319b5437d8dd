import type { ErrorTables } from '../error-tables.js';

/** Errors of the embedded wallet and of the secure frame it lives in. */
export const EMBEDDED_WALLET_ERRORS: ErrorTables<'embedded-wallet' | 'secure-frame'> = {
  messages: {
    'embedded-wallet/email-cooldown': ({ seconds }) => `Please try again after ${seconds} seconds`,
    'embedded-wallet/connector-not-found': 'Address or auth connector not found',
    'secure-frame/load-failed': 'Unable to load email login dependency',
    'secure-frame/not-set': 'W3mFrame: iframe is not set',
    'secure-frame/request-aborted': 'Request was aborted',
    'secure-frame/aborted': 'Something went wrong',
    'secure-frame/error-reply': ({ reason }) => reason || 'An error occurred',
  },
  recovery: {
    'embedded-wallet/email-cooldown': 'retry',
    'embedded-wallet/connector-not-found': 'reconfigure',
    'secure-frame/load-failed': 'reconfigure',
    'secure-frame/not-set': 'reconfigure',
    'secure-frame/request-aborted': 'retry',
    'secure-frame/aborted': 'retry',
    'secure-frame/error-reply': 'retry',
  },
};
