import type { WalletLinks } from './directory-wallet.js';
import { safeWebLink } from './safe-link.js';

/** Download source of a wallet. */
export type DownloadSource = 'chrome_store' | 'app_store' | 'play_store' | 'homepage';

export interface DownloadLink {
  readonly source: DownloadSource;
  readonly href: string;
}

const SOURCES: readonly DownloadSource[] = ['chrome_store', 'app_store', 'play_store', 'homepage'];

/** Download links of a wallet, the browser extension first. */
export const downloadLinks = (wallet: WalletLinks): readonly DownloadLink[] =>
  SOURCES.flatMap((source) => {
    const href = safeWebLink(wallet[source]);
    return href === null ? [] : [{ source, href }];
  });

/**
 * Effect of "Get the wallet" on this device: `all` for a list on desktop if there are several links, else the link for the device, or
 * `null`.
 */
export const downloadChoice = (
  wallet: WalletLinks,
  { mobile, ios, android }: { readonly mobile: boolean; readonly ios: boolean; readonly android: boolean },
): 'all' | DownloadLink | null => {
  const links = downloadLinks(wallet);
  const linkFrom = (source: DownloadSource): DownloadLink | undefined => links.find((link) => link.source === source);
  if (!mobile) return links.length > 1 ? 'all' : (links[0] ?? null);
  return (ios ? linkFrom('app_store') : android ? linkFrom('play_store') : undefined) ?? linkFrom('homepage') ?? null;
};

/** The user's platform. */
export interface DownloadPlatform {
  readonly mobile: boolean;
  readonly ios: boolean;
  readonly android: boolean;
}

const isForPlatform = (source: DownloadSource, { mobile, ios, android }: DownloadPlatform): boolean => {
  if (source === 'chrome_store') return !mobile;
  if (source === 'app_store') return ios;
  return source === 'play_store' && android;
};

/** Download links of a wallet, those for this platform first. */
export const orderedDownloads = (wallet: WalletLinks, platform: DownloadPlatform): readonly DownloadLink[] => {
  const links = downloadLinks(wallet);
  return [
    ...links.filter(({ source }) => isForPlatform(source, platform)),
    ...links.filter(({ source }) => !isForPlatform(source, platform)),
  ];
};
