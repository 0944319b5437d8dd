import * as v from 'valibot';
import { read } from '../wire.js';
import type { VerifyContext } from './origin/verify-context.js';
import { textSchema } from './primitives.js';
import { type CallAnswer, callAnswerSchema } from './state/call-history.js';
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

const requestSchema = v.looseObject({
  id: v.number(),
  topic: textSchema,
  expiry: v.number(),
  params: v.looseObject({ chainId: textSchema, request: v.looseObject({ method: textSchema }) }),
  verifyContext: v.looseObject({ verified: v.looseObject({}) }),
  answer: v.optional(callAnswerSchema),
});

/** Reads a stored session request; `null` for what is none. A stored record is this client's own writing: what is checked is that it is whole. */
export const readStoredRequest = (value: unknown): PendingRequest | null => read(requestSchema, value) as PendingRequest | null;
