import type { WalletLinks } from './directory-wallet.js';
import { type DownloadLink, type DownloadSource, downloadLinks } from './wallet-downloads.js';

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
