import type { ErrorTables } from '../error-tables.js';

/** Errors of sign-in. */
export const SIGN_IN_ERRORS: ErrorTables<'sign-in'> = {
  messages: {
    'sign-in/not-enabled': 'SIWX is not enabled',
    'sign-in/address-missing': 'No ActiveCaipAddress found',
    'sign-in/network-missing': 'No ActiveCaipNetwork or client found',
    'sign-in/client-missing': 'No ConnectionController client found',
    'sign-in/initialization-failed': 'A problem occurred while trying initialize authentication',
    'sign-in/declined': 'Signature declined',
    'sign-in/smart-account-unsupported': 'This application might not support Smart Accounts',
  },
  recovery: {
    'sign-in/not-enabled': 'reconfigure',
    'sign-in/address-missing': 'ask-user',
    'sign-in/network-missing': 'ask-user',
    'sign-in/client-missing': 'reconfigure',
    'sign-in/initialization-failed': 'retry',
    'sign-in/declined': 'retry',
    'sign-in/smart-account-unsupported': 'ask-user',
  },
};
