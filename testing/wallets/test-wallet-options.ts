/** Approval of a test wallet's prompts: automatically, or only by `approve()`. */
export type TestWalletApproval = 'immediate' | 'manual';

/** A request that a test wallet received. */
export interface TestWalletRequest {
  readonly method: string;
  readonly params: unknown;
}

/** Scripted response to the next request of a method. */
export type TestWalletResponse =
  | { readonly result: unknown }
  | {
      readonly error: { readonly code?: number | string; readonly name?: string; readonly message?: string; readonly data?: unknown };
    }
  /** No response. */
  | 'never'
  /** The normal response, once `approve()` is called, regardless of the approval mode. */
  | 'late'
  /** The normal response with duplicates: of each output (Solana), else of the accounts event. */
  | 'twice'
  /** The wallet disconnects during the request, which fails. */
  | 'drop';
