import { isSameAddress } from '../account/same-address.js';
import { namespaceOf } from '../caip/caip-2.js';
import { isBitcoinMessageSigned } from '../signatures/bitcoin-message.js';
import type { RunEthCall } from '../signatures/contract-signature.js';
import { isEvmMessageSigned, isEvmMessageSignedByContract } from '../signatures/evm-message.js';
import { isPolkadotMessageSigned } from '../signatures/polkadot-message.js';
import { isSolanaMessageSigned } from '../signatures/solana-message.js';
import { attempt } from '../wire.js';
import { parseDateTime } from './rfc-3339.js';
import { type Origin, originOf } from './rfc-3986.js';
import { parseSignInMessage, type SignInMessage } from './sign-in-message.js';

/** A message as text, with its signature in the encoding of the namespace's wallets. */
export interface SignedSignIn {
  readonly message: string;
  /** Hex (eip155, polkadot), base58 (solana) or base64 (bip122). */
  readonly signature: string;
}

/** Expectations of a verifier. */
export interface SignInExpectation {
  /** Origins of the site, such as `https://app.example`. */
  readonly origins: readonly string[];
  /** CAIP-2 ids. Default: all chains. */
  readonly chains?: readonly string[] | undefined;
  /** The account that has to sign; default: any. */
  readonly account?: { readonly chainId: string; readonly address: string } | undefined;
  /** Maximum age of a message, in milliseconds. */
  readonly maxAgeMs: number;
  /** Maximum difference between the clocks of the signer and the verifier, in milliseconds. */
  readonly clockSkewMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reasons for refusing a sign-in. `unavailable`: a contract's signature cannot be verified now, because the chain does not respond. */
export type SignInRefusal =
  | 'invalid-message'
  | 'wrong-domain'
  | 'wrong-uri'
  | 'wrong-chain'
  | 'wrong-account'
  | 'not-issued-yet'
  | 'too-old'
  | 'not-valid-yet'
  | 'expired'
  | 'invalid-nonce'
  | 'wrong-signature'
  | 'unavailable';

/** Timestamps of a message, in milliseconds since 1970; absent ones are always met. */
const timesOf = ({ issuedAt, notBefore, expirationTime }: SignInMessage) => ({
  issuedAt: parseDateTime(issuedAt) ?? Number.NaN,
  notBefore: notBefore === undefined ? -Infinity : (parseDateTime(notBefore) ?? Number.NaN),
  expirationTime: expirationTime === undefined ? Infinity : (parseDateTime(expirationTime) ?? Number.NaN),
});

/** Tests that a message comes from an origin: same host and port, and same scheme if it names one. */
const isFrom = ({ domain, scheme }: SignInMessage, origin: Origin | null): boolean =>
  origin !== null && domain === origin.host && (scheme === undefined || scheme === origin.scheme);

const isUriOf = ({ uri }: SignInMessage, site: Origin | null): boolean => {
  const origin = originOf(uri);
  return origin !== null && site !== null && origin.scheme === site.scheme && origin.host === site.host;
};

/** Tests a message; `true` if it is met. */
type SignInRule = (message: SignInMessage, expectation: SignInExpectation) => boolean;

/** The rules of a message, by the reason why one that does not meet it is refused. */
export const SIGN_IN_RULES = {
  'wrong-domain': (message, { origins }) => origins.some((origin) => isFrom(message, originOf(origin))),
  'wrong-uri': (message, { origins }) => origins.some((origin) => isUriOf(message, originOf(origin))),
  'wrong-chain': ({ chainId }, { chains }) => chains === undefined || chains.includes(chainId),
  'wrong-account': ({ chainId, accountAddress }, { account }) =>
    account === undefined || (account.chainId === chainId && isSameAddress(namespaceOf(chainId), account.address, accountAddress)),
  'not-issued-yet': (message, { now, clockSkewMs }) => timesOf(message).issuedAt <= now + clockSkewMs,
  'too-old': (message, { now, maxAgeMs, clockSkewMs }) => timesOf(message).issuedAt > now - maxAgeMs - clockSkewMs,
  'not-valid-yet': (message, { now, clockSkewMs }) => timesOf(message).notBefore <= now + clockSkewMs,
  expired: (message, { now }) => now < timesOf(message).expirationTime,
} as const satisfies Partial<Record<SignInRefusal, SignInRule>>;

type SignInRules = Readonly<Partial<Record<SignInRefusal, SignInRule>>>;

/** Tests a message by the rules in their order. Returns the first reason to refuse it, or `null`. */
export const refusalOf = (
  message: SignInMessage,
  expectation: SignInExpectation,
  rules: SignInRules = SIGN_IN_RULES,
): SignInRefusal | null => {
  for (const [refusal, isMet] of Object.entries(rules) as [SignInRefusal, SignInRule][]) if (!isMet(message, expectation)) return refusal;
  return null;
};

/** Reads of chains, for the signatures of contract accounts. */
export interface SignInChains {
  /** Runs an `eth_call` on a chain. @throws any error if the result is unknown */
  readonly ethCall: (chainId: string) => RunEthCall;
}

const isSigned = async (
  { chainId, accountAddress: address }: SignInMessage,
  { message, signature }: SignedSignIn,
  chains: SignInChains,
) => {
  const signed = { address, message, signature };
  switch (namespaceOf(chainId)) {
    case 'eip155':
      return isEvmMessageSigned(signed) || isEvmMessageSignedByContract(signed, chains.ethCall(chainId));
    case 'solana':
      return isSolanaMessageSigned(signed);
    case 'bip122':
      return isBitcoinMessageSigned(signed, chainId);
    default:
      return isPolkadotMessageSigned(signed);
  }
};

/** A verified message, or the reason for refusing it. */
export type SignInVerdict = { readonly message: SignInMessage } | { readonly refusal: SignInRefusal };

/** Dependencies of {@link verifySignIn}. */
export interface SignInVerification extends SignInExpectation, SignInChains {
  /** Uses up a nonce that the verifier issued. Called last but for the signature. @throws any error if the nonces cannot be read */
  readonly takeNonce: (nonce: string) => Promise<boolean>;
  /** Rules of the message. Default: all. */
  readonly rules?: SignInRules;
}

/**
 * Verifies a sign-in: form, domain, URI, chain, account, times, nonce and signature, in this order. Fails closed: what cannot be verified is
 * refused.
 * @throws any error of `takeNonce`
 */
export const verifySignIn = async (signed: SignedSignIn, verification: SignInVerification): Promise<SignInVerdict> => {
  const { takeNonce, rules } = verification;
  const message = attempt(() => parseSignInMessage(signed.message));
  if (message === undefined) return { refusal: 'invalid-message' };
  const refusal = refusalOf(message, verification, rules);
  if (refusal !== null) return { refusal };
  if (!(await takeNonce(message.nonce))) return { refusal: 'invalid-nonce' };
  try {
    return (await isSigned(message, signed, verification)) ? { message } : { refusal: 'wrong-signature' };
  } catch {
    return { refusal: 'unavailable' };
  }
};
