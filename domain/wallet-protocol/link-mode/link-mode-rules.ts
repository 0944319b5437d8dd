import type { PeerMetadata, TransportType } from '../session.js';

/** A link whose owner the system vouches for: it asks the link's own site which app it belongs to. Others are anybody's. */
const UNIVERSAL = /^https:\/\/[^/?#]/i;

/**
 * The universal link that a party takes messages at; `null` when it does not want them by link. A foreign text: nothing but an
 * `https:` address is ever opened.
 */
export const messageLinkOf = ({ redirect }: Pick<PeerMetadata, 'redirect'>): string | null =>
  redirect?.linkMode === true && redirect.universal !== undefined && UNIVERSAL.test(redirect.universal) ? redirect.universal : null;

/**
 * Whether calls of a method, and their answers, may go by link: those that a person waits for. Opening a link brings another app
 * to the front, so that everything that apps say among themselves goes by the relay.
 */
export const goesByLink = (method: string): boolean => method === 'wc_sessionRequest' || method === 'wc_sessionAuthenticate';

/**
 * How long a link may be that is opened, in characters: half of what Android hands from app to app, two bytes each.
 * @see https://developer.android.com/reference/android/os/TransactionTooLargeException
 */
export const LONGEST_SENT_LINK = 262_144;

/** How long a link may be that is read, in characters. */
export const LONGEST_TAKEN_LINK = 1_048_576;

/** How many links are remembered; the oldest is forgotten for a new one. */
export const KNOWN_LINKS_LIMIT = 200;

/** What link mode depends on. */
export interface LinkModeFacts {
  readonly transportType: TransportType | undefined;
  readonly self: Pick<PeerMetadata, 'redirect'>;
  readonly peer: Pick<PeerMetadata, 'redirect'>;
  /** Universal links of the apps that have taken a message by link before. */
  readonly knownLinks: readonly string[];
  /** Whether this machine can open a link from code, as native apps can and pages cannot. */
  readonly canOpenLinks: boolean;
}

/**
 * The link by which the next message of a session goes, or `null` when it goes by the relay. All have to hold: the session
 * is in link mode, both sides want it and say where, the peer has taken a link before, and links can be opened here.
 */
export const linkOfPeer = ({ transportType, self, peer, knownLinks, canOpenLinks }: LinkModeFacts): string | null => {
  const link = messageLinkOf(peer);
  if (transportType !== 'link_mode' || messageLinkOf(self) === null || !canOpenLinks) return null;
  return link !== null && knownLinks.includes(link) ? link : null;
};

/**
 * Whether a request to sign in goes by link: the wallet's link is given and was taken before, and the app itself wants
 * links. A page may do so too: it only hands the link out.
 */
export const signsInByLink = (
  walletLink: string | undefined,
  self: Pick<PeerMetadata, 'redirect'>,
  knownLinks: readonly string[],
): walletLink is string =>
  walletLink !== undefined && walletLink !== '' && knownLinks.includes(walletLink) && self.redirect?.linkMode === true;

/**
 * The link to remember of a wallet that has answered a request to sign in, from when on the session is in link mode;
 * `null` when one of the sides does not want that, or the app did not name the wallet's link.
 */
export const linkToRemember = (
  walletLink: string | undefined,
  self: Pick<PeerMetadata, 'redirect'>,
  wallet: Pick<PeerMetadata, 'redirect'>,
): string | null => (walletLink === undefined || walletLink === '' || self.redirect?.linkMode !== true ? null : messageLinkOf(wallet));

/** Links that are remembered, each once, the new one last. */
export const withKnownLink = (knownLinks: readonly string[], link: string): readonly string[] =>
  knownLinks.includes(link) ? knownLinks : [...knownLinks, link].slice(-KNOWN_LINKS_LIMIT);

/** How long a pairing lives that a link began, in seconds. */
export const LINK_PAIRING_EXPIRY_S = 300;

/** What a message that came by link belongs to. */
export type LinkArrival =
  | { readonly to: 'session'; readonly transportType: TransportType }
  | { readonly to: 'pairing' }
  | { readonly to: 'new-pairing'; readonly active: false; readonly expiry: number };

/**
 * What becomes of the topic of a message that came by link: a session is in link mode from then on, a topic that nobody
 * knows is a pairing that is not active yet.
 */
export const arrivalByLink = (
  topic: string,
  { sessions, pairings }: { readonly sessions: readonly string[]; readonly pairings: readonly string[] },
  nowMs: number,
): LinkArrival => {
  if (sessions.includes(topic)) return { to: 'session', transportType: 'link_mode' };
  if (pairings.includes(topic)) return { to: 'pairing' };
  return { to: 'new-pairing', active: false, expiry: Math.floor(nowMs / 1_000) + LINK_PAIRING_EXPIRY_S };
};

/**
 * Whether a message that nobody sealed is taken: only a request to sign in, and never on the topic of a session, where any
 * page that opens a link could speak for the peer.
 */
export const takesPlainEnvelope = ({ to }: LinkArrival, method: string | undefined): boolean =>
  to !== 'session' && method === 'wc_sessionAuthenticate';
