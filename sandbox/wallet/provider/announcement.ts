import type { OfferedChains } from '../engine/keys/namespace.js';
import type { WalletIdentity } from './identity.js';

/** Which namespaces a wallet brings to a page, and under which name. */
export interface Announcement {
  readonly identity: WalletIdentity;
  /** Whether it is a wallet of EVM chains. */
  readonly eip155: boolean;
  readonly chains: OfferedChains;
}

/** The part of what a wallet offers that a list of namespaces names, `eip155` among them; all of it without a list. */
export const restrictTo = (namespaces: readonly string[] | null, { identity, eip155, chains }: Announcement): Announcement => ({
  identity,
  eip155: eip155 && (namespaces?.includes('eip155') ?? true),
  chains: Object.fromEntries(Object.entries(chains).filter(([namespace]) => namespaces?.includes(namespace) ?? true)),
});
