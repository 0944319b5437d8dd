import type { Relay } from '../../application/ports/relay.port.js';

/** How the relay receives the relay under test: it takes it, cannot be reached, never answers, or does not accept it. */
export type RelayDoor = 'open' | 'unreachable' | 'silent' | 'unauthorized';

/** A relay to test, and a peer at the same relay. */
export interface RelayHarness {
  readonly relay: Relay;
  readonly peer: Relay;
  /** Another page of the same origin as `relay`. */
  otherTab(): Relay;
  /** The page of `relay` ends; a new one of the same origin begins. */
  reload(): Relay;
  /** How `relay` is received when it connects from now on. */
  setDoor(door: RelayDoor): Promise<void>;
  /** Breaks the line of `relay`. */
  dropLine(): Promise<void>;
  /** The relay does not take the next message. */
  refusePublication(): Promise<void>;
  /** The relay hands over again what was not acknowledged. */
  repeat(): Promise<void>;
  /** Lets the clock of all pages run so many milliseconds. */
  run(ms: number): Promise<void>;
  /** Waits until something holds, in whatever time this relay lives in. */
  until(holds: () => boolean): Promise<void>;
  /** Ends everything. */
  stop(): Promise<void>;
}
