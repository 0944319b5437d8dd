import type { ChainId } from '../caip/caip-2.js';
import type { RecentWallet } from '../connection/recent-wallets.js';
import type { CustomWallet } from '../options/options.js';

/** Links and download URLs of a wallet. Missing ones are absent in custom wallets and `null` in the directory. */
export interface WalletLinks {
  /** Opens the mobile app: a custom scheme (`rainbow://`) or a universal link. */
  readonly mobile_link?: string | null | undefined;
  /** Opens the desktop app. */
  readonly desktop_link?: string | null | undefined;
  /** URL of a web wallet. */
  readonly webapp_link?: string | null | undefined;
  readonly homepage?: string | null | undefined;
  readonly app_store?: string | null | undefined;
  readonly play_store?: string | null | undefined;
  readonly chrome_store?: string | null | undefined;
}

/** Badge in the directory. */
export type WalletBadge = 'none' | 'certified';

/** Property of the page by which a wallet's extension is detected. */
export interface InjectedId {
  readonly namespace: string;
  readonly injected_id: string;
}

/**
 * A wallet of the directory, with the directory's field names. Values are sanitized: names have no control or bidi characters, links
 * cannot run code, chains are CAIP-2 ids.
 */
export interface DirectoryWallet extends WalletLinks {
  readonly id: string;
  readonly name: string;
  /** Reverse domain name of EIP-6963. @see https://eips.ethereum.org/EIPS/eip-6963 */
  readonly rdns: string | null;
  readonly badge_type: WalletBadge;
  /** Supported chains, CAIP-2; empty if unknown. */
  readonly chains: readonly ChainId[];
  /** Image id at the image service. */
  readonly image_id: string | null;
  readonly image_url: string | null;
  /** Position in the directory. */
  readonly order: number | null;
  readonly injected: readonly InjectedId[];
  readonly mobile_link: string | null;
  readonly desktop_link: string | null;
  readonly webapp_link: string | null;
  readonly homepage: string | null;
  readonly app_store: string | null;
  readonly play_store: string | null;
  readonly chrome_store: string | null;
}

/** The fields that are stored for a recent wallet. */
export const toRecentWallet = ({ id, name, rdns, image_id, image_url }: DirectoryWallet): RecentWallet => ({
  id,
  name,
  ...(rdns === null ? {} : { rdns }),
  ...(image_id === null ? {} : { imageId: image_id }),
  ...(image_url === null ? {} : { imageUrl: image_url }),
});

/** Converts a custom wallet to a directory wallet. */
export const fromCustomWallet = (wallet: CustomWallet): DirectoryWallet => ({
  id: wallet.id,
  name: wallet.name,
  rdns: wallet.rdns ?? null,
  badge_type: 'none',
  chains: [],
  image_id: null,
  image_url: wallet.image_url ?? null,
  order: null,
  injected: [],
  mobile_link: wallet.mobile_link ?? null,
  desktop_link: wallet.desktop_link ?? null,
  webapp_link: wallet.webapp_link ?? null,
  homepage: wallet.homepage ?? null,
  app_store: wallet.app_store ?? null,
  play_store: wallet.play_store ?? null,
  chrome_store: null,
});
