import { commandOverHttp } from '../process/control-endpoint.js';
import type { RelayCommand, RelayDoor, RelaySnapshot } from './relay-command.js';
import type { RelayFault } from './relay-fault.js';
import type { RelayTraffic } from './traffic-log.js';

/** The switches of a relay, for tests. */
export class RelayControl {
  readonly #run: (command: RelayCommand) => Promise<unknown>;

  constructor(run: (command: RelayCommand) => Promise<unknown>) {
    this.#run = run;
  }

  /** Makes calls of one method, or pushes, go wrong. Several faults wait in the order they were set. */
  async addFault(fault: RelayFault): Promise<void> {
    await this.#run({ type: 'add-fault', fault });
  }

  /** Ends every fault that did not happen yet. */
  async clearFaults(): Promise<void> {
    await this.#run({ type: 'clear-faults' });
  }

  /** Off: every connection breaks and none can be opened, as without a network. On: connections are taken again. */
  async setOnline(on: boolean): Promise<void> {
    await this.setDoor(on ? 'open' : 'refuse');
    if (!on) await this.dropSockets();
  }

  /** Decides how new connections are received; those that are open stay. */
  async setDoor(door: RelayDoor): Promise<void> {
    await this.#run({ type: 'set-door', door });
  }

  /** Sends everything this much later. 0 by default. */
  async setLatency(latencyMs: number): Promise<void> {
    await this.#run({ type: 'set-latency', latencyMs });
  }

  /** Lets these project ids in; all others are closed with code 3000. `null`, the default, lets any in. */
  async setProjectIds(projectIds: readonly string[] | null): Promise<void> {
    await this.#run({ type: 'set-project-ids', projectIds });
  }

  /** Breaks connections: all, or those of one client. */
  async dropSockets(clientId?: string): Promise<void> {
    await this.#run({ type: 'drop-sockets', ...(clientId === undefined ? {} : { clientId }) });
  }

  /** Leaves connections open and lets nothing cross them any more: the drop that nobody notices. */
  async freezeSockets(clientId?: string): Promise<void> {
    await this.#run({ type: 'freeze-sockets', ...(clientId === undefined ? {} : { clientId }) });
  }

  /** Closes connections with a code of the WebSocket protocol. @see https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
  async closeSockets(code: number, reason = ''): Promise<void> {
    await this.#run({ type: 'close-sockets', code, reason });
  }

  /** What crossed the relay since the last reset, oldest first. No message is ever in it. */
  async traffic(): Promise<readonly RelayTraffic[]> {
    // The relay answers this command with its log.
    return (await this.#run({ type: 'read-traffic' })) as readonly RelayTraffic[];
  }

  /** Who is connected, and how many messages are kept. */
  async state(): Promise<RelaySnapshot> {
    // The relay answers this command with the snapshot.
    return (await this.#run({ type: 'read-state' })) as RelaySnapshot;
  }

  /** Back to the fresh relay: connections break, messages and faults are forgotten. */
  async reset(): Promise<void> {
    await this.#run({ type: 'reset' });
  }
}

/** The switches of the relay of a running sandbox, over HTTP. @param relayUrl `sandbox.urls.relay` */
export const relayOverHttp = (relayUrl: string, token: string): RelayControl =>
  new RelayControl(commandOverHttp(relayUrl.replace(/^ws/, 'http'), token));
