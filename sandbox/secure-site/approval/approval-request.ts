/** Bytes in hex with `0x`. */
export type Hex = `0x${string}`;

/** A transaction with everything that is signed, except the chain. */
export interface EvmTransaction {
  /** `null` creates a contract. */
  readonly to: Hex | null;
  /** Wei. */
  readonly value: bigint;
  readonly data: Hex;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

interface OnChain {
  /** CAIP-2. */
  readonly chainId: string;
  readonly address: string;
}

/** What the user approves: all that is signed. It goes from the frame to the window and is the same in both. */
export type ApprovalRequest =
  | (OnChain & { readonly kind: 'evm-message'; readonly message: Hex })
  | (OnChain & { readonly kind: 'evm-typed-data'; readonly json: string })
  | (OnChain & { readonly kind: 'evm-transaction'; readonly transaction: EvmTransaction })
  | (OnChain & { readonly kind: 'solana-message'; readonly message: Uint8Array<ArrayBuffer> })
  | (OnChain & {
      readonly kind: 'solana-transactions';
      readonly transactions: readonly Uint8Array<ArrayBuffer>[];
      /** Whether the frame sends it, too. */
      readonly sends: boolean;
    });

/** The request is refused without asking the user. The message is for the app's developer and the user. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}
