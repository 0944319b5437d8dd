import type { Subscription } from 'rxjs';
import type { RelayStatus } from '../../application/ports/relay.port.js';
import type { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { Emitter } from './emitter.js';
import { withPublicErrors } from './public-error.js';

export interface RelayerFacadeOptions {
  readonly relay: MessageRelay;
  /** Closes the connection until it is needed. */
  readonly close: () => void;
  /** Aborted when the client is disposed. */
  readonly lifetime: AbortSignal;
}

/** Event names of the official client. */
export const RELAYER_EVENTS = {
  connect: 'relayer_connect',
  disconnect: 'relayer_disconnect',
  error: 'relayer_error',
  transport_closed: 'relayer_transport_closed',
} as const;

/** The `core.relayer` API: state of the relay connection, and methods to open and close it. */
export class RelayerFacade extends Emitter {
  readonly protocol = 'wc';
  readonly version = 2;
  readonly name = 'relayer';
  readonly context = 'relayer';
  /** The facade itself, which is the emitter. */
  readonly events: Emitter = this;
  /** The `core.relayer.subscriber` API. */
  readonly subscriber = {
    subscribe: (topic: string, _options?: object): Promise<string> => this.subscribe(topic),
    unsubscribe: (topic: string, _options?: object): Promise<void> => this.unsubscribe(topic),
  };
  transportExplicitlyClosed = false;
  readonly #relay: MessageRelay;
  readonly #close: () => void;
  readonly #lifetime: AbortSignal;
  readonly #subscription: Subscription;
  #status: RelayStatus = { type: 'closed' };

  constructor({ relay, close, lifetime }: RelayerFacadeOptions) {
    super();
    this.#relay = relay;
    this.#close = close;
    this.#lifetime = lifetime;
    this.#subscription = relay.status$.subscribe((status) => {
      const before = this.#status;
      this.#status = status;
      this.#emitTransition(before, status);
    });
  }

  get connected(): boolean {
    return this.#status.type === 'open';
  }

  get connecting(): boolean {
    return this.#status.type === 'opening';
  }

  /**
   * Opens the connection.
   * @param _relayUrl ignored, for compatibility: the relay is that of `init`
   * @throws LatchkeyError `relay/unreachable` within 8 s, `relay/unauthorized` immediately
   */
  async transportOpen(_relayUrl?: string): Promise<void> {
    this.transportExplicitlyClosed = false;
    await this.#relay.open(this.#lifetime);
  }

  /** Reconnects if the relay has rejected the client. Does not wait for the result. */
  retryIfUnauthorized(): void {
    const status = this.#status;
    if (status.type === 'failed' && status.error.code === 'relay/unauthorized') this.#relay.open(this.#lifetime).catch(() => undefined);
  }

  /** Closes the connection. It is opened again by the next call that needs it, or by {@link transportOpen}. */
  async transportClose(): Promise<void> {
    this.transportExplicitlyClosed = true;
    this.#close();
  }

  /** Closes and reopens the connection with all subscriptions. @param _relayUrl as of {@link transportOpen} */
  async restartTransport(_relayUrl?: string): Promise<void> {
    await this.transportClose();
    await this.transportOpen();
  }

  /** Opens the connection unless it is open. @throws as {@link transportOpen} */
  async confirmOnlineStateOrThrow(): Promise<void> {
    if (!this.connected) await this.transportOpen();
  }

  /** Subscribes a topic. Messages are handled only if the engine has the topic's key. @returns the topic as the subscription id */
  subscribe(topic: string, _options?: object): Promise<string> {
    return withPublicErrors(async () => {
      await this.#relay.subscribe([topic], this.#lifetime);
      return topic;
    });
  }

  async unsubscribe(topic: string, _options?: object): Promise<void> {
    await this.#relay.unsubscribe([topic]);
  }

  dispose(): void {
    this.#subscription.unsubscribe();
    this.removeAllListeners();
  }

  #emitTransition(before: RelayStatus, now: RelayStatus): void {
    if (now.type === 'open') {
      this.transportExplicitlyClosed = false;
      this.emit(RELAYER_EVENTS.connect);
      return;
    }
    if (before.type === 'open') this.emit(RELAYER_EVENTS.disconnect);
    if (before.type === 'open' && now.type === 'closed') this.emit(RELAYER_EVENTS.transport_closed);
    if (now.type === 'failed') this.emit(RELAYER_EVENTS.error, now.error);
  }
}
