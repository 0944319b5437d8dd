/**
 * Signer of a test wallet. A viem account fits (`privateKeyToAccount(key)`). Without one of the methods, the wallet returns a
 * fake signature in the right format.
 */
export interface Eip155TestSigner {
  /** EIP-55 checksum address. */
  readonly address: string;
  signMessage?(request: { readonly message: { readonly raw: `0x${string}` } }): Promise<string>;
  /** Takes the parsed typed data. @see https://eips.ethereum.org/EIPS/eip-712 */
  signTypedData?(typedData: unknown): Promise<string>;
  /** Takes a complete legacy transaction. */
  signTransaction?(transaction: Eip155TestTransaction): Promise<string>;
}

/** A transaction to sign; `value` and `gasPrice` in wei. */
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
