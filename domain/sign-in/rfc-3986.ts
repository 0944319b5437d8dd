/**
 * The parts of RFC 3986 that a sign-in message uses. The `URL` class is no replacement: it accepts and changes texts that the grammar rejects.
 * @see https://www.rfc-editor.org/rfc/rfc3986#appendix-A
 */

const HEX = '%[0-9A-Fa-f]{2}';
const UNRESERVED = 'A-Za-z0-9\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
const PCHAR = `(?:[${UNRESERVED}${SUB_DELIMS}:@]|${HEX})`;

const DEC_OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `(?:${DEC_OCTET}\\.){3}${DEC_OCTET}`;
const H16 = '[0-9A-Fa-f]{1,4}';
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|');
const IP_LITERAL = `\\[(?:${IPV6}|v[0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+)\\]`;
const REG_NAME = `(?:[${UNRESERVED}${SUB_DELIMS}]|${HEX})*`;
const USERINFO = `(?:(?:[${UNRESERVED}${SUB_DELIMS}:]|${HEX})*@)?`;
const PORT = '(?::\\d*)?';
const AUTHORITY = `${USERINFO}(?:${IP_LITERAL}|${REG_NAME})${PORT}`;

const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*';
const PATH = `(?://${AUTHORITY}(?:/${PCHAR}*)*|/(?:${PCHAR}+(?:/${PCHAR}*)*)?|${PCHAR}+(?:/${PCHAR}*)*|)`;
const TAIL = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const [URI_PATTERN, AUTHORITY_PATTERN, SCHEME_PATTERN, PCHARS_PATTERN] = [
  whole(`${SCHEME}:${PATH}${TAIL}`),
  whole(AUTHORITY),
  whole(SCHEME),
  whole(`${PCHAR}*`),
];

/** Tests for a `URI`: absolute, with an optional fragment. */
export const isUri = (text: string): boolean => URI_PATTERN.test(text);

/** Tests for an `authority` that names a host: host, optional user information and port. */
export const isAuthority = (text: string): boolean => text !== '' && AUTHORITY_PATTERN.test(text);

/** Tests for a `scheme`. */
export const isScheme = (text: string): boolean => SCHEME_PATTERN.test(text);

/** Tests for any number of `pchar`. */
export const isPchars = (text: string): boolean => PCHARS_PATTERN.test(text);

/** A scheme and the host with its port, in lower case and without the scheme's default port. */
export interface Origin {
  readonly scheme: string;
  readonly host: string;
}

const ORIGIN = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#@]+)(?:[/?#]|$)/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/**
 * The origin of a URI; `null` if it has none, or has user information, which would hide the host from a reader.
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-4
 */
export const originOf = (uri: string): Origin | null => {
  const [, scheme, host] = (isUri(uri) ? ORIGIN.exec(uri) : null)?.map((part) => part.toLowerCase()) ?? [];
  if (scheme === undefined || host === undefined) return null;
  const port = DEFAULT_PORTS[scheme];
  return { scheme, host: port !== undefined && host.endsWith(port) ? host.slice(0, -port.length) : host };
};
