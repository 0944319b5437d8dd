import type { Options } from './options.js';

/** Tests whether usage events have a receiver: the default one needs a `projectId`. */
export const hasAnalytics = ({ endpoints, projectId }: Pick<Options, 'endpoints' | 'projectId'>): boolean =>
  endpoints.analytics !== undefined || projectId !== undefined;
