import type { ErrorTables } from '../error-tables.js';

/** What the name service said, else `text`. */
const reasonOr =
  (text: string) =>
  ({ reason }: { readonly reason: string | null }): string =>
    reason || text;

/** Errors of names. */
export const NAMES_ERRORS: ErrorTables<'names'> = {
  messages: {
    'names/resolve-failed': reasonOr('Error resolving name'),
    'names/suggestions-failed': reasonOr('Error fetching name suggestions'),
    'names/lookup-failed': reasonOr('Error fetching names for address'),
    'names/registration-failed': ({ name, reason }) => reason || `Error registering name ${name}`,
  },
  recovery: {
    'names/resolve-failed': 'retry',
    'names/suggestions-failed': 'retry',
    'names/lookup-failed': 'retry',
    'names/registration-failed': 'retry',
  },
};
