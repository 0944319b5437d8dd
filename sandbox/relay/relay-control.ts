import { overHttp } from '../process/control-endpoint.js';
import type { RelayFault } from './relay-fault.js';
import type { RelayTraffic } from './traffic-log.js';

/**
 * How the relay receives new connections: as usual; not at all, as when the network is gone; it takes them and stays silent; or it closes
 * them with a code once they are open.
 */
export type RelayDoor = 'open' | 'refuse' | 'hang' | { readonly closeCode: number; readonly reason?: string };

/** What the relay holds at this moment. */
export interface RelaySnapshot {
  readonly connections: readonly { readonly clientId: string; readonly topics: readonly string[]; readonly isFrozen: boolean }[];
  /** Messages that are kept, whoever has them already. */
  readonly storedMessages: number;
}

/** The switches of a relay, for tests. */
export interface RelayControl {
  /** Makes calls of one method, or pushes, go wrong. Several faults wait in the order they were set. */
  addFault(fault: RelayFault): Promise<void>;
  /** Ends every fault that did not happen yet. */
  clearFaults(): Promise<void>;
  /** Off: every connection breaks and none can be opened, as without a network. On: connections are taken again. */
  setOnline(on: boolean): Promise<void>;
  /** Decides how new connections are received; those that are open stay. */
  setDoor(door: RelayDoor): Promise<void>;
  /** Sends everything this much later. 0 by default. */
  setLatency(latencyMs: number): Promise<void>;
  /** Lets these project ids in; all others are closed with code 3000. `null`, the default, lets any in. */
  setProjectIds(projectIds: readonly string[] | null): Promise<void>;
  /** Breaks connections: all, or those of one client. */
  dropSockets(clientId?: string): Promise<void>;
  /** Leaves connections open and lets nothing cross them any more: the drop that nobody notices. */
  freezeSockets(clientId?: string): Promise<void>;
  /** Closes connections with a code of the WebSocket protocol. @see https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
  closeSockets(code: number, reason?: string): Promise<void>;
  /** What crossed the relay since the last reset, oldest first. No message is ever in it. */
  traffic(): Promise<readonly RelayTraffic[]>;
  /** Who is connected, and how many messages are kept. */
  state(): Promise<RelaySnapshot>;
  /** Back to the fresh relay: connections break, messages and faults are forgotten. */
  reset(): Promise<void>;
}

/** The switches of the relay of a running sandbox, over HTTP. @param relayUrl `sandbox.urls.relay` */
export const relayOverHttp = (relayUrl: string, token: string): RelayControl => overHttp(relayUrl.replace(/^ws/, 'http'), token);
