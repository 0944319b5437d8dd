import type { RelayFault } from './relay-fault.js';

/**
 * How the relay receives new connections: as usual; not at all, as when the network is gone; it takes them and stays silent; or it closes
 * them with a code once they are open.
 */
export type RelayDoor = 'open' | 'refuse' | 'hang' | { readonly closeCode: number; readonly reason?: string };

/** What a test can do to the relay. Without `clientId` a command concerns every connection. */
export type RelayCommand =
  | { readonly type: 'add-fault'; readonly fault: RelayFault }
  | { readonly type: 'clear-faults' }
  | { readonly type: 'set-door'; readonly door: RelayDoor }
  | { readonly type: 'set-latency'; readonly latencyMs: number }
  /** Only these project ids are let in; `null` lets any in. */
  | { readonly type: 'set-project-ids'; readonly projectIds: readonly string[] | null }
  /** Breaks connections without a word, as when the network changes. */
  | { readonly type: 'drop-sockets'; readonly clientId?: string }
  /** Connections stay open and nothing crosses them any more, as behind a router that forgot them. */
  | { readonly type: 'freeze-sockets'; readonly clientId?: string }
  | { readonly type: 'close-sockets'; readonly code: number; readonly reason?: string; readonly clientId?: string }
  | { readonly type: 'read-traffic' }
  | { readonly type: 'read-state' }
  /** A fresh relay: no connection, no message, no fault, an empty log. */
  | { readonly type: 'reset' };

/** What the relay holds at this moment. */
export interface RelaySnapshot {
  readonly connections: readonly { readonly clientId: string; readonly topics: readonly string[]; readonly isFrozen: boolean }[];
  /** Messages that are kept, whoever has them already. */
  readonly storedMessages: number;
}
