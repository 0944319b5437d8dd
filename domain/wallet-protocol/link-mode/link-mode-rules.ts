import type { PeerMetadata, TransportType } from '../session.js';

/** A link whose owner the operating system verifies with the link's site. Any app can claim other links. */
const UNIVERSAL_LINK = /^https:\/\/[^/?#]/i;

/**
 * The universal link that a peer receives messages at; `null` if it does not enable link mode. The link is untrusted data: only `https:`
 * URLs are opened.
 */
export const linkModeUrlOf = ({ redirect }: Pick<PeerMetadata, 'redirect'>): string | null =>
  redirect?.linkMode === true && redirect.universal !== undefined && UNIVERSAL_LINK.test(redirect.universal) ? redirect.universal : null;

/**
 * Tests whether a method and its responses may use link mode: only those that the user waits for. Opening a link brings another app to
 * the front, so everything else uses the relay.
 */
export const isLinkModeMethod = (method: string): boolean => method === 'wc_sessionRequest' || method === 'wc_sessionAuthenticate';

/**
 * Maximum length of an opened link, in characters: half of Android's limit between apps, at two bytes each.
 * @see https://developer.android.com/reference/android/os/TransactionTooLargeException
 */
export const MAX_SENT_LINK_LENGTH = 262_144;

/** Maximum length of a received link, in characters. */
export const MAX_RECEIVED_LINK_LENGTH = 1_048_576;

/** Maximum number of stored links. The oldest is removed first. */
export const LINK_MODE_APPS_LIMIT = 200;

/** Input for the choice of link mode. */
export interface LinkModeFacts {
  readonly transportType: TransportType | undefined;
  readonly self: Pick<PeerMetadata, 'redirect'>;
  readonly peer: Pick<PeerMetadata, 'redirect'>;
  /** Universal links of apps that have received a message by link before. */
  readonly linkModeApps: readonly string[];
  /** True if this environment can open links from code, as native apps can and web pages cannot. */
  readonly canOpenLinks: boolean;
}

/**
 * The link for the next message of a session, or `null` for the relay. Requires a session in link mode, both peers with a universal link,
 * a peer that has received a link before, and an environment that can open links.
 */
export const peerLinkOf = ({ transportType, self, peer, linkModeApps, canOpenLinks }: LinkModeFacts): string | null => {
  const link = linkModeUrlOf(peer);
  if (transportType !== 'link_mode' || linkModeUrlOf(self) === null || !canOpenLinks) return null;
  return link !== null && linkModeApps.includes(link) ? link : null;
};

/**
 * Tests whether a sign-in request uses a link: the wallet's link is known and has worked before, and the app enables link mode. Web pages
 * can do this too, because they only return the link.
 */
export const shouldSignInByLink = (
  walletLink: string | undefined,
  self: Pick<PeerMetadata, 'redirect'>,
  linkModeApps: readonly string[],
): walletLink is string =>
  walletLink !== undefined && walletLink !== '' && linkModeApps.includes(walletLink) && self.redirect?.linkMode === true;

/**
 * The link to store once a wallet has responded to a sign-in request, which puts the session into link mode; `null` if a peer does not enable
 * link mode or the app did not set the wallet's link.
 */
export const linkModeAppOf = (
  walletLink: string | undefined,
  self: Pick<PeerMetadata, 'redirect'>,
  wallet: Pick<PeerMetadata, 'redirect'>,
): string | null => (walletLink === undefined || walletLink === '' || self.redirect?.linkMode !== true ? null : linkModeUrlOf(wallet));

/** Appends a link to the stored links, without duplicates. */
export const withLinkModeApp = (linkModeApps: readonly string[], link: string): readonly string[] =>
  linkModeApps.includes(link) ? linkModeApps : [...linkModeApps, link].slice(-LINK_MODE_APPS_LIMIT);

/** Expiry of a pairing created by a link, in seconds. */
export const LINK_PAIRING_EXPIRY_S = 300;

/** Target of a message received by link. */
export type LinkMessageTarget =
  | { readonly to: 'session'; readonly transportType: TransportType }
  | { readonly to: 'pairing' }
  | { readonly to: 'new-pairing'; readonly active: false; readonly expiry: number };

/** Finds the target of a message received by link. A session switches to link mode; an unknown topic creates an inactive pairing. */
export const linkMessageTargetOf = (
  topic: string,
  { sessions, pairings }: { readonly sessions: readonly string[]; readonly pairings: readonly string[] },
  nowMs: number,
): LinkMessageTarget => {
  if (sessions.includes(topic)) return { to: 'session', transportType: 'link_mode' };
  if (pairings.includes(topic)) return { to: 'pairing' };
  return { to: 'new-pairing', active: false, expiry: Math.floor(nowMs / 1_000) + LINK_PAIRING_EXPIRY_S };
};

/**
 * Tests whether an unencrypted message is accepted: only a sign-in request, and never on a session's topic, where any site that opens a
 * link could impersonate the peer.
 */
export const isPlainEnvelopeAllowed = ({ to }: LinkMessageTarget, method: string | undefined): boolean =>
  to !== 'session' && method === 'wc_sessionAuthenticate';
