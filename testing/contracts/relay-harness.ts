import type { Relay } from '../../application/ports/relay.port.js';

/** How the relay server treats connections: accepts them, is unreachable, never responds, or rejects them as unauthorized. */
export type RelayMode = 'open' | 'unreachable' | 'silent' | 'unauthorized';

/** A relay client to test, and a peer on the same relay. */
export interface RelayHarness {
  readonly relay: Relay;
  readonly peer: Relay;
  /** Another tab of the same origin as `relay`. */
  otherTab(): Relay;
  /** Reloads the page of `relay`. */
  reload(): Relay;
  /** Sets how the server treats later connections of `relay`. */
  setRelayMode(mode: RelayMode): Promise<void>;
  /** Drops the connection of `relay`. */
  dropConnection(): Promise<void>;
  /** Makes the server reject the next message. */
  rejectNextPublish(): Promise<void>;
  /** Delivers unacknowledged messages again. */
  redeliver(): Promise<void>;
  /** Advances the clock of all pages by milliseconds. */
  run(ms: number): Promise<void>;
  /** Waits until `holds` returns true, in the time of this relay. */
  until(holds: () => boolean): Promise<void>;
  /** Stops everything. */
  stop(): Promise<void>;
}
