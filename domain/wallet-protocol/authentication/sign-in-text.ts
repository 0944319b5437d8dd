import { readIssuer, type SignInFields } from './cacao.js';
import { invalidParameter } from './invalid-parameter.js';
import { recapOf, recapStatement } from './recap.js';

/** What the text is made of: some wallets name the address `uri`. */
export type SignInTextFields = Omit<SignInFields, 'aud' | 'type'> & { readonly aud?: string; readonly uri?: string };

/** A line that is there only with its value. */
const line = (name: string, value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : [`${name}: ${value}`];

/**
 * The text that is signed. Both peers make it of the same fields, so nothing in it depends on the machine. The official
 * clients write an empty list of resources as a heading of its own, and no chain's namespace.
 * @param iss `did:pkh:` and a CAIP-10 account id, or that id alone
 * @throws LatchkeyError `wallet-protocol/invalid-parameter`
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 * @see https://chainagnostic.org/CAIPs/caip-74#signature-verification
 */
export const signInText = (fields: SignInTextFields, iss: string): string => {
  const issuer = readIssuer(iss);
  if (issuer === null) throw invalidParameter('The issuer names no account');
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
    ...line('Expiration Time', fields.exp),
    ...line('Not Before', fields.nbf),
    ...line('Request ID', fields.requestId),
    ...(fields.resources === undefined ? [] : ['Resources:', ...fields.resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
};
