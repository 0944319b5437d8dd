/** A user operation of a smart account that was sent, as the device remembers it. */
export interface SentOperation {
  /** Id of the calls, as the app knows it. */
  readonly id: string;
  /** Hash of the operation. */
  readonly hash: `0x${string}`;
  /** CAIP-2. */
  readonly chainId: string;
  readonly sender: string;
  /** Decimal. */
  readonly nonce: string;
  /** Number of the newest block before it was sent, in hex. */
  readonly fromBlock: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** It was included or replaced: it needs no more attention. */
  readonly isSettled: boolean;
}
