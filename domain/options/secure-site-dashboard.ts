import { serviceUrlOf } from './endpoints.js';
import type { Options } from './options.js';

/**
 * The page of the embedded wallet's site where users manage their wallet.
 * @throws LatchkeyError `config/project-id-missing`
 */
export const secureSiteDashboard = (options: Pick<Options, 'endpoints' | 'projectId'>): string => {
  const site = serviceUrlOf(options, 'secureSite') ?? '';
  return `${site.replace(/^(\w+:\/\/[^/?#]+).*$/, '$1')}/dashboard`;
};
