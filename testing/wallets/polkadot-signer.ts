/**
 * What signs for a test wallet. A pair of `@polkadot/api`'s keyring fits as it is; leave `sign` out and the wallet answers with bytes
 * of the right length that prove nothing.
 */
export interface PolkadotTestSigner {
  /** In whichever network's form. */
  readonly address: string;
  /** `sr25519`, `ed25519`, `ecdsa`, or `ethereum`, which is of no use on these chains. */
  readonly type: string;
  /** What the wallet calls the account. */
  readonly name?: string;
  sign?(bytes: Uint8Array): Uint8Array;
}
