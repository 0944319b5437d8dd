import type { SignInData } from './sign-in-session.js';

/** First line of a message, between its origin and the ecosystem of the account. */
export const OPENING = ' wants you to sign in with your ';

/** The optional lines at the end, by their labels in order. */
export const OPTIONAL_LINES = [
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const;

/** Texts of a message. They are not validated: the caller does it, or does not if it has to sign what a peer requests. */
export interface MessageTexts
  extends Pick<SignInData, 'statement' | 'uri' | 'version' | 'nonce' | 'expirationTime' | 'notBefore' | 'requestId' | 'resources'> {
  /** The domain, after its scheme if the message has one. */
  readonly origin: string;
  /** Name of the ecosystem. */
  readonly ecosystem: string;
  readonly address: string;
  /** Blank lines between the address and the fields of a message without a statement. */
  readonly blankLines: 1 | 2;
  /** Reference or name of the chain. */
  readonly chain: string;
  readonly issuedAt: string;
}

/**
 * Formats the text of a sign-in message. Absent texts have no line.
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 */
export const formatLines = (texts: MessageTexts): string => {
  const { origin, ecosystem, address, statement, blankLines, uri, version, chain, nonce, issuedAt, resources } = texts;
  return [
    `${origin}${OPENING}${ecosystem} account:`,
    address,
    '',
    ...(statement !== undefined ? [statement, ''] : blankLines === 2 ? [''] : []),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chain}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...OPTIONAL_LINES.flatMap(([label, field]) => (texts[field] === undefined ? [] : [`${label}: ${texts[field]}`])),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
};
