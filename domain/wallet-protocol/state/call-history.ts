import * as v from 'valibot';
import type { RpcErrorObject } from '../json-rpc.js';
import { isExpired } from '../primitives.js';

/** Maximum number of stored requests per topic. A relay keeps far fewer for an offline client. */
export const HISTORY_LIMIT = 500;
/** How long a request is stored: 30 days, longer than a relay keeps messages. */
export const HISTORY_TTL_S = 2_592_000;

/** The response to a request. */
export type CallResponse = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** A stored response. Checks only completeness, because this client wrote it. */
export const callResponseSchema = v.union([
  v.looseObject({ result: v.unknown() }),
  v.looseObject({ error: v.looseObject({}) }),
]) as v.GenericSchema<unknown, CallResponse>;

/** A received request as plain data. Those with a response are stored in one record each. */
export interface ReceivedCall {
  readonly id: number;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** `null` until there is a response. */
  readonly answer: CallResponse | null;
}

/** A stored request with its response and the delivery of that response. Checks only completeness, because this client wrote it. */
export const receivedCallSchema = v.looseObject({
  id: v.number(),
  expiry: v.number(),
  answer: callResponseSchema,
  way: v.optional(v.looseObject({ topic: v.string() })),
  kind: v.optional(v.picklist(['response', 'reject', 'autoReject'])),
});

/** Received requests of one topic, oldest first. Ids are unique only per topic. */
export type CallHistory = readonly ReceivedCall[];

export const EMPTY_HISTORY: CallHistory = [];

/** Result of a history operation. */
export interface HistoryTransition {
  readonly history: CallHistory;
  /** Ids of stale records. */
  readonly removedIds: readonly number[];
}

/**
 * - `new`: unknown. The request is handled.
 * - `pending`: being handled, or waiting for the user. Do nothing.
 * - `responded`: delivered again because the response did not arrive. Send the same response again.
 */
export type CallState =
  | { readonly type: 'new' }
  | { readonly type: 'pending' }
  | { readonly type: 'responded'; readonly response: CallResponse };

/** Looks up a received request. */
export const callStateOf = (history: CallHistory, id: number, nowMs: number): CallState => {
  const received = history.find((call) => call.id === id);
  if (received === undefined || isExpired(received.expiry, nowMs)) return { type: 'new' };
  return received.answer === null ? { type: 'pending' } : { type: 'responded', response: received.answer };
};

/** Removes expired requests and those above the limit: oldest ones with a response first, then oldest pending ones, never the newest. */
const trimHistory = (calls: CallHistory, nowMs: number): HistoryTransition => {
  const removed = new Set(calls.filter((call) => isExpired(call.expiry, nowMs)));
  const excess = calls.length - removed.size - HISTORY_LIMIT;
  if (excess > 0) {
    const others = calls.filter((call) => !removed.has(call));
    const removalOrder = [...others.filter(({ answer }) => answer !== null), ...others.filter(({ answer }) => answer === null)];
    for (const call of removalOrder.slice(0, excess)) removed.add(call);
  }
  return { history: calls.filter((call) => !removed.has(call)), removedIds: [...removed].map((call) => call.id) };
};

/** Adds a received request. A known one is unchanged. */
export const recordCall = (history: CallHistory, id: number, nowMs: number): HistoryTransition => {
  if (callStateOf(history, id, nowMs).type !== 'new') return { history, removedIds: [] };
  const call: ReceivedCall = { id, expiry: Math.floor(nowMs / 1_000) + HISTORY_TTL_S, answer: null };
  return trimHistory([...history.filter((each) => each.id !== id), call], nowMs);
};

/**
 * Stores the response to a request. Call this before sending it: if the app is closed in between, a repeated request gets the same
 * response without asking the user again. A second response replaces the first, in case the first was not sent.
 */
export const recordResponse = (history: CallHistory, id: number, response: CallResponse, nowMs: number): HistoryTransition => {
  const { history: recorded, removedIds } = recordCall(history, id, nowMs);
  return { history: recorded.map((call) => (call.id === id ? { ...call, answer: response } : call)), removedIds };
};

/**
 * Restores stored requests after a restart. Pending ones are not stored: their handlers are gone, so they are handled when delivered
 * again. Requests that wait for the user are stored in the queue.
 */
export const restoreHistory = (history: CallHistory, stored: readonly ReceivedCall[], nowMs: number): HistoryTransition => {
  const currentIds = new Set(history.map((call) => call.id));
  const older = stored.filter((call) => !currentIds.has(call.id)).sort((a, b) => a.expiry - b.expiry || a.id - b.id);
  return trimHistory([...older, ...history], nowMs);
};
