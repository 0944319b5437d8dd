import type { JsonObject } from '../read-params.js';

/** The lines of a sign-in message after its statement, in their order: label, and field of the input. */
const FIELDS: readonly (readonly [label: string, field: string])[] = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
];

/** The text that a sign-in signs. @see https://github.com/phantom/sign-in-with-solana#abnf-message-format */
export const signInMessage = (input: JsonObject, domain: string, address: string): string => {
  const { statement, resources } = input as { readonly statement?: unknown; readonly resources?: unknown };
  const lines = FIELDS.flatMap(([label, field]) => (typeof input[field] === 'string' ? [`${label}: ${input[field]}`] : []));
  const listed = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${String(resource)}`)] : [];
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
  const rest = [...lines, ...listed].join('\n');
  return [head, ...(typeof statement === 'string' ? [statement] : []), ...(rest === '' ? [] : [rest])].join('\n\n');
};
