/** A message, the address that is said to have signed it, and the signature in the encoding of the namespace's wallets. */
export interface SignedText {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}
