import type { Subscription } from 'rxjs';
import type { RelayStatus } from '../../application/ports/relay.port.js';
import type { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { Emitter } from './emitter.js';
import { forHost } from './host-error.js';

/** What the facade of the relay is made of. */
export interface RelayerFacadeOptions {
  readonly relay: MessageRelay;
  /** Closes the line until it is needed. */
  readonly close: () => void;
  /** Aborted when the client ends. */
  readonly life: AbortSignal;
}

/** Names of the events, as hosts know them. */
export const RELAYER_EVENTS = {
  connect: 'relayer_connect',
  disconnect: 'relayer_disconnect',
  error: 'relayer_error',
  transport_closed: 'relayer_transport_closed',
} as const;

/** The line to the relay as hosts know it: whether it is there, and how to open and to leave it. */
export class RelayerFacade extends Emitter {
  readonly protocol = 'wc';
  readonly version = 2;
  readonly name = 'relayer';
  readonly context = 'relayer';
  /** The emitter that the facade itself is. */
  readonly events: Emitter = this;
  /** The subscriptions, as hosts know them. */
  readonly subscriber = {
    subscribe: (topic: string, _options?: object): Promise<string> => this.subscribe(topic),
    unsubscribe: (topic: string, _options?: object): Promise<void> => this.unsubscribe(topic),
  };
  transportExplicitlyClosed = false;
  readonly #relay: MessageRelay;
  readonly #close: () => void;
  readonly #life: AbortSignal;
  readonly #watching: Subscription;
  #status: RelayStatus = { type: 'closed' };

  constructor({ relay, close, life }: RelayerFacadeOptions) {
    super();
    this.#relay = relay;
    this.#close = close;
    this.#life = life;
    this.#watching = relay.status$.subscribe((status) => {
      const before = this.#status;
      this.#status = status;
      this.#tell(before, status);
    });
  }

  get connected(): boolean {
    return this.#status.type === 'open';
  }

  get connecting(): boolean {
    return this.#status.type === 'opening';
  }

  /**
   * Opens the line.
   * @param _relayUrl taken for drop-in's sake, and of no effect: the line goes where `init` says
   * @throws LatchkeyError `relay/unreachable` within 8 s, `relay/unauthorized` at once
   */
  async transportOpen(_relayUrl?: string): Promise<void> {
    this.transportExplicitlyClosed = false;
    await this.#relay.open(this.#life);
  }

  /** Tries a relay once more that has refused the client. Does not wait for it. */
  knock(): void {
    const status = this.#status;
    if (status.type === 'failed' && status.error.code === 'relay/unauthorized') this.#relay.open(this.#life).catch(() => undefined);
  }

  /** Closes the line. It is opened again by the next call that needs it, or by {@link transportOpen}. */
  async transportClose(): Promise<void> {
    this.transportExplicitlyClosed = true;
    this.#close();
  }

  /** Closes the line and opens it again, with everything that is subscribed. @param _relayUrl as of {@link transportOpen} */
  async restartTransport(_relayUrl?: string): Promise<void> {
    await this.transportClose();
    await this.transportOpen();
  }

  /** Opens the line where it is not open. @throws as {@link transportOpen} */
  async confirmOnlineStateOrThrow(): Promise<void> {
    if (!this.connected) await this.transportOpen();
  }

  /** Takes the messages of a topic; whoever has its key is to be found in the engine. @returns the topic: it names the subscription */
  subscribe(topic: string, _options?: object): Promise<string> {
    return forHost(async () => {
      await this.#relay.subscribe([topic], this.#life);
      return topic;
    });
  }

  /** Takes no more messages of a topic. */
  async unsubscribe(topic: string, _options?: object): Promise<void> {
    await this.#relay.unsubscribe([topic]);
  }

  dispose(): void {
    this.#watching.unsubscribe();
    this.removeAllListeners();
  }

  #tell(before: RelayStatus, now: RelayStatus): void {
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
