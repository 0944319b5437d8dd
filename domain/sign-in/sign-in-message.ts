import { type ChainId, formatChainId, isChainId, parseChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { formatLines, OPENING, OPTIONAL_LINES } from './message-lines.js';
import { parseDateTime } from './rfc-3339.js';
import { isAuthority, isPchars, isScheme, isUri } from './rfc-3986.js';
import { chainNameIn, referenceIn, type SignInProfile, signInProfileByEcosystem, signInProfileOf } from './sign-in-profile.js';

/**
 * A sign-in message: the fields of CAIP-122, with the names of the sign-in session. Times are RFC 3339 texts.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export interface SignInMessage {
  /** Scheme of the origin, such as `https`. */
  readonly scheme?: string | undefined;
  /** Host that asks for the signature, with its port unless that is the default: RFC 3986 `authority`. */
  readonly domain: string;
  /** CAIP-2. */
  readonly chainId: ChainId;
  /** Address on that chain; of eip155 with its EIP-55 checksum. */
  readonly accountAddress: string;
  /** One line of ASCII letters, digits, spaces and the reserved and unreserved characters of RFC 3986. */
  readonly statement?: string | undefined;
  /** Subject of the sign-in: RFC 3986 `URI`. */
  readonly uri: string;
  readonly version: '1';
  /** At least eight letters and digits. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  /** RFC 3986 `pchar`. */
  readonly requestId?: string | undefined;
  /** RFC 3986 `URI`s. */
  readonly resources?: readonly string[] | undefined;
}

/** A field of a message, as named in errors. */
export type SignInField = keyof SignInMessage;

/** EIP-4361: `statement = 1*( reserved / unreserved / " " )`. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;
const NONCE = /^[A-Za-z0-9]{8,}$/;

const invalid = (field: string): LatchkeyError => new LatchkeyError('sign-in/invalid-message', { field });

const profileOf = ({ chainId }: SignInMessage): SignInProfile => {
  const profile = isChainId(chainId) ? signInProfileOf(parseChainId(chainId).namespace) : null;
  if (profile === null || !profile.isReference(parseChainId(chainId).reference)) throw invalid('chainId');
  return profile;
};

const isTime = (text: string): boolean => parseDateTime(text) !== null;
const isAbsentOr = <Value>(test: (value: Value) => boolean, value: Value | undefined): boolean => value === undefined || test(value);

/** @throws LatchkeyError `sign-in/invalid-message` with the first invalid field */
const checkMessage = (message: SignInMessage, profile: SignInProfile): void => {
  const { scheme, domain, accountAddress, statement, uri, version, nonce, issuedAt, expirationTime, notBefore, requestId, resources } =
    message;
  const checks: Readonly<Record<Exclude<SignInField, 'chainId'>, boolean>> = {
    scheme: isAbsentOr(isScheme, scheme),
    domain: isAuthority(domain),
    accountAddress: profile.isAddress(accountAddress, message.chainId),
    statement: isAbsentOr((text) => STATEMENT.test(text), statement),
    uri: isUri(uri),
    version: version === '1',
    nonce: NONCE.test(nonce),
    issuedAt: isTime(issuedAt),
    expirationTime: isAbsentOr(isTime, expirationTime),
    notBefore: isAbsentOr(isTime, notBefore),
    requestId: isAbsentOr(isPchars, requestId),
    resources: isAbsentOr((list) => list.every(isUri), resources),
  };
  for (const [field, isValid] of Object.entries(checks)) if (!isValid) throw invalid(field);
};

/**
 * Formats the text that the user signs. {@link parseSignInMessage} of it returns the same message.
 * @throws LatchkeyError `sign-in/invalid-message` with the first invalid field
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 */
export const formatSignInMessage = (message: SignInMessage): string => {
  const profile = profileOf(message);
  checkMessage(message, profile);
  const { scheme, domain, accountAddress } = message;
  return formatLines({
    ...message,
    origin: scheme === undefined ? domain : `${scheme}://${domain}`,
    ecosystem: profile.ecosystem,
    address: accountAddress,
    blankLines: profile.blankLines,
    chain: chainNameIn(profile, parseChainId(message.chainId).reference),
  });
};

/** Reads the first line. */
const readOpening = (line = ''): { readonly profile: SignInProfile; readonly origin: Pick<SignInMessage, 'scheme' | 'domain'> } => {
  const [origin = '', account = ''] = line.split(OPENING);
  const [, ecosystem = ''] = /^([A-Za-z]+) account:$/.exec(account) ?? [];
  const profile = signInProfileByEcosystem(ecosystem);
  if (profile === null) throw invalid('domain');
  const [, scheme, domain = ''] = /^(?:(.*?):\/\/)?(.*)$/.exec(origin) ?? [];
  return { profile, origin: scheme === undefined ? { domain } : { scheme, domain } };
};

/** Splits the lines after the address into the statement, if there is one, and the fields. */
const splitStatement = (
  lines: readonly string[],
  { blankLines }: SignInProfile,
): readonly [statement: string | undefined, fields: string[]] => {
  const hasStatement = blankLines === 2 ? lines[1] !== '' : lines[2] === '';
  return hasStatement ? [lines[1], lines.slice(3)] : [undefined, lines.slice(blankLines)];
};

/**
 * Parses a sign-in message. Only the text that {@link formatSignInMessage} returns for the message is accepted.
 * @throws LatchkeyError `sign-in/invalid-message` with a field that is invalid or not where it must be
 */
export const parseSignInMessage = (text: string): SignInMessage => {
  const [opening, accountAddress = '', ...rest] = text.split('\n');
  const { profile, origin } = readOpening(opening);
  const [statement, fields] = splitStatement(rest, profile);
  /** Takes the value of the next line if it has the label. */
  const take = (label: string): string | undefined => {
    const prefix = `${label}: `;
    return fields[0]?.startsWith(prefix) === true ? fields.shift()?.slice(prefix.length) : undefined;
  };
  const require = (label: string, field: SignInField): string => {
    const value = take(label);
    if (value === undefined) throw invalid(field);
    return value;
  };
  const uri = require('URI', 'uri');
  const version = require('Version', 'version');
  const reference = referenceIn(profile, require('Chain ID', 'chainId'));
  const [nonce, issuedAt] = [require('Nonce', 'nonce'), require('Issued At', 'issuedAt')];
  const optional = OPTIONAL_LINES.flatMap(([label, field]) => {
    const value = take(label);
    return value === undefined ? [] : [[field, value] as const];
  });
  const resources = fields.shift() === 'Resources:' ? fields.map((line) => line.replace(/^- /, '')) : undefined;
  if (version !== '1') throw invalid('version');
  if (reference === null) throw invalid('chainId');
  const message: SignInMessage = {
    ...origin,
    chainId: formatChainId(profile.namespace, reference),
    accountAddress,
    ...(statement === undefined ? {} : { statement }),
    uri,
    version,
    nonce,
    issuedAt,
    ...Object.fromEntries(optional),
    ...(resources === undefined ? {} : { resources }),
  };
  if (formatSignInMessage(message) !== text) throw invalid('resources');
  return message;
};
