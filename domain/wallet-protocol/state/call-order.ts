/** A request that applies only if no newer one of its kind was executed: an update, or an event by name. */
export type OrderedCall = { readonly type: 'update' } | { readonly type: 'event'; readonly name: string };

/** The newest executed requests of a kind, all from the same millisecond. */
interface NewestCalls {
  readonly kind: string;
  readonly ids: readonly number[];
}

/**
 * Last executed requests of one session, in memory only: if a peer's clock was ahead once, persisting it would block that peer's later
 * requests.
 */
export type CallOrder = readonly NewestCalls[];

export const EMPTY_CALL_ORDER: CallOrder = [];

/**
 * - `newer`: execute it, then call `recordExecuted`.
 * - `again`: already executed and delivered again because the response did not arrive. Only send the response.
 * - `older`: a newer one was executed. Reject an update; ignore an event.
 */
export type CallRecency = 'newer' | 'again' | 'older';

const kindOf = (call: OrderedCall): string => (call.type === 'update' ? 'update' : `event ${call.name}`);

/** Ids are the time in milliseconds and three random digits, which do not define an order. */
const timeOf = (id: number): number => Math.floor(id / 1_000);

/** Compares a received request with the last executed ones. @param id safe integer, from `readRpcMessage` */
export const recencyOf = (order: CallOrder, call: OrderedCall, id: number): CallRecency => {
  const [newest, ...others] = order.find((entry) => entry.kind === kindOf(call))?.ids ?? [];
  if (newest === undefined) return 'newer';
  if (id === newest || others.includes(id)) return 'again';
  return timeOf(id) < timeOf(newest) ? 'older' : 'newer';
};

/** Records an executed request. Do not record a request that a rule rejected, because it would block an older valid one. */
export const recordExecuted = (order: CallOrder, call: OrderedCall, id: number): CallOrder => {
  if (recencyOf(order, call, id) !== 'newer') return order;
  const kind = kindOf(call);
  const [newest, ...others] = order.find((entry) => entry.kind === kind)?.ids ?? [];
  const ids = newest !== undefined && timeOf(newest) === timeOf(id) ? [newest, ...others, id] : [id];
  return [...order.filter((entry) => entry.kind !== kind), { kind, ids }];
};
