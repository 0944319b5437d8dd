import { overHttp } from '../process/control-endpoint.js';
import type { RelayFault } from './relay-fault.js';
import type { RelayTraffic } from './traffic-log.js';

/**
 * How new connections are handled: `open` accepts them; `refuse` drops them, as without a network; `hang` accepts them but stays silent;
 * `closeCode` closes them with a code once they are open.
 */
export type RelayMode = 'open' | 'refuse' | 'hang' | { readonly closeCode: number; readonly reason?: string };

/** Current state of the relay. */
export interface RelaySnapshot {
  readonly connections: readonly { readonly clientId: string; readonly topics: readonly string[]; readonly isFrozen: boolean }[];
  /** Number of stored messages, delivered or not. */
  readonly storedMessages: number;
}

/** Test controls of a relay. */
export interface RelayControl {
  /** Adds a fault to calls of one method, or to pushes. Faults apply in the order in which they were added. */
  addFault(fault: RelayFault): Promise<void>;
  /** Removes all pending faults. */
  clearFaults(): Promise<void>;
  /** `false` breaks all connections and refuses new ones, as without a network. `true` accepts connections again. */
  setOnline(on: boolean): Promise<void>;
  /** Sets how new connections are handled. Open connections are not affected. */
  setMode(mode: RelayMode): Promise<void>;
  /** Delays all outgoing messages. Default 0. */
  setLatency(latencyMs: number): Promise<void>;
  /** Accepts only these project ids; others are closed with code 3000. Default `null`: accepts any. */
  setProjectIds(projectIds: readonly string[] | null): Promise<void>;
  /** Breaks all connections, or those of one client. */
  dropSockets(clientId?: string): Promise<void>;
  /** Keeps connections open but delivers nothing, like a connection loss that neither side detects. */
  freezeSockets(clientId?: string): Promise<void>;
  /** Closes connections with a WebSocket close code. @see https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
  closeSockets(code: number, reason?: string): Promise<void>;
  /** Returns the traffic since the last reset, oldest first. It never contains messages. */
  traffic(): Promise<readonly RelayTraffic[]>;
  /** Returns the connected clients and the number of stored messages. */
  state(): Promise<RelaySnapshot>;
  /** Breaks all connections and clears messages and faults. */
  reset(): Promise<void>;
}

/** Controls the relay of a running sandbox over HTTP. @param relayUrl `sandbox.urls.relay` */
export const relayOverHttp = (relayUrl: string, token: string): RelayControl => overHttp(relayUrl.replace(/^ws/, 'http'), token);
