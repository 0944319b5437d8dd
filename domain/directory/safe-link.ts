/** Longest link that is kept, in characters. */
const MAX_LINK_LENGTH = 2_048;

/**
 * What an address of these kinds would run or show has the page's own rights, reads the person's files, calls or writes to somebody at the
 * person's cost, installs something, or starts a part of the system. No wallet's app is opened by any of them.
 */
const UNSAFE_SCHEME =
  /^(?:about|blob|content|data|file|filesystem|ftp|intent|jar|javascript|mhtml|vbscript|view-source|wss?|tel|sms|mms|mailto|facetime.*|market|itms.*|ssh|telnet|smb|shell|search-ms|ms-.*|x-apple.*)$/;

/** The scheme in front of a link, or the whole of a bare word. @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
const SCHEME = /^([a-z][a-z0-9+.-]*)(?::|$)/i;
/** Blanks, control and bidi characters, halves of characters, quotes and angle brackets have no place in a link. */
const FOREIGN_TO_LINKS = /[\s\p{Cc}\p{Cf}\p{Cs}"'<>\\^`{|}]/u;
/** What stands before an `@` looks like the site to who reads the link, and is none. */
const WITH_CREDENTIALS = /^[^/?#]*:\/\/[^/?#]*@/;
const WEB = /^https?:\/\/[^/?#:]/i;

const clean = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const link = value.trim();
  return link === '' || link.length > MAX_LINK_LENGTH || FOREIGN_TO_LINKS.test(link) || WITH_CREDENTIALS.test(link) ? null : link;
};

/** An address of the web, else `null`. */
export const safeWebLink = (value: unknown): string | null => {
  const link = clean(value);
  return link !== null && WEB.test(link) ? link : null;
};

/**
 * A link that opens an app: an address of the web, or a scheme with or without `://` that runs nothing in the page. Else
 * `null`.
 */
export const safeAppLink = (value: unknown): string | null => {
  const link = clean(value);
  const scheme = link === null ? undefined : SCHEME.exec(link)?.[1]?.toLowerCase();
  if (link === null || scheme === undefined || UNSAFE_SCHEME.test(scheme)) return null;
  return scheme === 'http' || scheme === 'https' ? safeWebLink(link) : link;
};
