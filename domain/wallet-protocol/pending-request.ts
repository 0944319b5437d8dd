import * as v from 'valibot';
import { parseOrNull } from '../wire.js';
import type { VerifyContext } from './origin/verify-context.js';
import { nonEmptyStringSchema } from './primitives.js';
import { type CallResponse, callResponseSchema } from './state/call-history.js';
import type { QueuedRequest } from './state/request-queue.js';

/** A session request that the wallet has not responded to. `expiry` is in seconds since 1970. */
export interface PendingRequest extends QueuedRequest {
  readonly params: {
    readonly request: { readonly method: string; readonly params: unknown; readonly expiryTimestamp?: number };
    /** CAIP-2. */
    readonly chainId: string;
  };
  readonly verifyContext: VerifyContext;
  /** The response until the relay has accepted it. It is sent after a reload, without asking the user again. */
  readonly answer?: CallResponse;
}

const requestSchema = v.looseObject({
  id: v.number(),
  topic: nonEmptyStringSchema,
  expiry: v.number(),
  params: v.looseObject({ chainId: nonEmptyStringSchema, request: v.looseObject({ method: nonEmptyStringSchema }) }),
  verifyContext: v.looseObject({ verified: v.looseObject({}) }),
  answer: v.optional(callResponseSchema),
});

/** Reads a stored session request; `null` if it is invalid. Checks only completeness, because this engine wrote it. */
export const readStoredRequest = (value: unknown): PendingRequest | null => parseOrNull(requestSchema, value) as PendingRequest | null;
