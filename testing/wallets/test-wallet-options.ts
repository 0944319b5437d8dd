/** Whether the owner of a test wallet approves prompts at once or only by `approve()`. */
export type TestWalletApproval = 'at-once' | 'by-hand';

/** One request that a test wallet got. */
export interface TestWalletRequest {
  readonly method: string;
  readonly params: unknown;
}

/** How the next request of a method is answered instead of truthfully. */
export type TestWalletAnswer =
  | { readonly result: unknown }
  | {
      readonly error: { readonly code?: number | string; readonly name?: string; readonly message?: string; readonly data?: unknown };
    }
  /** Not at all. */
  | 'never'
  /** Truthfully, once `approve()` is called, whatever the approval mode. */
  | 'late'
  /** Truthfully, and twice: what the answer lists, or else what the site hears of the accounts. */
  | 'twice'
  /** The wallet goes away while it is asked: what it shared is gone, and the request fails. */
  | 'drop';
