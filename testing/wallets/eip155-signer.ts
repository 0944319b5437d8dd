/**
 * What signs for a test wallet. A viem account fits as it is (`privateKeyToAccount(key)`); leave a method out and the
 * wallet answers with a text of the right shape that proves nothing.
 */
export interface Eip155TestSigner {
  /** With its checksum. */
  readonly address: string;
  signMessage?(request: { readonly message: { readonly raw: `0x${string}` } }): Promise<string>;
  /** Takes the parsed typed data. @see https://eips.ethereum.org/EIPS/eip-712 */
  signTypedData?(typedData: unknown): Promise<string>;
  /** Takes a legacy transaction with everything filled in. */
  signTransaction?(transaction: Eip155TestTransaction): Promise<string>;
}

/** A transaction as a test wallet signs it; quantities in wei and gas. */
export interface Eip155TestTransaction {
  readonly type: 'legacy';
  readonly chainId: number;
  readonly nonce: number;
  readonly to: `0x${string}`;
  readonly value: bigint;
  readonly data: `0x${string}`;
  readonly gas: bigint;
  readonly gasPrice: bigint;
}
