import type { ErrorTables } from '../error-tables.js';

/** Errors of the wallet directory and of the image service. */
export const DIRECTORY_ERRORS: ErrorTables<'directory'> = {
  messages: {
    'directory/unreachable': 'The list of wallets cannot be reached: check the connection and try again',
    'directory/refused': ({ service, status }) =>
      `"${service}" refused the request (${status}): check "projectId" and the origins that it allows`,
    'directory/invalid-response': ({ service, reason }) => `"${service}" gave an answer that makes no sense: ${reason}`,
  },
  recovery: {
    'directory/unreachable': 'retry',
    'directory/refused': 'reconfigure',
    'directory/invalid-response': 'retry',
  },
};
