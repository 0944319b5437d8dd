import type { ChainId } from '../caip/caip-2.js';
import type { RecentWallet } from '../connection/recent-wallets.js';
import type { CustomWallet } from '../options/options.js';

/** Where a wallet can be opened and fetched. Links of wallets that the host adds may be absent; those of the directory are `null` then. */
export interface WalletLinks {
  /** Opens the app on a phone: a scheme of its own (`rainbow://`) or a universal link. */
  readonly mobile_link?: string | null | undefined;
  /** Opens the app on a desktop computer. */
  readonly desktop_link?: string | null | undefined;
  /** A wallet that is a web page. */
  readonly webapp_link?: string | null | undefined;
  readonly homepage?: string | null | undefined;
  readonly app_store?: string | null | undefined;
  readonly play_store?: string | null | undefined;
  readonly chrome_store?: string | null | undefined;
}

/** Mark that the directory gives a wallet. */
export type WalletBadge = 'none' | 'certified';

/** Under which key of a page a wallet's extension can be found. */
export interface InjectedId {
  readonly namespace: string;
  readonly injected_id: string;
}

/**
 * A wallet as the directory lists it, in the directory's own field names. What came from outside is already made safe: names
 * have no control and bidi characters, links can be opened without running anything, chains are CAIP-2 ids.
 */
export interface DirectoryWallet extends WalletLinks {
  readonly id: string;
  readonly name: string;
  /** Reverse domain name of EIP-6963. @see https://eips.ethereum.org/EIPS/eip-6963 */
  readonly rdns: string | null;
  readonly badge_type: WalletBadge;
  /** CAIP-2 ids of the chains it serves; empty where the directory does not say. */
  readonly chains: readonly ChainId[];
  /** Key of its picture at the image service. */
  readonly image_id: string | null;
  readonly image_url: string | null;
  /** Place in the directory. */
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

/** The part of a wallet that is kept as recently used. */
export const toRecentWallet = ({ id, name, rdns, image_id, image_url }: DirectoryWallet): RecentWallet => ({
  id,
  name,
  ...(rdns === null ? {} : { rdns }),
  ...(image_id === null ? {} : { imageId: image_id }),
  ...(image_url === null ? {} : { imageUrl: image_url }),
});

/** A wallet that the host adds, as if the directory listed it. */
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
