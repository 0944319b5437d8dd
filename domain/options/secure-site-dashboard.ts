import { serviceUrlOf } from './endpoints.js';
import type { Options } from './options.js';
import { pinnedBundleOf } from './pinned-bundle.js';

/**
 * The page of the embedded wallet's site where users manage their wallet. Of the same bundle, if the app pins one.
 * @throws LatchkeyError `config/project-id-missing`
 */
export const secureSiteDashboard = (options: Pick<Options, 'endpoints' | 'projectId'>): string => {
  const site = serviceUrlOf(options, 'secureSite') ?? '';
  const pinned = pinnedBundleOf(site);
  return `${pinned?.folder ?? site.replace(/^(\w+:\/\/[^/?#]+).*$/, '$1/')}dashboard`;
};
