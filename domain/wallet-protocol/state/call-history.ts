import * as v from 'valibot';
import type { RpcErrorObject } from '../json-rpc.js';
import { isOver } from '../primitives.js';

/** How many calls of one topic are remembered. A relay keeps far fewer for a client that is away. */
export const HISTORY_LIMIT = 500;
/** How long a call is remembered: 30 days, longer than a relay keeps any. */
export const HISTORY_TTL_S = 2_592_000;

/** What a call was answered with. */
export type CallAnswer = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** The answer in a record: this client's own writing, checked to be whole. */
export const callAnswerSchema = v.union([
  v.looseObject({ result: v.unknown() }),
  v.looseObject({ error: v.looseObject({}) }),
]) as v.GenericSchema<unknown, CallAnswer>;

/** A call that came in. Plain data: the answered ones are stored, each in a record of its own. */
export interface HeardCall {
  readonly id: number;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** `null` while it has none. */
  readonly answer: CallAnswer | null;
}

/** The record of an answered call, with how its answer travels. It is this client's own writing, checked to be whole. */
export const heardCallSchema = v.looseObject({
  id: v.number(),
  expiry: v.number(),
  answer: callAnswerSchema,
  way: v.optional(v.looseObject({ topic: v.string() })),
  kind: v.optional(v.picklist(['response', 'reject', 'autoReject'])),
});

/** The calls that came in on one topic, the oldest first. The ids of another topic's peer are no concern of it. */
export type CallHistory = readonly HeardCall[];

/** No call came in yet. */
export const NOTHING_HEARD: CallHistory = [];

/** A move's outcome. */
export interface HistoryMove {
  readonly history: CallHistory;
  /** Ids whose record has no use any more. */
  readonly forgotten: readonly number[];
}

/**
 * - `new`: nobody remembers it. It is heard, then carried out.
 * - `unanswered`: it is being worked on, or waits for the person. Nothing is done.
 * - `answered`: it is delivered once more, because the answer did not arrive. The same answer is sent again, and nothing else is done.
 */
export type CallState =
  | { readonly type: 'new' }
  | { readonly type: 'unanswered' }
  | { readonly type: 'answered'; readonly answer: CallAnswer };

/** What is known of a call that comes in. */
export const callStateOf = (history: CallHistory, id: number, nowMs: number): CallState => {
  const known = history.find((call) => call.id === id);
  if (known === undefined || isOver(known.expiry, nowMs)) return { type: 'new' };
  return known.answer === null ? { type: 'unanswered' } : { type: 'answered', answer: known.answer };
};

/** Keeps the calls within their time and within the limit. The oldest answered ones go first, then the oldest that wait: never the newest. */
const bounded = (calls: CallHistory, nowMs: number): HistoryMove => {
  const going = new Set(calls.filter((call) => isOver(call.expiry, nowMs)));
  const tooMany = calls.length - going.size - HISTORY_LIMIT;
  if (tooMany > 0) {
    const others = calls.filter((call) => !going.has(call));
    const inTurn = [...others.filter(({ answer }) => answer !== null), ...others.filter(({ answer }) => answer === null)];
    for (const call of inTurn.slice(0, tooMany)) going.add(call);
  }
  return { history: calls.filter((call) => !going.has(call)), forgotten: [...going].map((call) => call.id) };
};

/** Takes down that a call came in. One that is known stays as it is. */
export const hearCall = (history: CallHistory, id: number, nowMs: number): HistoryMove => {
  if (callStateOf(history, id, nowMs).type !== 'new') return { history, forgotten: [] };
  const call: HeardCall = { id, expiry: Math.floor(nowMs / 1_000) + HISTORY_TTL_S, answer: null };
  return bounded([...history.filter((known) => known.id !== id), call], nowMs);
};

/**
 * Takes down what a call is answered with, before the answer is sent: a page that is killed in between gives the same answer when the call
 * is delivered once more, and does not ask the person again. A second answer replaces the first: it is given where the first was not sent.
 */
export const answerCall = (history: CallHistory, id: number, answer: CallAnswer, nowMs: number): HistoryMove => {
  const { history: heard, forgotten } = hearCall(history, id, nowMs);
  return { history: heard.map((call) => (call.id === id ? { ...call, answer } : call)), forgotten };
};

/**
 * Takes up what was stored, after a restart. Calls without an answer are not among it: who worked on them is gone, so that they are carried
 * out when they are delivered once more. Requests that wait for the person are known to the queue.
 */
export const loadHistory = (history: CallHistory, stored: readonly HeardCall[], nowMs: number): HistoryMove => {
  const known = new Set(history.map((call) => call.id));
  const older = stored.filter((call) => !known.has(call.id)).sort((a, b) => a.expiry - b.expiry || a.id - b.id);
  return bounded([...older, ...history], nowMs);
};
