import type { DirectoryWallet, WalletLinks } from './directory-wallet.js';

/** A tab of the view that connects a directory wallet. */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported';

/** Input of the platform choice. */
export interface PlatformFacts {
  readonly mobile: boolean;
  /** True if there is a chain adapter. Without one, installed wallets cannot be connected. */
  readonly hasAdapters: boolean;
  /** True if the wallet is installed in this browser. */
  readonly installed: boolean;
}

type PlatformWallet = WalletLinks & Partial<Pick<DirectoryWallet, 'rdns' | 'injected'>>;

/** Tests whether the wallet has a browser extension. */
const isExtension = ({ rdns, injected }: PlatformWallet): boolean => Boolean(rdns) || (injected?.length ?? 0) > 0;

/**
 * Returns the ways to connect a wallet on this device, best first. Without a wallet, or if it has no links, it is the QR code only,
 * because any wallet may scan it.
 */
export const walletPlatforms = (
  wallet: PlatformWallet | null,
  { mobile, hasAdapters, installed }: PlatformFacts,
): readonly [WalletPlatform, ...WalletPlatform[]] => {
  const isConnectable = wallet !== null && hasAdapters;
  const offered: readonly (readonly [WalletPlatform, boolean])[] = [
    ['browser', isConnectable && installed],
    [mobile ? 'mobile' : 'qrcode', Boolean(wallet?.mobile_link)],
    ['web', Boolean(wallet?.webapp_link)],
    ['desktop', !mobile && Boolean(wallet?.desktop_link)],
    // A phone's browser has no extensions.
    ['unsupported', !mobile && isConnectable && !installed && isExtension(wallet)],
  ];
  const [first, ...others] = offered.flatMap(([platform, isOffered]) => (isOffered ? [platform] : []));
  return first === undefined ? ['qrcode'] : [first, ...others];
};
