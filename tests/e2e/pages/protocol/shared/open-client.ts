import { SignClient } from 'latchkey/walletconnect';
import { bringNodeParts } from './node-parts.js';
import { signOptions } from './sign-options.js';

/** Opens the official client 2.21.8, like an app that has not migrated. */
const openOfficial = async (name: string): Promise<SignClient> => {
  bringNodeParts();
  const official: unknown = await import('@walletconnect/sign-client');
  // Ours is a drop-in replacement: the parts used here have the same types.
  const { SignClient: Official } = official as { readonly SignClient: Pick<typeof SignClient, 'init'> };
  return Official.init({ ...signOptions(name), logger: 'silent', telemetryEnabled: false });
};

/** Opens our client, or the official one with `?client=official`. */
export const openClient = (name: string): Promise<SignClient> =>
  new URLSearchParams(location.search).get('client') === 'official' ? openOfficial(name) : SignClient.init(signOptions(name));
