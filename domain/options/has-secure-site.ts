import type { Options } from './options.js';

/** Tests whether the embedded wallet is available: its site needs a `projectId`, or an address of the app. */
export const hasSecureSite = ({ endpoints, projectId }: Pick<Options, 'endpoints' | 'projectId'>): boolean =>
  endpoints.secureSite !== undefined || projectId !== undefined;
