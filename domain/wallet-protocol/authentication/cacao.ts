/** The signature of a CACAO. */
export interface CacaoSignature {
  /**
   * How it was made: `eip191` by the key of an account, `eip1271` by the code of a contract. A peer may send anything.
   * @see https://eips.ethereum.org/EIPS/eip-191
   * @see https://eips.ethereum.org/EIPS/eip-1271
   */
  readonly t: string;
  /** Hex with `0x`. */
  readonly s: string;
  readonly m?: string;
}

/** What a sign-in says, beside who signs it. Times are RFC 3339 texts. @see https://chainagnostic.org/CAIPs/caip-122 */
export interface SignInFields {
  readonly domain: string;
  /** The address that the person signs in to: the message's `URI`. */
  readonly aud: string;
  readonly version: string;
  readonly nonce: string;
  readonly iat: string;
  readonly nbf?: string;
  readonly exp?: string;
  readonly statement?: string;
  readonly requestId?: string;
  /** URIs; a ReCap, where there is one, comes last. */
  readonly resources?: readonly string[];
  readonly type?: string;
}

/** What was signed. */
export interface CacaoPayload extends SignInFields {
  /** Who signed: `did:pkh:` and a CAIP-10 account id. @see https://github.com/w3c-ccg/did-pkh */
  readonly iss: string;
}

/** A signed sign-in. @see https://chainagnostic.org/CAIPs/caip-74 */
export interface Cacao {
  readonly h: { readonly t: string };
  readonly p: CacaoPayload;
  readonly s: CacaoSignature;
}

/** What an app asks a wallet to sign: the same for each of the chains. */
export interface AuthPayload extends SignInFields {
  /** CAIP-2 ids. */
  readonly chains: readonly string[];
}

/** Header of the CACAOs that the wallet protocol carries. */
const HEADER = 'caip122';

/**
 * Puts a signature to what was signed. The chains that were asked for are no part of it: the issuer names its own.
 * @param accountId CAIP-10 account id, with or without `did:pkh:` before it
 * @internal a wallet's half
 */
export const makeCacao = ({ chains: _, type: __, ...fields }: AuthPayload, accountId: string, signature: CacaoSignature): Cacao => ({
  h: { t: HEADER },
  p: { iss: accountId.startsWith('did:pkh:') ? accountId : `did:pkh:${accountId}`, ...fields },
  s: signature,
});
