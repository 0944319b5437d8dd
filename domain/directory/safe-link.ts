/** Maximum length of a link, in characters. */
const MAX_LINK_LENGTH = 2_048;

/** Characters of a URI, without the quote. All others can end an attribute, or look like one of these. @see https://datatracker.ietf.org/doc/html/rfc3986#section-2 */
const LINK_CHARACTERS = /^[\w.~:/?#[\]@!$&()*+,;=%-]+$/;
/** Text before an `@` can be mistaken for the host. */
const WITH_CREDENTIALS = /^[^/?#]*:\/\/[^/?#]*@/;
const SECURE_URL = /^https:\/\/[^/?#:@]/i;
/** A page of this device, for development. */
const LOCAL_URL = /^http:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?(?:[/?#]|$)/i;

/**
 * The forms of a link that opens an app: `rainbow`, `rainbow:`, `rainbow:/` and `rainbow://…`. Not `scheme:text`, the form of links that run, show or
 * call what follows the colon. A `+` marks schemes that pages and extensions register.
 * @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1
 */
const APP_LINK = /^([a-z][a-z0-9.-]*)(?::(?:\/|\/\/.*)?)?$/i;

/**
 * Schemes that a browser or an operating system handles, so that no wallet app can register them: they run or show content with the page's
 * rights, read files, call or message someone at the user's cost, install software, or open a system component or another program.
 */
const SYSTEM_SCHEME = new RegExp(
  `^(?:${[
    'https?|wss?|ftps?|file|filesystem|data|blob|content|cid|mid|jar|mhtml|javascript|vbscript|livescript|about|view-source|resource',
    '(?:chrome|moz|opera|brave|vivaldi|safari|devtools)(?:-.*)?|.*-extension|microsoft-.*|ms-.*|search-ms|shell|hcp|res',
    'intent|android-.*|market|itms.*|x-.*|app-settings|app-prefs|prefs|shortcuts|workflow|calshow|maps|photos(?:-.*)?|settings',
    'tel|telprompt|telnet|sms|smsto|mms|mmsto|mailto|message|callto|sips?|skype|facetime(?:-.*)?|geo|webcals?|contacts?',
    's?ftp|scp|ssh|rsh|smb|cifs|nfs|afp|dav|davs|vnc|rdp|ldaps?|magnet|gopher|news|nntp|feed|urn|tag|git|svn|irc6?|steam',
  ].join('|')})$`,
);

const cleanLink = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const link = value.trim();
  return link.length <= MAX_LINK_LENGTH && LINK_CHARACTERS.test(link) && !WITH_CREDENTIALS.test(link) ? link : null;
};

/** Returns an https URL without credentials, or an http URL of this device. Else `null`. */
export const safeWebLink = (value: unknown): string | null => {
  const link = cleanLink(value);
  return link !== null && (SECURE_URL.test(link) || LOCAL_URL.test(link)) ? link : null;
};

/**
 * Returns a link that opens an app: a web link as above, or the app's own scheme, alone or with `://`. Else `null`. Wallets choose their
 * schemes, so they cannot be listed: allowed is the form of an app's link with a scheme that neither browsers nor systems handle.
 */
export const safeAppLink = (value: unknown): string | null => {
  const link = cleanLink(value);
  if (link === null) return null;
  const scheme = APP_LINK.exec(link)?.[1]?.toLowerCase();
  return scheme === undefined || SYSTEM_SCHEME.test(scheme) ? safeWebLink(link) : link;
};
