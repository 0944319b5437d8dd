import { isOver } from '../primitives.js';
import { SDK_ERRORS } from '../protocol-errors.js';
import type { DeletedKind } from '../rules/record-faults.js';

/**
 * What is taken away, wherever there is one: `settling` is the topic of a session that the wallet agreed to and did not settle, with its key
 * and subscription; `requests` are those in the queue; `calls` are history and order of the topic.
 */
export type Leftover = 'subscription' | 'settling' | 'own-key' | 'topic-key' | 'requests' | 'calls' | 'deep-link' | 'record';

/** What the host hears, as the official clients name it. */
export type ExpiryEvent =
  | { readonly name: 'session_delete'; readonly data: { readonly id: number; readonly topic: string } }
  | { readonly name: 'session_expire' | 'pairing_expire'; readonly data: { readonly topic: string } }
  | { readonly name: 'proposal_expire' | 'session_request_expire'; readonly data: { readonly id: number } };

/** How something ends whose time is over. */
export interface Ending<Key extends string | number> {
  /** What goes with it, in this order. The record is the last: a page that is killed before it ends the same thing again. */
  readonly deletes: readonly Leftover[];
  /** What it is remembered as among the recently deleted; `null` where it is not. */
  readonly remembered: DeletedKind | null;
  /** What those are told who wait for an answer to it; `null` where nobody does. */
  readonly tells: { readonly code: number; readonly message: string } | null;
  /** Emitted after all that, in this order. */
  readonly events: (key: Key) => readonly ExpiryEvent[];
}

/** By what each kind is known: its topic or its id. */
interface Keys {
  request: number;
  proposal: number;
  auth: number;
  session: string;
  pairing: string;
}

/** What has a time of its own. */
export type ExpiryKind = keyof Keys;

/**
 * Everything of the protocol that ends by itself. Of several that end in one second the upper ones end first: a request is told of before its
 * session takes it away.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-events
 */
export const EXPIRY_TABLE: { readonly [Kind in ExpiryKind]: Ending<Keys[Kind]> } = {
  // A wallet loses the request from its queue; an app's `request()` ends.
  request: {
    deletes: ['record'],
    remembered: 'request',
    // -32000 is the server error of JSON-RPC: the protocol has no number for it.
    tells: { code: -32_000, message: 'Request expired. Please try again.' },
    events: (id) => [{ name: 'session_request_expire', data: { id } }],
  },
  // `approval()` of an app's `connect()` ends. `authenticate()` goes on without its fallback.
  proposal: {
    deletes: ['settling', 'own-key', 'record'],
    remembered: 'proposal',
    tells: { code: 0, message: 'Proposal expired' },
    events: (id) => [{ name: 'proposal_expire', data: { id } }],
  },
  // `authenticate()` ends. The protocol has no event for it, and a later use finds no request of that id.
  auth: {
    deletes: ['subscription', 'own-key', 'record'],
    remembered: null,
    tells: { code: 0, message: 'Request expired' },
    events: () => [],
  },
  // Unsubscribed before the keys go: nothing may come in that cannot be opened. Hosts hear of the end as of any other, then of the reason.
  session: {
    deletes: ['subscription', 'requests', 'calls', 'own-key', 'topic-key', 'deep-link', 'record'],
    remembered: 'session',
    tells: SDK_ERRORS.USER_DISCONNECTED,
    events: (topic) => [
      { name: 'session_delete', data: { id: 0, topic } },
      { name: 'session_expire', data: { topic } },
    ],
  },
  pairing: {
    deletes: ['subscription', 'calls', 'topic-key', 'record'],
    remembered: 'pairing',
    tells: null,
    events: (topic) => [{ name: 'pairing_expire', data: { topic } }],
  },
};

/** Something that ends by itself. */
export type ExpiryTarget<Expiring extends ExpiryKind = ExpiryKind> = {
  readonly [Kind in Expiring]: {
    readonly kind: Kind;
    /** The topic of a session or pairing, the id of the others. */
    readonly key: Keys[Kind];
    /** Seconds since 1970. */
    readonly expiry: number;
  };
}[Expiring];

const KINDS = Object.keys(EXPIRY_TABLE);

/** An expiry that is no number is reached. */
const secondsOf = ({ expiry }: ExpiryTarget): number => (Number.isNaN(expiry) ? Number.NEGATIVE_INFINITY : expiry);

const byExpiry = (one: ExpiryTarget, other: ExpiryTarget): number => {
  const [first, second] = [secondsOf(one), secondsOf(other)];
  return first === second ? KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) : first < second ? -1 : 1;
};

/** What is over, in the order in which it ends. */
export const overTargets = (targets: readonly ExpiryTarget[], nowMs: number): readonly ExpiryTarget[] =>
  targets.filter(({ expiry }) => isOver(expiry, nowMs)).sort(byExpiry);

/** Timers of browsers overflow beyond 2^31 ms. A longer wait is made of several. */
const LONGEST_WAIT_MS = 2_000_000_000;

/** How long to wait before something may be over, in milliseconds; `null` where nothing ends. */
export const nextExpiryDelay = (targets: readonly ExpiryTarget[], nowMs: number): number | null => {
  if (targets.length === 0) return null;
  const next = targets.reduce((soonest, target) => Math.min(soonest, secondsOf(target)), Number.POSITIVE_INFINITY);
  return Math.min(Math.max(0, Math.ceil(next * 1_000 - nowMs)), LONGEST_WAIT_MS);
};

/** What the host hears when something ends. */
export const expiryEventsOf = <Kind extends ExpiryKind>({ kind, key }: ExpiryTarget<Kind>): readonly ExpiryEvent[] =>
  EXPIRY_TABLE[kind].events(key);
