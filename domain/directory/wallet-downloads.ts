import type { WalletLinks } from './directory-wallet.js';
import { safeWebLink } from './safe-link.js';

/** Where a wallet can be fetched. */
export type DownloadSource = 'chrome_store' | 'app_store' | 'play_store' | 'homepage';

/** One place to fetch a wallet from. */
export interface DownloadLink {
  readonly source: DownloadSource;
  readonly href: string;
}

const SOURCES: readonly DownloadSource[] = ['chrome_store', 'app_store', 'play_store', 'homepage'];

/** Every place a wallet can be fetched from, the browser's store first. */
export const downloadLinks = (wallet: WalletLinks): readonly DownloadLink[] =>
  SOURCES.flatMap((source) => {
    const href = safeWebLink(wallet[source]);
    return href === null ? [] : [{ source, href }];
  });

/**
 * What "Get the wallet" does on this device: show all places on a desktop computer where there are several, else lead to the
 * one that fits; `null` where there is none.
 */
export const downloadChoice = (
  wallet: WalletLinks,
  { mobile, ios, android }: { readonly mobile: boolean; readonly ios: boolean; readonly android: boolean },
): 'all' | DownloadLink | null => {
  const links = downloadLinks(wallet);
  const of = (source: DownloadSource): DownloadLink | undefined => links.find((link) => link.source === source);
  if (!mobile) return links.length > 1 ? 'all' : (links[0] ?? null);
  return (ios ? of('app_store') : android ? of('play_store') : undefined) ?? of('homepage') ?? null;
};

/** The device that a wallet is fetched for. */
export interface DownloadPlatform {
  readonly mobile: boolean;
  readonly ios: boolean;
  readonly android: boolean;
}

const fits = (source: DownloadSource, { mobile, ios, android }: DownloadPlatform): boolean => {
  if (source === 'chrome_store') return !mobile;
  if (source === 'app_store') return ios;
  return source === 'play_store' && android;
};

/** Every place a wallet can be fetched from: the one that fits this device first, the others in their usual order. */
export const orderedDownloads = (wallet: WalletLinks, platform: DownloadPlatform): readonly DownloadLink[] => {
  const links = downloadLinks(wallet);
  return [...links.filter(({ source }) => fits(source, platform)), ...links.filter(({ source }) => !fits(source, platform))];
};
