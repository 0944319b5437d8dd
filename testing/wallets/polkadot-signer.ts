/**
 * Signer of a test wallet. A pair of `@polkadot/api`'s keyring fits. Without `sign`, the wallet returns a fake signature of the right
 * length.
 */
export interface PolkadotTestSigner {
  /** SS58 address with any network prefix. */
  readonly address: string;
  /** `sr25519`, `ed25519`, `ecdsa`, or `ethereum`, which these chains do not support. */
  readonly type: string;
  /** Account name in the wallet. */
  readonly name?: string;
  sign?(bytes: Uint8Array): Uint8Array;
}
