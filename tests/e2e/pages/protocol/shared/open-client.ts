import { SignClient } from 'latchkey/walletconnect';
import { bringNodeParts } from './node-parts.js';
import { signOptions } from './sign-options.js';

/** The official client at 2.21.8, as a page uses it that has not swapped its import yet. */
const openOfficial = async (name: string): Promise<SignClient> => {
  bringNodeParts();
  const official: unknown = await import('@walletconnect/sign-client');
  // Drop-in: what these pages use of a client has the same shape in both.
  const { SignClient: Official } = official as { readonly SignClient: Pick<typeof SignClient, 'init'> };
  return Official.init({ ...signOptions(name), logger: 'silent', telemetryEnabled: false });
};

/** The client of a page: ours, or with `?client=official` the one that ours takes the place of. */
export const openClient = (name: string): Promise<SignClient> =>
  new URLSearchParams(location.search).get('client') === 'official' ? openOfficial(name) : SignClient.init(signOptions(name));
