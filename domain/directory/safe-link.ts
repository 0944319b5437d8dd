/** Maximum length of a link, in characters. */
const MAX_LINK_LENGTH = 2_048;

/**
 * Schemes that run or show content with the page's rights, read files, call or message someone at the user's cost, install software or
 * open a system component. No wallet app uses them.
 */
const UNSAFE_SCHEME =
  /^(?:about|blob|content|data|file|filesystem|ftp|intent|jar|javascript|mhtml|vbscript|view-source|wss?|tel|sms|mms|mailto|facetime.*|market|itms.*|ssh|telnet|smb|shell|search-ms|ms-.*|x-apple.*)$/;

/** The scheme of a link, or a bare word. @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
const SCHEME = /^([a-z][a-z0-9+.-]*)(?::|$)/i;
/** Whitespace, control and bidi characters, unpaired surrogates, quotes and angle brackets are not allowed in a link. */
const INVALID_LINK_CHARACTERS = /[\s\p{Cc}\p{Cf}\p{Cs}"'<>\\^`{|}]/u;
/** Text before an `@` can be mistaken for the host. */
const WITH_CREDENTIALS = /^[^/?#]*:\/\/[^/?#]*@/;
const WEB_URL = /^https?:\/\/[^/?#:]/i;

const cleanLink = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const link = value.trim();
  return link === '' || link.length > MAX_LINK_LENGTH || INVALID_LINK_CHARACTERS.test(link) || WITH_CREDENTIALS.test(link) ? null : link;
};

/** Returns an http or https URL, else `null`. */
export const safeWebLink = (value: unknown): string | null => {
  const link = cleanLink(value);
  return link !== null && WEB_URL.test(link) ? link : null;
};

/** Returns a link that opens an app: an http or https URL, or a scheme with or without `://` that is not unsafe. Else `null`. */
export const safeAppLink = (value: unknown): string | null => {
  const link = cleanLink(value);
  const scheme = link === null ? undefined : SCHEME.exec(link)?.[1]?.toLowerCase();
  if (link === null || scheme === undefined || UNSAFE_SCHEME.test(scheme)) return null;
  return scheme === 'http' || scheme === 'https' ? safeWebLink(link) : link;
};
