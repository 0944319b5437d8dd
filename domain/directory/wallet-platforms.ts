import type { DirectoryWallet, WalletLinks } from './directory-wallet.js';

/** A tab of the view that connects a wallet of the directory. */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported';

/** What the choice depends on beside the wallet. */
export interface PlatformFacts {
  readonly mobile: boolean;
  /** Whether there is a chain adapter: without one nothing on the page can be connected. */
  readonly hasAdapters: boolean;
  /** Whether a connector leads to the wallet: it is installed in this browser. */
  readonly installed: boolean;
}

type PlatformWallet = WalletLinks & Partial<Pick<DirectoryWallet, 'rdns' | 'injected'>>;

/** Whether the wallet exists as an extension. */
const isExtension = ({ rdns, injected }: PlatformWallet): boolean => Boolean(rdns) || (injected?.length ?? 0) > 0;

/**
 * The ways to connect a wallet on this device, the best one first; never empty. Without a wallet there is the code only, and
 * so there is for a wallet that says nothing of itself: whatever it is, it may scan or take the link.
 */
export const walletPlatforms = (
  wallet: PlatformWallet | null,
  { mobile, hasAdapters, installed }: PlatformFacts,
): readonly [WalletPlatform, ...WalletPlatform[]] => {
  const known = wallet !== null && hasAdapters;
  const offered: readonly (readonly [WalletPlatform, boolean])[] = [
    ['browser', known && installed],
    [mobile ? 'mobile' : 'qrcode', Boolean(wallet?.mobile_link)],
    ['web', Boolean(wallet?.webapp_link)],
    ['desktop', !mobile && Boolean(wallet?.desktop_link)],
    ['unsupported', known && !installed && isExtension(wallet)],
  ];
  const [first, ...others] = offered.flatMap(([platform, isOffered]) => (isOffered ? [platform] : []));
  return first === undefined ? ['qrcode'] : [first, ...others];
};
