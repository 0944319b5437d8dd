import * as v from 'valibot';
import { nullishStrings } from '../peer-strings.js';

/** The signature of a CACAO. */
export interface CacaoSignature {
  /**
   * Type: `eip191` for a signature by an account's key, `eip1271` for one by a contract. Peers may send any value.
   * @see https://eips.ethereum.org/EIPS/eip-191
   * @see https://eips.ethereum.org/EIPS/eip-1271
   */
  readonly t: string;
  /** Hex with `0x`. */
  readonly s: string;
  readonly m?: string;
}

/** Fields of a sign-in message except its issuer. Times are RFC 3339 strings. @see https://chainagnostic.org/CAIPs/caip-122 */
export interface SignInFields {
  readonly domain: string;
  /** The URI that the user signs in to (`URI` in the message). */
  readonly aud: string;
  readonly version: string;
  readonly nonce: string;
  readonly iat: string;
  readonly nbf?: string;
  readonly exp?: string;
  readonly statement?: string;
  readonly requestId?: string;
  /** URIs. The last one may be a ReCap. */
  readonly resources?: readonly string[];
  readonly type?: string;
}

/** The signed payload. */
export interface CacaoPayload extends SignInFields {
  /** Issuer: `did:pkh:` followed by a CAIP-10 account id. @see https://github.com/w3c-ccg/did-pkh */
  readonly iss: string;
}

/** A signed sign-in message. @see https://chainagnostic.org/CAIPs/caip-74 */
export interface Cacao {
  readonly h: { readonly t: string };
  readonly p: CacaoPayload;
  readonly s: CacaoSignature;
}

/** The payload that an app requests a signature for. The wallet selects one of the chains. */
export interface AuthPayload extends SignInFields {
  /** CAIP-2 ids. */
  readonly chains: readonly string[];
}

/** Header type of WalletConnect's CACAOs. */
const CACAO_TYPE = 'caip122';

/**
 * Builds a CACAO from a payload and its signature. Omits the requested chains, because the issuer contains the chain.
 * @param accountId CAIP-10 account id, with or without the prefix `did:pkh:`
 */
export const createCacao = ({ chains: _, type: __, ...fields }: AuthPayload, accountId: string, signature: CacaoSignature): Cacao => ({
  h: { t: CACAO_TYPE },
  p: { iss: accountId.startsWith('did:pkh:') ? accountId : `did:pkh:${accountId}`, ...fields },
  s: signature,
});

/** Some wallets send `null` for missing members. */
const nullishText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
);

/** Fields of a sign-in message. Apply them after {@link signInInputSchema}. */
export const signInEntries = {
  domain: v.string(),
  aud: v.string(),
  // Some wallets send a number.
  version: v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  nonce: v.string(),
  iat: v.string(),
  nbf: nullishText,
  exp: nullishText,
  statement: nullishText,
  requestId: nullishText,
  resources: nullishStrings,
  type: nullishText,
};

/** Normalizes a sign-in message: some wallets send `uri` instead of `aud`. */
export const signInInputSchema = v.pipe(
  v.looseObject({}),
  v.transform(({ uri, ...fields }): unknown => ({ ...fields, aud: fields['aud'] ?? uri })),
);

/** A parsed issuer. */
interface Issuer {
  /** CAIP-2 id as written in the issuer. */
  readonly chainId: string;
  readonly namespace: string;
  /** The chain's id in its namespace. */
  readonly reference: string;
  readonly address: string;
}

/** CAIP-10 account id, with or without `did:pkh:`. @see https://github.com/w3c-ccg/did-pkh/blob/main/did-pkh-method-draft.md */
const ISSUER = /^(?:did:pkh:)?([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/;

/** Parses an issuer; `null` if it is not an account. */
export const readIssuer = (iss: string): Issuer | null => {
  const match = ISSUER.exec(iss);
  if (match === null) return null;
  const [, namespace = '', reference = '', address = ''] = match;
  return { chainId: `${namespace}:${reference}`, namespace, reference, address };
};
