import { formatSignInMessage, type SignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import type { SignedSignIn, SignInRefusal } from '../../../../domain/sign-in/verify-sign-in.js';
import type { createSignInHandler, SignInHandlerOptions } from '../../../../server/sign-in-handler.js';
import { SIGN_IN_SIGNERS, type SignerType, type SignInSigner } from '../../domain/sign-in/sign-in-signers.js';
import { SignInBrowser } from '../sign-in-browser.js';

/** An attempt to sign in: a browser that got a nonce, an account, and another account of the same type. */
export interface Attempt {
  readonly browser: SignInBrowser;
  readonly nonce: string;
  readonly signer: SignInSigner;
  readonly other: SignInSigner;
}

/** What a browser sends. */
interface Sent {
  readonly signIns: readonly SignedSignIn[];
  readonly init?: Parameters<SignInBrowser['send']>[2];
}

/** Makes what is sent in an attempt. */
export type Change = (attempt: Attempt) => Promise<Sent>;

/** A sign-in that has to be refused, with the reason, and options of the site for it. */
export type Vector = readonly [
  name: string,
  refusal: SignInRefusal | 'invalid-request' | 'wrong-origin',
  change: Change,
  options?: Partial<SignInHandlerOptions>,
];

/** A time after (or before) that of the browser, in seconds. */
export const after = ({ browser }: Pick<Attempt, 'browser'>, seconds: number): string =>
  new Date(browser.now + seconds * 1_000).toISOString();

/** The message that is accepted. */
export const messageOf = ({ browser, nonce, signer: { chainId, accountAddress } }: Attempt): SignInMessage => ({
  domain: 'app.example',
  chainId,
  accountAddress,
  statement: 'Sign in to Example',
  uri: 'https://app.example/login',
  version: '1',
  nonce,
  issuedAt: after({ browser }, 0),
  expirationTime: after({ browser }, 600),
  notBefore: after({ browser }, -60),
  requestId: 'request-1',
  resources: ['https://app.example/terms', 'https://app.example/privacy'],
});

export const textOf = (attempt: Attempt, changes: Partial<SignInMessage> = {}): string =>
  formatSignInMessage({ ...messageOf(attempt), ...changes });

type Fields = Partial<SignInMessage> | ((attempt: Attempt) => Partial<SignInMessage>);

const fieldsOf = (fields: Fields, attempt: Attempt): Partial<SignInMessage> => (typeof fields === 'function' ? fields(attempt) : fields);

/** Sends a text with a signature. */
export const send =
  (make: (attempt: Attempt) => SignedSignIn | Promise<SignedSignIn>): Change =>
  async (attempt) => ({ signIns: [await make(attempt)] });

/** Signs a changed text. It need not be that of a message. */
export const signText = (change: (text: string, attempt: Attempt) => string): Change =>
  send(async (attempt) => {
    const message = change(textOf(attempt), attempt);
    return { message, signature: await attempt.signer.sign(message) };
  });

/** Signs a message with other fields. */
export const sign = (fields: Fields): Change => signText((_, attempt) => textOf(attempt, fieldsOf(fields, attempt)));

/** Changes fields of a message after it was signed. */
export const alter = (fields: Fields): Change =>
  send(async (attempt) => ({
    message: textOf(attempt, fieldsOf(fields, attempt)),
    signature: await attempt.signer.sign(textOf(attempt)),
  }));

/** Sends the message with another signature, as text. @param make of the right signature */
export const signature = (make: (text: string, attempt: Attempt) => string | Promise<string>): Change =>
  send(async (attempt) => ({
    message: textOf(attempt),
    signature: await make(await attempt.signer.sign(textOf(attempt)), attempt),
  }));

/** Sends the message with other bytes as signature. @param make of the bytes of the right signature */
export const signatureBytes = (make: (bytes: Uint8Array, attempt: Attempt) => Uint8Array): Change =>
  signature((text, attempt) => attempt.signer.encoding.encode(make(attempt.signer.encoding.decode(text), attempt)));

/** Signs the message of another account than the type's, with bytes made of the text. */
export const account = (accountAddress: string, make: (text: string) => Uint8Array): Change =>
  send((attempt) => {
    const message = textOf(attempt, { accountAddress });
    return { message, signature: attempt.signer.encoding.encode(make(message)) };
  });

const signers = new Map<string, Promise<SignInSigner>>();

/** The account of a name, made once: deriving a key takes as long as a signature. */
const signerOf = (type: SignerType, name: string): Promise<SignInSigner> => {
  const key = `${type} ${name}`;
  const signer = signers.get(key) ?? SIGN_IN_SIGNERS[type](name);
  signers.set(key, signer);
  return signer;
};

/** Starts an attempt to sign in to a site that allows the chain of the account. */
export const startAttempt = async (
  type: SignerType,
  options: Partial<SignInHandlerOptions> = {},
  createHandler?: typeof createSignInHandler,
): Promise<Attempt> => {
  const [signer, other] = [await signerOf(type, 'alice'), await signerOf(type, 'bob')];
  const browser = new SignInBrowser({ chains: [signer.chainId], ...options }, createHandler);
  return { browser, nonce: await browser.nonce(), signer, other };
};

/** Sends what a change makes. Returns the status with the reason of the refusal. */
export const attemptWith = async (attempt: Attempt, change: Change): Promise<{ readonly status: number; readonly error: unknown }> => {
  const { signIns, init } = await change(attempt);
  const { status, body } = await attempt.browser.send('verify', { signIns }, init);
  return { status, error: body['error'] };
};
