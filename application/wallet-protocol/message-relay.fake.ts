import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Clock } from '../ports/clock.port.js';
import { FakeKeyChain, fakeEnvelope } from '../ports/key-chain.fake.js';
import { FakeRelay, type FakeRelayDoor } from '../ports/relay.fake.js';
import type { RelayStatus } from '../ports/relay.port.js';
import { type FakePublication, FakeRelayHub, opened } from '../ports/relay-hub.fake.js';
import { MessageRelay } from './message-relay.js';

const QUIET = { tag: 0, ttl: 300, prompt: false };

/**
 * Messages over a relay in memory, with simulated keys, as one page of one party sees them. Parties of the same hub really exchange messages.
 * @example
 * const relay = new FakeMessageRelay(clock);
 * const wallet = relay.peer();
 * const { topic, symKey } = await relay.keyChain.createSymKey();
 * await wallet.subscribe([wallet.importSymKey(symKey)], signal);
 */
export class FakeMessageRelay extends MessageRelay {
  override readonly keyChain: FakeKeyChain;
  /** The relay beneath it. */
  readonly transport: FakeRelay;
  readonly #clock: Clock;
  readonly #hub: FakeRelayHub;

  constructor(clock: Clock, hub: FakeRelayHub = new FakeRelayHub(), keyChain: FakeKeyChain = new FakeKeyChain(hub.secrets)) {
    // A party is its keys.
    const transport = new FakeRelay(clock, hub, keyChain);
    super(transport, keyChain);
    this.transport = transport;
    this.keyChain = keyChain;
    this.#clock = clock;
    this.#hub = hub;
  }

  /** Everything that this page published, oldest first, repetitions included. */
  get published(): readonly FakePublication[] {
    return opened(this.transport.published);
  }

  /** How often the connection was opened. */
  get openings(): number {
    return this.transport.openings;
  }

  get status(): RelayStatus {
    return this.transport.status;
  }

  /** Topics that are wanted now. */
  get topics(): readonly string[] {
    return this.transport.topics;
  }

  /** Names of the keys that this party has. */
  get keys(): readonly string[] {
    return [...this.keyChain.keys.keys()];
  }

  get door(): FakeRelayDoor {
    return this.transport.door;
  }

  /** @see FakeRelay.door */
  set door(door: FakeRelayDoor) {
    this.transport.door = door;
  }

  /** @see FakeRelay.refusePublications */
  refusePublications(times?: number, isTaken?: boolean): void {
    this.transport.refusePublications(times, isTaken);
  }

  /** @see FakeRelay.heal */
  heal(): void {
    this.transport.heal();
  }

  /** @see FakeRelay.drop */
  drop(): void {
    this.transport.drop();
  }

  /** @see FakeRelay.repeat */
  repeat(): void {
    this.transport.repeat();
  }

  /** A message that no party published comes in. */
  receive(topic: string, message: RpcMessage): void {
    this.transport.receive({ topic, envelope: fakeEnvelope({ topic, message }), delivery: QUIET });
  }

  /** @see FakeKeyChain.importSymKey */
  importSymKey(symKey: string): string {
    return this.keyChain.importSymKey(symKey);
  }

  /** Another party at the same relay. */
  peer(): FakeMessageRelay {
    return new FakeMessageRelay(this.#clock, this.#hub);
  }

  /** Another page of the same party. */
  otherTab(): FakeMessageRelay {
    return new FakeMessageRelay(this.#clock, this.#hub, this.keyChain);
  }

  /** The same page after a reload: only keys, and what was taken, are left. */
  reload(): FakeMessageRelay {
    this.dispose();
    return this.otherTab();
  }
}
