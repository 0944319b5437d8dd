/** A call that counts only as long as no newer one of its kind was carried out: an update, or an event by its name. */
export type OrderedCall = { readonly type: 'update' } | { readonly type: 'event'; readonly name: string };

/** The newest calls of a kind that were carried out: all of them were made in one millisecond. */
interface Newest {
  readonly of: string;
  readonly ids: readonly number[];
}

/**
 * What was carried out last on one session's topic. It ends with the session, and with the page: a peer whose clock once ran ahead would
 * otherwise never be heard again.
 */
export type CallOrder = readonly Newest[];

/** Nothing was carried out yet. */
export const NOTHING_CARRIED_OUT: CallOrder = [];

/**
 * - `newer`: it is carried out. Then it is `carriedOut`.
 * - `again`: it was carried out already and is delivered once more, because the answer did not arrive: it is answered, and nothing else.
 * - `older`: a newer one was carried out. An update is refused, an event is let go without a word, and nothing else.
 */
export type CallPlace = 'newer' | 'again' | 'older';

const kindOf = (call: OrderedCall): string => (call.type === 'update' ? 'update' : `event ${call.name}`);

/** Ids are the time in milliseconds and three random digits; the digits say nothing about the order. */
const timeOf = (id: number): number => Math.floor(id / 1_000);

/** The place of a call that comes in. @param id safe integer, as `readRpcMessage` gives it */
export const placeOf = (order: CallOrder, call: OrderedCall, id: number): CallPlace => {
  const [newest, ...others] = order.find((known) => known.of === kindOf(call))?.ids ?? [];
  if (newest === undefined) return 'newer';
  if (id === newest || others.includes(id)) return 'again';
  return timeOf(id) < timeOf(newest) ? 'older' : 'newer';
};

/**
 * Takes down that a call was carried out. One that the rules refuse is not: it must not stand in the way of an older one that they let
 * through.
 */
export const carriedOut = (order: CallOrder, call: OrderedCall, id: number): CallOrder => {
  if (placeOf(order, call, id) !== 'newer') return order;
  const of = kindOf(call);
  const [newest, ...others] = order.find((known) => known.of === of)?.ids ?? [];
  const ids = newest !== undefined && timeOf(newest) === timeOf(id) ? [newest, ...others, id] : [id];
  return [...order.filter((known) => known.of !== of), { of, ids }];
};
