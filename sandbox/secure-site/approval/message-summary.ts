import { bytesToHex } from '@noble/hashes/utils.js';
import {
  address,
  code,
  danger,
  type Fact,
  notice,
  type SignInText,
  type Summary,
  type SummaryContext,
  text,
  type Warning,
} from './summary.js';
import { visible } from './visible-text.js';

/** In the first line of every sign-in message. @see https://chainagnostic.org/CAIPs/caip-122 */
const SIGN_IN = /^.* wants you to sign in with your .* account:/;

const decode = (message: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message);
  } catch {
    return null;
  }
};

const attempt = (parse: () => SignInText): SignInText | null => {
  try {
    return parse();
  } catch {
    return null;
  }
};

/** Why a sign-in cannot be for the app that asks; `null` if it can. */
const stopOf = (signIn: SignInText, origin: string, account: string): string | null => {
  const { host, protocol } = new URL(origin);
  if (signIn.domain !== host) return `This signs you in to ${visible(signIn.domain)}, but ${host} asks for it. Do not sign.`;
  if (signIn.scheme !== undefined && `${signIn.scheme}:` !== protocol)
    return `This signs you in to ${visible(signIn.scheme)}://${host}, but ${origin} asks for it.`;
  if (signIn.accountAddress.toLowerCase() !== account.toLowerCase()) return 'This sign-in is for another account.';
  return null;
};

const signInSummary = (
  signIn: SignInText,
  { origin, chainId, account }: { readonly origin: string; readonly chainId: string; readonly account: string },
): Summary => {
  const { domain, statement, uri, expirationTime, resources = [] } = signIn;
  const facts: Fact[] = [
    text('Sign in to', visible(domain)),
    ...(statement === undefined ? [] : [text('It says', visible(statement))]),
    address('Account', signIn.accountAddress),
    ...(expirationTime === undefined ? [] : [text('Valid until', visible(expirationTime))]),
    ...(resources.length === 0 ? [] : [code('Also gives access to', resources.map(visible).join('\n'))]),
  ];
  const warnings: Warning[] = [
    ...(URL.canParse(uri) && new URL(uri).origin === origin ? [] : [notice(`The sign-in names the address ${visible(uri)}.`)]),
    ...(signIn.chainId === chainId ? [] : [notice(`The sign-in is for the network ${visible(signIn.chainId)}.`)]),
    ...(resources.length === 0 ? [] : [danger('Besides signing you in, this gives the app access to the listed resources.')]),
  ];
  return { title: 'Sign in', approveLabel: 'Sign in', facts, warnings, stop: stopOf(signIn, origin, account) };
};

/** A message whose text is signed. */
export interface MessageToSummarize {
  readonly message: Uint8Array;
  readonly chainId: string;
  readonly address: string;
}

/** Puts a message into words: as a sign-in if it is one. */
export const summarizeMessage = (request: MessageToSummarize, { origin, network, parseSignIn }: SummaryContext): Summary => {
  const { message, chainId, address: account } = request;
  const decoded = decode(message);
  if (decoded !== null && SIGN_IN.test(decoded)) {
    const signIn = attempt(() => parseSignIn(decoded));
    if (signIn !== null) return signInSummary(signIn, { origin, chainId, account });
  }
  const facts = [text('Network', network?.name ?? chainId), address('Account', account)];
  const base = { title: 'Sign a message', approveLabel: 'Sign', stop: null };
  if (decoded === null)
    return {
      ...base,
      facts: [...facts, code('Bytes', `0x${bytesToHex(message)}`)],
      warnings: [danger('This is no text. What the app does with the signature cannot be read from it.')],
    };
  const escaped = visible(decoded);
  return {
    ...base,
    facts: [...facts, code('Message', escaped)],
    warnings: [
      // A text that only looks like one could be for another site.
      ...(/sign in with your/i.test(decoded)
        ? [danger('This looks like a sign-in, but is malformed. It may be meant for another site.')]
        : []),
      ...(escaped === decoded ? [] : [danger('The message has invisible characters. They are shown as \\u{…}.')]),
    ],
  };
};
