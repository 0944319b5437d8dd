import type { WalletLinks } from './directory-wallet.js';
import { safeAppLink } from './safe-link.js';
import { appendQuery, splitLink } from './split-link.js';

/** Platform of the page, for wallet links. */
export interface LinkPlatform {
  readonly android: boolean;
  readonly telegram: boolean;
  readonly iframe: boolean;
}

/** Kind of a wallet link. */
export type LinkKind = 'mobile' | 'desktop' | 'web';

/** A link that passes a pairing URI to a wallet. It contains the URI: never log it. */
export interface WalletLink {
  /** URL to open. */
  readonly href: string;
  /** The wallet's link without the pairing URI, stored to open the wallet again. */
  readonly base: string;
  readonly target: '_blank' | '_self' | '_top';
}

/** Links with a scheme followed by slashes. */
const SCHEME_WITH_SLASHES = /^[^:/?#]+:\/\//;

const isWebLink = (link: string): boolean => /^https?:\/\//i.test(link);

/** Normalizes the scheme of an app: `rainbow`, `rainbow:` and `rainbow://` are equivalent. `null` if it is unsafe. */
const schemeOf = (link: string): string | null => safeAppLink(`${link.replace(/[/:]/g, '')}://`);

/** Telegram's web view on Android decodes a link once before opening it. */
const needsDoubleEncoding = ({ telegram, android }: LinkPlatform): boolean => telegram && android;

/** Builds a pairing link; `null` if the wallet's link is unsafe. */
const pairingLink = (link: string, uri: string, platform: LinkPlatform): Pick<WalletLink, 'href' | 'base'> | null => {
  const safeLink = safeAppLink(link);
  // Removing characters may change the scheme, so `schemeOf` checks it again.
  const baseLink = safeLink === null || SCHEME_WITH_SLASHES.test(safeLink) ? safeLink : schemeOf(safeLink);
  if (baseLink === null) return null;
  const [path, query] = splitLink(baseLink);
  const isDoubleEncoded = needsDoubleEncoding(platform) && !isWebLink(baseLink);
  const [encodedPath, ownQuery, encodedUri] = isDoubleEncoded
    ? [encodeURI(path), encodeURI(query), encodeURIComponent(uri)]
    : [path, query, uri];
  return {
    href: `${encodedPath}wc?${appendQuery(ownQuery, `uri=${encodeURIComponent(encodedUri)}`)}`,
    base: ownQuery === '' ? encodedPath : `${encodedPath}?${ownQuery}`,
  };
};

const baseLinkOf = (wallet: WalletLinks, kind: LinkKind): string | null | undefined =>
  kind === 'mobile' ? wallet.mobile_link : kind === 'desktop' ? wallet.desktop_link : wallet.webapp_link;

/** Mobile links replace the page (the top page, if it is in an iframe). Desktop and web links, and all links in Telegram, open a new window. */
const targetOf = (kind: LinkKind, { telegram, iframe }: LinkPlatform): WalletLink['target'] => {
  if (kind !== 'mobile' || telegram) return '_blank';
  return iframe ? '_top' : '_self';
};

/**
 * Builds the link that opens a wallet with a pairing URI; `null` if the wallet has no link of this kind.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 * @example walletLink({ mobile_link: 'rainbow://' }, 'mobile', uri, platform)?.href // rainbow://wc?uri=wc%3A…
 */
export const walletLink = (wallet: WalletLinks, kind: LinkKind, uri: string, platform: LinkPlatform): WalletLink | null => {
  const baseLink = baseLinkOf(wallet, kind);
  const link = baseLink ? pairingLink(baseLink, uri, platform) : null;
  return link === null ? null : { ...link, target: targetOf(kind, platform) };
};

/** Directory ids of the mobile Solana wallets whose in-app browser a link can open. */
const PHANTOM = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393';
const COINBASE = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa';

/** Address of the page. */
export interface PageAddress {
  readonly href: string;
  readonly origin: string;
}

/**
 * Returns the link that opens the page in a mobile Solana wallet's in-app browser; `null` on desktop, inside that browser (where the
 * wallet is installed) and for other wallets.
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
