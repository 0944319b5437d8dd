import { readIssuer, type SignInFields } from './cacao.js';
import { invalidParameter } from './invalid-parameter.js';
import { recapOf, recapStatement } from './recap.js';

/** Fields of the message. Some wallets use `uri` instead of `aud`. */
export type SignInMessageFields = Omit<SignInFields, 'aud' | 'type'> & { readonly aud?: string; readonly uri?: string };

/** A line that is omitted without a value. */
const optionalLine = (name: string, value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : [`${name}: ${value}`];

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
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    issuer.address,
    '',
    ...(statement === undefined || statement === '' ? [] : [statement]),
    '',
    `URI: ${uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${issuer.reference}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.iat}`,
    ...optionalLine('Expiration Time', fields.exp),
    ...optionalLine('Not Before', fields.nbf),
    ...optionalLine('Request ID', fields.requestId),
    ...(fields.resources === undefined ? [] : ['Resources:', ...fields.resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
};
