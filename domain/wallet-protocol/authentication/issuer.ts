/** Who a sign-in is by. */
export interface Issuer {
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
