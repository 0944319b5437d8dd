import { isExpired } from '../primitives.js';
import { SDK_ERRORS } from '../protocol-errors.js';
import type { DeletedKind } from '../rules/record-faults.js';

/**
 * Data to delete, if present. `settling` is the topic of an approved but unsettled session with its key and subscription; `requests` are
 * the queued ones; `calls` are the topic's history and order.
 */
export type ExpiryCleanup = 'subscription' | 'settling' | 'own-key' | 'topic-key' | 'requests' | 'calls' | 'deep-link' | 'record';

/** Expiry events, named as in the official clients. */
export type ExpiryEvent =
  | { readonly name: 'session_delete'; readonly data: { readonly id: number; readonly topic: string } }
  | { readonly name: 'session_expire' | 'pairing_expire'; readonly data: { readonly topic: string } }
  | { readonly name: 'proposal_expire' | 'session_request_expire'; readonly data: { readonly id: number } };

/** Action when a record expires. */
export interface ExpiryRule<Key extends string | number> {
  /** Data to delete, in this order. The record comes last, so that an interrupted cleanup is repeated. */
  readonly deletes: readonly ExpiryCleanup[];
  /** Kind among the recently deleted records; `null` for none. */
  readonly deletedKind: DeletedKind | null;
  /** Error for callers that wait for a response; `null` if there are none. */
  readonly error: { readonly code: number; readonly message: string } | null;
  /** Events to emit afterwards, in this order. */
  readonly events: (key: Key) => readonly ExpiryEvent[];
}

/** Key type by kind: topic or id. */
interface Keys {
  request: number;
  proposal: number;
  auth: number;
  session: string;
  pairing: string;
}

/** Records with an expiry. */
export type ExpiryKind = keyof Keys;

/**
 * Everything in the protocol that expires. Records that expire in the same second expire in this order: a request is reported before its
 * session deletes it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-events
 */
export const EXPIRY_TABLE: { readonly [Kind in ExpiryKind]: ExpiryRule<Keys[Kind]> } = {
  // Wallet: removes the request from the queue. App: rejects `request()`.
  request: {
    deletes: ['record'],
    deletedKind: 'request',
    // -32000 is JSON-RPC's server error: the protocol has no code for it.
    error: { code: -32_000, message: 'Request expired. Please try again.' },
    events: (id) => [{ name: 'session_request_expire', data: { id } }],
  },
  // Rejects `approval()` of `connect()`. `authenticate()` continues without its fallback.
  proposal: {
    deletes: ['settling', 'own-key', 'record'],
    deletedKind: 'proposal',
    error: { code: 0, message: 'Proposal expired' },
    events: (id) => [{ name: 'proposal_expire', data: { id } }],
  },
  // Rejects `authenticate()`. The protocol has no event for it, and the id is not found afterwards.
  auth: {
    deletes: ['subscription', 'own-key', 'record'],
    deletedKind: null,
    error: { code: 0, message: 'Request expired' },
    events: () => [],
  },
  // Unsubscribes before deleting the keys, so that no message arrives that cannot be decrypted. Emits session_delete as for any other
  // disconnect, then session_expire.
  session: {
    deletes: ['subscription', 'requests', 'calls', 'own-key', 'topic-key', 'deep-link', 'record'],
    deletedKind: 'session',
    error: SDK_ERRORS.USER_DISCONNECTED,
    events: (topic) => [
      { name: 'session_delete', data: { id: 0, topic } },
      { name: 'session_expire', data: { topic } },
    ],
  },
  pairing: {
    deletes: ['subscription', 'calls', 'topic-key', 'record'],
    deletedKind: 'pairing',
    error: null,
    events: (topic) => [{ name: 'pairing_expire', data: { topic } }],
  },
};

/** A record with an expiry. */
export type ExpiryTarget<Expiring extends ExpiryKind = ExpiryKind> = {
  readonly [Kind in Expiring]: {
    readonly kind: Kind;
    /** Topic of a session or pairing, otherwise an id. */
    readonly key: Keys[Kind];
    /** Seconds since 1970. */
    readonly expiry: number;
  };
}[Expiring];

const KINDS = Object.keys(EXPIRY_TABLE);

/** An expiry that is not a number counts as reached. */
const secondsOf = ({ expiry }: ExpiryTarget): number => (Number.isNaN(expiry) ? Number.NEGATIVE_INFINITY : expiry);

const byExpiry = (a: ExpiryTarget, b: ExpiryTarget): number => {
  const [first, second] = [secondsOf(a), secondsOf(b)];
  return first === second ? KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) : first < second ? -1 : 1;
};

/** Expired records, in the order of their expiry. */
export const expiredTargets = (targets: readonly ExpiryTarget[], nowMs: number): readonly ExpiryTarget[] =>
  targets.filter(({ expiry }) => isExpired(expiry, nowMs)).sort(byExpiry);

/** Browser timers overflow beyond 2^31 ms. A longer wait takes several timers. */
const MAX_DELAY_MS = 2_000_000_000;

/** Time until the next record may expire, in milliseconds; `null` without records. */
export const nextExpiryDelay = (targets: readonly ExpiryTarget[], nowMs: number): number | null => {
  if (targets.length === 0) return null;
  const next = targets.reduce((soonest, target) => Math.min(soonest, secondsOf(target)), Number.POSITIVE_INFINITY);
  return Math.min(Math.max(0, Math.ceil(next * 1_000 - nowMs)), MAX_DELAY_MS);
};

/** Events of an expired record. */
export const expiryEventsOf = <Kind extends ExpiryKind>({ kind, key }: ExpiryTarget<Kind>): readonly ExpiryEvent[] =>
  EXPIRY_TABLE[kind].events(key);
