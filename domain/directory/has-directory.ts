import type { Options } from '../options/options.js';

/** Tests whether the wallet directory is available: with a project id, or at a custom URL. */
export const hasDirectory = ({ projectId, endpoints }: Pick<Options, 'projectId' | 'endpoints'>): boolean =>
  projectId !== undefined || endpoints.walletDirectory !== undefined;
