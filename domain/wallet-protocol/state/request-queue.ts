import { isExpired } from '../primitives.js';

/** Pause after a request has left the wallet's screen, before the next one is emitted. */
export const NEXT_REQUEST_DELAY_MS = 1_000;

/** Identifies a request. The topic is needed, because two peers may use the same id. */
export interface RequestKey {
  readonly id: number;
  readonly topic: string;
}

/** A pending request. Additional members are kept. */
export interface QueuedRequest extends RequestKey {
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** Queue of pending session requests. */
export interface RequestQueue<Request extends QueuedRequest> {
  /** `active` from emitting a request until {@link NEXT_REQUEST_DELAY_MS} after it was removed. */
  readonly status: 'idle' | 'active';
  /** The emitted request without a response; `null` while idle and during the pause. */
  readonly head: Request | null;
  /** All requests without a response, including the head, in the order in which they are emitted. */
  readonly requests: readonly Request[];
  /** True once stored requests are loaded. Nothing is emitted before, so that the oldest comes first. */
  readonly isLoaded: boolean;
  /** True if requests are emitted one at a time. */
  readonly isSequential: boolean;
}

/** Events of the queue. */
export type QueueEvent<Request extends QueuedRequest> =
  /** Stored requests were loaded. Emitted once, also with an empty list. */
  | { readonly type: 'loaded'; readonly requests: readonly Request[] }
  /** A request was received. Duplicates are ignored, because a relay may deliver a request again. */
  | { readonly type: 'arrived'; readonly request: Request }
  /** The wallet has responded. The order does not matter. */
  | { readonly type: 'answered'; readonly request: RequestKey }
  /** The pause of a `pause` effect has elapsed. */
  | { readonly type: 'pause-elapsed' }
  /** The session was deleted, so its requests need no response. */
  | { readonly type: 'session-deleted'; readonly topic: string }
  /** Time has passed: requests may have expired. */
  | { readonly type: 'time-passed' };

/** Why a request was removed. */
export type RemovalReason = 'answered' | 'expired' | 'session-deleted';

/** Effects of a transition, to run in this order. */
export type QueueEffect<Request extends QueuedRequest> =
  /** Delete the request's record; for `expired` also emit its event. */
  | { readonly type: 'remove'; readonly request: Request; readonly reason: RemovalReason }
  /** Send `pause-elapsed` after this delay. There is at most one pause. */
  | { readonly type: 'pause'; readonly delayMs: number }
  /** Emit the request to the wallet. */
  | { readonly type: 'emit'; readonly request: Request };

export interface QueueTransition<Request extends QueuedRequest> {
  readonly queue: RequestQueue<Request>;
  readonly effects: readonly QueueEffect<Request>[];
}

/** Creates the initial queue. @param disableRequestQueue emits every request immediately. Default `false` */
export const createRequestQueue = <Request extends QueuedRequest>(disableRequestQueue = false): RequestQueue<Request> => ({
  status: 'idle',
  head: null,
  requests: [],
  isLoaded: false,
  isSequential: !disableRequestQueue,
});

const isSame = (a: RequestKey, b: RequestKey): boolean => a.id === b.id && a.topic === b.topic;

const mergeRequests = <Request extends QueuedRequest>(queue: readonly Request[], event: QueueEvent<Request>): readonly Request[] => {
  if (event.type === 'arrived') return queue.some((queued) => isSame(queued, event.request)) ? queue : [...queue, event.request];
  if (event.type !== 'loaded') return queue;
  // Of two duplicates the one already in the queue is kept.
  const all = new Map([...event.requests, ...queue].map((request) => [`${request.topic}/${request.id}`, request]));
  return [...all.values()].sort((a, b) => a.id - b.id);
};

const removalReasonOf = <Request extends QueuedRequest>(
  request: Request,
  event: QueueEvent<Request>,
  nowMs: number,
): RemovalReason | null => {
  // A response counts even if the expiry has just passed, because the peer has received it.
  if (event.type === 'answered' && isSame(event.request, request)) return 'answered';
  if (event.type === 'session-deleted' && event.topic === request.topic) return 'session-deleted';
  return isExpired(request.expiry, nowMs) ? 'expired' : null;
};

/**
 * Computes the next state of the queue. Emits one request at a time, and the next one a second after the previous one got a response, expired
 * or lost its session, because a wallet closes one screen before it opens another. Expired requests are never emitted, even if the device
 * was asleep when they expired.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export const queueTransition = <Request extends QueuedRequest>(
  queue: RequestQueue<Request>,
  event: QueueEvent<Request>,
  nowMs: number,
): QueueTransition<Request> => {
  const isLoaded = queue.isLoaded || event.type === 'loaded';
  const effects: QueueEffect<Request>[] = [];
  const requests = mergeRequests(queue.requests, event).filter((request) => {
    const reason = removalReasonOf(request, event, nowMs);
    if (reason !== null) effects.push({ type: 'remove', request, reason });
    return reason === null;
  });
  const isHeadRetained = queue.head !== null && requests.includes(queue.head);
  const isPauseElapsed = event.type === 'pause-elapsed' && queue.head === null;
  let { status } = queue;
  let head = isHeadRetained ? queue.head : null;
  if (queue.head !== null && !isHeadRetained) effects.push({ type: 'pause', delayMs: NEXT_REQUEST_DELAY_MS });
  else if (isPauseElapsed) status = 'idle';
  if (isLoaded && !queue.isSequential) {
    const alreadyEmitted = queue.isLoaded ? queue.requests : [];
    for (const request of requests) if (!alreadyEmitted.includes(request)) effects.push({ type: 'emit', request });
  } else if (isLoaded && status === 'idle' && requests[0] !== undefined) {
    head = requests[0];
    status = 'active';
    effects.push({ type: 'emit', request: head });
  }
  return { queue: { ...queue, status, head, requests, isLoaded }, effects };
};
