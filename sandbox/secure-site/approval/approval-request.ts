/** Bytes in hex with `0x`. */
export type Hex = `0x${string}`;

/** Tests for whole bytes in hex. */
export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value);

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

/** A call that an account makes. */
export interface EvmCall {
  readonly to: Hex;
  /** Wei. */
  readonly value: bigint;
  readonly data: Hex;
}

/** Who pays for a user operation instead of the account. */
export interface Paymaster {
  readonly address: Hex;
  readonly data: Hex;
  readonly verificationGas: bigint;
  readonly postOpGas: bigint;
}

/** The call that deploys an account. */
export interface Deployment {
  readonly factory: Hex;
  readonly data: Hex;
}

/** A user operation with everything that is signed, except account and chain. */
export interface EvmOperation {
  readonly nonce: bigint;
  /** All of them, or none. */
  readonly calls: readonly EvmCall[];
  /** Deploys the account before the calls; `null` if it is deployed. */
  readonly deployment: Deployment | null;
  readonly callGas: bigint;
  readonly verificationGas: bigint;
  readonly preVerificationGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** `null`: the account pays. */
  readonly paymaster: Paymaster | null;
}

interface OnChain {
  /** CAIP-2. */
  readonly chainId: string;
  readonly address: string;
}

interface MaybeSmart {
  /** The address is that of a smart account, whose signatures are valid for it only. Absent: the address of a key. */
  readonly isSmart?: true;
}

interface MaybeOfApp {
  /** The app has made the operation, and chosen who pays for it. Absent: the wallet has. */
  readonly isOfApp?: true;
}

/** What the user approves: all that is signed. It goes from the frame to the window and is the same in both. */
export type ApprovalRequest =
  | (OnChain & MaybeSmart & { readonly kind: 'evm-message'; readonly message: Hex })
  | (OnChain & MaybeSmart & { readonly kind: 'evm-typed-data'; readonly json: string })
  | (OnChain & MaybeOfApp & { readonly kind: 'evm-operation'; readonly operation: EvmOperation })
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
