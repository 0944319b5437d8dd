import { invalidParameter } from '../errors/invalid-parameter.js';
import { readIssuer, type SignInFields } from './cacao.js';
import { formatLines } from './message-lines.js';
import { recapOf, recapStatement } from './recap.js';

/** Fields of the message. Some wallets use `uri` instead of `aud`. */
export type SignInMessageFields = Omit<SignInFields, 'aud' | 'type'> & { readonly aud?: string; readonly uri?: string };

/** An empty text has no line. */
const unlessEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/**
 * Builds the message to sign. Both peers build it from the same fields, so it does not depend on the environment. Like the official
 * clients it writes the heading of an empty resource list, and the chain id without its namespace.
 * @param iss CAIP-10 account id, with or without the prefix `did:pkh:`
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 * @see https://chainagnostic.org/CAIPs/caip-74#signature-verification
 */
export const signInMessage = (fields: SignInMessageFields, iss: string): string => {
  const issuer = readIssuer(iss);
  if (issuer === null) throw invalidParameter('The issuer is not an account');
  const uri = fields.aud || fields.uri;
  if (uri === undefined || uri === '') throw invalidParameter('Either `aud` or `uri` is required to construct the message');
  const recap = recapOf(fields.resources);
  const statement = recap === null ? fields.statement : recapStatement(fields.statement, recap);
  const { domain, version, nonce, iat, exp, nbf, requestId, resources } = fields;
  return formatLines({
    origin: domain,
    ecosystem: 'Ethereum',
    address: issuer.address,
    statement: unlessEmpty(statement),
    blankLines: 2,
    uri,
    version,
    chain: issuer.reference,
    nonce,
    issuedAt: iat,
    expirationTime: unlessEmpty(exp),
    notBefore: unlessEmpty(nbf),
    requestId: unlessEmpty(requestId),
    resources,
  });
};
