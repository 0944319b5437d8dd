import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Clock } from '../ports/clock.port.js';
import { FakeKeyChain, fakeEnvelope } from '../ports/key-chain.fake.js';
import { FakeRelay, type FakeRelayMode } from '../ports/relay.fake.js';
import type { RelayStatus } from '../ports/relay.port.js';
import { type FakePublication, FakeRelayHub, openEnvelopes } from '../ports/relay-hub.fake.js';
import { MessageRelay } from './message-relay.js';

const QUIET = { tag: 0, ttl: 300, prompt: false };

/**
 * In-memory message relay with simulated keys, as seen by one page of one party. Parties on the same hub exchange messages.
 * @example
 * const relay = new FakeMessageRelay(clock);
 * const wallet = relay.peer();
 * const { topic, symKey } = await relay.keyChain.createSymKey();
 * await wallet.subscribe([wallet.importSymKey(symKey)], signal);
 */
export class FakeMessageRelay extends MessageRelay {
  override readonly keyChain: FakeKeyChain;
  /** The underlying transport. */
  readonly transport: FakeRelay;
  readonly #clock: Clock;
  readonly #hub: FakeRelayHub;

  constructor(clock: Clock, hub: FakeRelayHub = new FakeRelayHub(), keyChain: FakeKeyChain = new FakeKeyChain(hub.secrets)) {
    // Pages with the same key chain are the same party.
    const transport = new FakeRelay(clock, hub, keyChain);
    super(transport, keyChain);
    this.transport = transport;
    this.keyChain = keyChain;
    this.#clock = clock;
    this.#hub = hub;
  }

  /** All messages that this page published, oldest first, repeated publishes included. */
  get published(): readonly FakePublication[] {
    return openEnvelopes(this.transport.published);
  }

  get openCount(): number {
    return this.transport.openCount;
  }

  get status(): RelayStatus {
    return this.transport.status;
  }

  /** Subscribed topics. */
  get topics(): readonly string[] {
    return this.transport.topics;
  }

  /** Names of the stored keys. */
  get keys(): readonly string[] {
    return [...this.keyChain.keys.keys()];
  }

  get mode(): FakeRelayMode {
    return this.transport.mode;
  }

  /** @see FakeRelay.mode */
  set mode(mode: FakeRelayMode) {
    this.transport.mode = mode;
  }

  /** @see FakeRelay.rejectPublications */
  refusePublications(times?: number, isStored?: boolean): void {
    this.transport.rejectPublications(times, isStored);
  }

  /** @see FakeRelay.recover */
  recover(): void {
    this.transport.recover();
  }

  /** @see FakeRelay.dropConnection */
  disconnect(): void {
    this.transport.dropConnection();
  }

  /** @see FakeRelay.redeliver */
  redeliver(): void {
    this.transport.redeliver();
  }

  /** Delivers a message that no party published. */
  receive(topic: string, message: RpcMessage): void {
    this.transport.receive({ topic, envelope: fakeEnvelope({ topic, message }), delivery: QUIET });
  }

  /** @see FakeKeyChain.importSymKey */
  importSymKey(symKey: string): string {
    return this.keyChain.importSymKey(symKey);
  }

  /** Another party on the same relay. */
  peer(): FakeMessageRelay {
    return new FakeMessageRelay(this.#clock, this.#hub);
  }

  /** Another page of the same party. */
  otherTab(): FakeMessageRelay {
    return new FakeMessageRelay(this.#clock, this.#hub, this.keyChain);
  }

  /** The same page after a reload: only keys and acknowledgements remain. */
  reload(): FakeMessageRelay {
    this.dispose();
    return this.otherTab();
  }
}
