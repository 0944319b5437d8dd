import type { VerifyContext } from './origin/verify-context.js';
import type { CallAnswer } from './state/call-history.js';
import type { QueuedRequest } from './state/request-queue.js';

/** A session request that waits for this wallet's answer. `expiry` is in seconds since 1970. */
export interface PendingRequest extends QueuedRequest {
  readonly params: {
    readonly request: { readonly method: string; readonly params: unknown; readonly expiryTimestamp?: number };
    /** CAIP-2. */
    readonly chainId: string;
  };
  readonly verifyContext: VerifyContext;
  /** Set once the wallet has answered, until the relay has the answer: the next page sends it, and asks nobody again. */
  readonly answer?: CallAnswer;
}
