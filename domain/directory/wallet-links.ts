import type { WalletLinks } from './directory-wallet.js';
import { linkParts, linkQuery } from './link-parts.js';
import { safeAppLink } from './safe-link.js';

/** What a link depends on: the device, and where the page runs. */
export interface LinkPlatform {
  readonly android: boolean;
  readonly telegram: boolean;
  readonly iframe: boolean;
}

/** A way to reach a wallet that is a link. */
export type LinkKind = 'mobile' | 'desktop' | 'web';

/** A link that hands a pairing URI to a wallet. It carries the URI: it goes into a page, never into a log. */
export interface WalletLink {
  /** What is opened. */
  readonly href: string;
  /** The wallet's own address, without the URI: what is remembered to bring the wallet up again. */
  readonly base: string;
  readonly target: '_blank' | '_self' | '_top';
}

/** What has its slashes already. */
const WITH_SLASHES = /^[^:/?#]+:\/\//;

const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link);

/** A scheme of an app with its slashes: `rainbow`, `rainbow:` and `rainbow://` are the same. Else `null`. */
const schemeOf = (link: string): string | null => safeAppLink(`${link.replace(/[/:]/g, '')}://`);

/** Telegram's web view on Android decodes a link once before it passes it on. */
const decodesOnce = ({ telegram, android }: LinkPlatform): boolean => telegram && android;

/** The parts of a link that pairs, or `null` where the wallet's address can be opened by nothing. */
const pairingLink = (link: string, uri: string, platform: LinkPlatform): Pick<WalletLink, 'href' | 'base'> | null => {
  const safe = safeAppLink(link);
  // Without the characters that go away, the scheme may be another one.
  const address = safe === null || WITH_SLASHES.test(safe) ? safe : schemeOf(safe);
  if (address === null) return null;
  const [path, query] = linkParts(address);
  const twice = decodesOnce(platform) && !isWebLink(address);
  const [to, own, text] = twice ? [encodeURI(path), encodeURI(query), encodeURIComponent(uri)] : [path, query, uri];
  return { href: `${to}wc?${linkQuery(own, `uri=${encodeURIComponent(text)}`)}`, base: own === '' ? to : `${to}?${own}` };
};

const addressOf = (wallet: WalletLinks, kind: LinkKind): string | null | undefined =>
  kind === 'mobile' ? wallet.mobile_link : kind === 'desktop' ? wallet.desktop_link : wallet.webapp_link;

/** An app opens in place of the page, but never inside of a frame; everything else, and all in Telegram, in a window of its own. */
const targetOf = (kind: LinkKind, { telegram, iframe }: LinkPlatform): WalletLink['target'] => {
  if (kind !== 'mobile' || telegram) return '_blank';
  return iframe ? '_top' : '_self';
};

/**
 * The link that opens a wallet with a pairing URI, ready before the tap; `null` where the wallet cannot be reached that way.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 * @example walletLink({ mobile_link: 'rainbow://' }, 'mobile', uri, platform)?.href // rainbow://wc?uri=wc%3A…
 */
export const walletLink = (wallet: WalletLinks, kind: LinkKind, uri: string, platform: LinkPlatform): WalletLink | null => {
  const address = addressOf(wallet, kind);
  const link = address ? pairingLink(address, uri, platform) : null;
  return link === null ? null : { ...link, target: targetOf(kind, platform) };
};

/** Wallets that open the page in a browser of their own where they cannot pair, by directory id. */
const PHANTOM = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393';
const COINBASE = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa';

/** The page that a wallet is to open. */
export interface PageAddress {
  readonly href: string;
  readonly origin: string;
}

/**
 * Where a Solana wallet on a phone opens the page in its own browser, `null` where it needs none: on a desktop computer, and
 * inside of that browser, where the wallet is installed.
 * @see https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 */
export const solanaBrowserLink = (
  wallet: { readonly id: string; readonly name: string },
  page: PageAddress,
  { mobile, installed }: { readonly mobile: boolean; readonly installed: boolean },
): string | null => {
  if (!mobile || installed) return null;
  const href = encodeURIComponent(page.href);
  if (wallet.id === PHANTOM || wallet.name === 'Phantom')
    return `https://phantom.app/ul/browse/${href}?ref=${encodeURIComponent(page.origin)}`;
  if (wallet.id === COINBASE || wallet.name === 'Coinbase Wallet') return `https://go.cb-w.com/dapp?cb_url=${href}`;
  return null;
};
