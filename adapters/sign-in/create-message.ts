import type { SignInMessageRequest, SignInRequest } from '../../application/ports/sign-in.port.js';
import { toChecksumAddress } from '../../domain/account/evm-checksum.js';
import { namespaceOf } from '../../domain/caip/caip-2.js';
import { formatSignInMessage, type SignInMessage } from '../../domain/sign-in/sign-in-message.js';

/** Content of an app's sign-in messages. */
export interface MessageContent {
  /** Sentence that the user agrees to. ASCII, one line. */
  readonly statement?: string | undefined;
  /** URIs. */
  readonly resources?: readonly string[] | undefined;
  /** Duration of a session, in milliseconds. Default: as long as the service keeps it. */
  readonly sessionMs?: number | undefined;
}

export interface MessageContext extends MessageContent {
  readonly location: { readonly origin: string };
  readonly nonce: string;
  /** RFC 3339. */
  readonly issuedAt: string;
}

const addressOf = ({ chainId, accountAddress }: SignInRequest): string =>
  namespaceOf(chainId) === 'eip155' && accountAddress !== '' ? toChecksumAddress(accountAddress) : accountAddress;

/** Creates the message of an account for this page's origin. Its text is formatted when `toString` is called. */
export const createMessage = (
  request: SignInRequest,
  { location: { origin }, nonce, issuedAt, statement, resources, sessionMs }: MessageContext,
): SignInMessageRequest => {
  const message: SignInMessage = {
    // Unlike `host` of a URL, an opaque origin is refused by the format.
    domain: origin.replace(/^\w+:\/\//, ''),
    chainId: request.chainId,
    accountAddress: addressOf(request),
    ...(statement === undefined ? {} : { statement }),
    uri: origin,
    version: '1',
    nonce,
    issuedAt,
    ...(sessionMs === undefined ? {} : { expirationTime: new Date(Date.parse(issuedAt) + sessionMs).toISOString() }),
    ...(resources === undefined ? {} : { resources }),
  };
  return { ...message, toString: () => formatSignInMessage(message) };
};
