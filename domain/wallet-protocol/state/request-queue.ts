import { isOver } from '../primitives.js';

/** How long a wallet has after a request has left its screen, before it is handed the next one. */
export const NEXT_REQUEST_DELAY_MS = 1_000;

/** By what a request is known. Two peers may use one id: the topic belongs to it. */
export interface RequestKey {
  readonly id: number;
  readonly topic: string;
}

/** A request that a wallet has to answer. Whatever else belongs to it is handed on as it is. */
export interface QueuedRequest extends RequestKey {
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** The session requests that wait for a wallet's answer. */
export interface RequestQueue<Request extends QueuedRequest> {
  /** `active` from the moment that a request is handed over until {@link NEXT_REQUEST_DELAY_MS} after it has gone. */
  readonly status: 'idle' | 'active';
  /** The request that was handed over and is not answered; `null` while idle and in the pause after an answer. */
  readonly head: Request | null;
  /** All that are unanswered, the head included, in the order in which they are handed over. */
  readonly requests: readonly Request[];
  /** Whether what was stored is in it: nothing is handed over before, so that the oldest comes first. */
  readonly isLoaded: boolean;
  /** Whether requests are handed over one at a time. */
  readonly isOneByOne: boolean;
}

/** Everything that moves the queue. */
export type QueueEvent<Request extends QueuedRequest> =
  /** What was stored and not answered when the page went. Comes once, also where nothing was stored. */
  | { readonly type: 'loaded'; readonly requests: readonly Request[] }
  /** A peer asks. One that is in the queue already changes nothing: a relay may deliver it again. */
  | { readonly type: 'arrived'; readonly request: Request }
  /** The wallet has answered, in whatever order. */
  | { readonly type: 'answered'; readonly request: RequestKey }
  /** The pause of a `pause` effect is over. */
  | { readonly type: 'pause-over' }
  /** The session of the topic is gone, and nobody waits for these answers any more. */
  | { readonly type: 'session-gone'; readonly topic: string }
  /** Time has passed: an expiry may be reached. */
  | { readonly type: 'time-passed' };

/** Why a request is no longer in the queue. */
export type RequestEnd = 'answered' | 'expired' | 'session-gone';

/** What the application has to do after a move, in this order. */
export type QueueEffect<Request extends QueuedRequest> =
  /** The request is over: its record goes; for `expired` its event is emitted. */
  | { readonly type: 'remove'; readonly request: Request; readonly end: RequestEnd }
  /** `pause-over` is to come after so many milliseconds. There is never more than one pause. */
  | { readonly type: 'pause'; readonly delayMs: number }
  /** The request is handed over to the wallet. */
  | { readonly type: 'emit'; readonly request: Request };

/** A move's outcome. */
export interface QueueMove<Request extends QueuedRequest> {
  readonly queue: RequestQueue<Request>;
  readonly effects: readonly QueueEffect<Request>[];
}

/** The queue of a client that has just started. @param disableRequestQueue hands every request over at once. Default `false` */
export const newRequestQueue = <Request extends QueuedRequest>(disableRequestQueue = false): RequestQueue<Request> => ({
  status: 'idle',
  head: null,
  requests: [],
  isLoaded: false,
  isOneByOne: !disableRequestQueue,
});

const isSame = (one: RequestKey, other: RequestKey): boolean => one.id === other.id && one.topic === other.topic;

const joined = <Request extends QueuedRequest>(queue: readonly Request[], event: QueueEvent<Request>): readonly Request[] => {
  if (event.type === 'arrived') return queue.some((known) => isSame(known, event.request)) ? queue : [...queue, event.request];
  if (event.type !== 'loaded') return queue;
  // The last of two that are the same stays: the one that is in the queue already.
  const all = new Map([...event.requests, ...queue].map((request) => [`${request.topic}/${request.id}`, request]));
  return [...all.values()].sort((a, b) => a.id - b.id);
};

const endOf = <Request extends QueuedRequest>(request: Request, event: QueueEvent<Request>, nowMs: number): RequestEnd | null => {
  // An answer counts although the expiry has just been reached: the peer has it.
  if (event.type === 'answered' && isSame(event.request, request)) return 'answered';
  if (event.type === 'session-gone' && event.topic === request.topic) return 'session-gone';
  return isOver(request.expiry, nowMs) ? 'expired' : null;
};

/**
 * Moves the queue of session requests. One request at a time is handed over; the next one a second after it has gone, whether it was
 * answered, expired, or its session ended: a wallet takes one screen down before it shows another. A request that is over is never handed
 * over, also where the page slept through its expiry.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export const moveQueue = <Request extends QueuedRequest>(
  queue: RequestQueue<Request>,
  event: QueueEvent<Request>,
  nowMs: number,
): QueueMove<Request> => {
  const isLoaded = queue.isLoaded || event.type === 'loaded';
  const effects: QueueEffect<Request>[] = [];
  const requests = joined(queue.requests, event).filter((request) => {
    const end = endOf(request, event, nowMs);
    if (end !== null) effects.push({ type: 'remove', request, end });
    return end === null;
  });
  const stays = queue.head !== null && requests.includes(queue.head);
  const isPauseOver = event.type === 'pause-over' && queue.head === null;
  let { status } = queue;
  let head = stays ? queue.head : null;
  if (queue.head !== null && !stays) effects.push({ type: 'pause', delayMs: NEXT_REQUEST_DELAY_MS });
  else if (isPauseOver) status = 'idle';
  if (isLoaded && !queue.isOneByOne) {
    const known = queue.isLoaded ? queue.requests : [];
    for (const request of requests) if (!known.includes(request)) effects.push({ type: 'emit', request });
  } else if (isLoaded && status === 'idle' && requests[0] !== undefined) {
    head = requests[0];
    status = 'active';
    effects.push({ type: 'emit', request: head });
  }
  return { queue: { ...queue, status, head, requests, isLoaded }, effects };
};
