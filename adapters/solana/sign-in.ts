import { equalBytes } from '@noble/curves/utils.js';
import { base58 } from '@scure/base';
import type { SignInMessageRequest } from '../../application/ports/sign-in.port.js';
import type { SolanaSignInInput } from '../../application/ports/wallet-calls.js';
import { parseChainId } from '../../domain/caip/caip-2.js';
import { formatSignInMessage, type SignInMessage } from '../../domain/sign-in/sign-in-message.js';
import { chainNameIn, signInProfileOf } from '../../domain/sign-in/sign-in-profile.js';
import type { SignInData, SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { attempt } from '../../domain/wire.js';
import type { SignedIn } from './wallet-responses.js';

/** A valid address, of the system program: no user has it. */
const PLACEHOLDER = '1'.repeat(32);

/** The fields of a text besides the address and the chain. */
const fieldsOf = (data: SignInData) => {
  const { domain, statement, uri, version, nonce, issuedAt, expirationTime, notBefore, requestId, resources } = data;
  return { domain, statement, uri, version, nonce, issuedAt, expirationTime, notBefore, requestId, resources };
};

/** The text that wallets build for an account; `null` if a field is not allowed in it. */
const textFor = (data: SignInData, accountAddress: string): string | null =>
  // The fields are checked when they are formatted.
  attempt(() => formatSignInMessage({ ...fieldsOf(data), chainId: data.chainId, accountAddress } as SignInMessage)) ?? null;

const inputOf = (data: SignInData): SolanaSignInInput => {
  const { namespace, reference } = parseChainId(data.chainId);
  const profile = signInProfileOf(namespace);
  const fields = { ...fieldsOf(data), chainId: profile === null ? reference : chainNameIn(profile, reference) };
  // Only members that are optional are dropped.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SolanaSignInInput;
};

/**
 * Returns the input of `solana:signIn` for a message; `null` if the wallet would build another text than the message's.
 * @see https://github.com/phantom/sign-in-with-solana
 */
export const signInInput = (data: SignInData, text: string): SolanaSignInInput | null =>
  textFor(data, data.accountAddress) === text ? { ...inputOf(data), address: data.accountAddress } : null;

/** As {@link signInInput}, for a message without an address: the user picks the account in the wallet. */
export const connectInput = (message: SignInMessageRequest): SolanaSignInInput | null => {
  const text = textFor(message, PLACEHOLDER);
  // The standard's text needs an address. A service with another format may return a text without one.
  const own = attempt(() => message.toString());
  return text !== null && (own === undefined || own === text.replace(PLACEHOLDER, '')) ? inputOf(message) : null;
};

/** Tests whether exactly this text was signed. */
export const isSignedText = ({ signedMessage }: SignedIn, text: string): boolean =>
  equalBytes(signedMessage, new TextEncoder().encode(text));

/** Returns the signed message of the account that the user picked; `null` if another text was signed. */
export const toSignIn = (message: SignInMessageRequest, signedIn: SignedIn): SignInSession | null => {
  const { toString: _, ...data } = { ...message, accountAddress: signedIn.account.address };
  const text = textFor(data, data.accountAddress);
  return text !== null && isSignedText(signedIn, text) ? { data, message: text, signature: base58.encode(signedIn.signature) } : null;
};
