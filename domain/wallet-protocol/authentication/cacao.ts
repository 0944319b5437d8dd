import * as v from 'valibot';
import { nullishTexts } from '../session-grants.js';

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

/** Some wallets send `null` for what is not there. */
const nullishText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
);

/** What a sign-in says, to read with more of its members after {@link signInMembers}. */
export const signInEntries = {
  domain: v.string(),
  aud: v.string(),
  // Some wallets send it as a number.
  version: v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  nonce: v.string(),
  iat: v.string(),
  nbf: nullishText,
  exp: nullishText,
  statement: nullishText,
  requestId: nullishText,
  resources: nullishTexts,
  type: nullishText,
};

/** The members of a sign-in. The address that is signed in to is `aud`, from some wallets `uri`. */
export const signInMembers = v.pipe(
  v.looseObject({}),
  v.transform(({ uri, ...fields }): unknown => ({ ...fields, aud: fields['aud'] ?? uri })),
);

/** Who a sign-in is by. */
interface Issuer {
  /** CAIP-2 id, as the issuer writes it. */
  readonly chainId: string;
  readonly namespace: string;
  /** The chain's id inside of its namespace. */
  readonly reference: string;
  readonly address: string;
}

/** CAIP-10, in a DID or bare as wallets pass it on. @see https://github.com/w3c-ccg/did-pkh/blob/main/did-pkh-method-draft.md */
const ISSUER = /^(?:did:pkh:)?([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/;

/** Reads who a sign-in is by; `null` when it names no account. */
export const readIssuer = (iss: string): Issuer | null => {
  const parts = ISSUER.exec(iss);
  if (parts === null) return null;
  const [, namespace = '', reference = '', address = ''] = parts;
  return { chainId: `${namespace}:${reference}`, namespace, reference, address };
};
