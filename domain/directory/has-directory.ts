import type { Options } from '../options/options.js';

/** Whether the directory of wallets can be asked: at its default address with a project id, or at an address of the host's own. */
export const hasDirectory = ({ projectId, endpoints }: Pick<Options, 'projectId' | 'endpoints'>): boolean =>
  projectId !== undefined || endpoints.walletDirectory !== undefined;
