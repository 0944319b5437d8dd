import { FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import { FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { RpcExchange, type RpcExchangeOptions } from '../../../../../../application/wallet-protocol/engine/rpc-exchange.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { LatchkeyError } from '../../../../../../domain/errors/latchkey-error.js';
import type { RpcMessage } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { PROTOCOL_METHODS } from '../../../../../../domain/wallet-protocol/protocol-methods.js';

/** A signal that is never aborted. */
export const signal = new AbortController().signal;
const DELIVERY = PROTOCOL_METHODS.wc_sessionRequest.request;

/** A request of the peer. */
export const peerRequest = (id: number, method = 'wc_sessionPing', params: unknown = {}): RpcMessage => ({
  id,
  jsonrpc: '2.0',
  method,
  params,
});

/** A party with an exchange, and a peer controlled by the test. */
export class ExchangeFixture {
  readonly clock = new FakeClock();
  readonly logger = new FakeLogger();
  readonly store = new FakeRecordStore();
  controller = new AbortController();
  readonly hub = new FakeRelayHub();
  relay = new FakeMessageRelay(this.clock, this.hub);
  readonly peer = this.relay.peer();
  /** Messages received by the peer. */
  readonly receivedByPeer: RpcMessage[] = [];
  topic = '';
  calls = this.createExchange();

  createExchange(options: Partial<RpcExchangeOptions> = {}, records = this.store): RpcExchange {
    const { relay, clock, logger, controller } = this;
    return new RpcExchange({ relay, records, clock, random: new FakeRandom(), logger, lifetime: controller.signal, ...options });
  }

  async createTopic(): Promise<string> {
    const { topic, symKey } = await this.relay.keyChain.createSymKey();
    this.peer.importSymKey(symKey);
    await this.relay.subscribe([topic], signal);
    await this.peer.subscribe([topic], signal);
    return topic;
  }

  async start(): Promise<this> {
    this.peer.messages$.subscribe(({ message, acknowledge }) => {
      this.receivedByPeer.push(message);
      acknowledge();
    });
    this.topic = await this.createTopic();
    return this;
  }

  async publishFromPeer(message: RpcMessage, topic = this.topic): Promise<void> {
    await this.peer.publish({ topic, message, delivery: DELIVERY }, signal);
    await flushPromises();
  }

  /** Returns whether the relay has an acknowledgement of a message. */
  isAcknowledged(id: number): boolean {
    return this.hub.envelopes.every((envelope) => envelope.message.id !== id || envelope.acknowledged.size > 0);
  }

  /** Kills and reloads the page. Keys and records remain. */
  async restart(options: Partial<RpcExchangeOptions> = {}): Promise<void> {
    this.controller.abort(new LatchkeyError('config/disposed', {}));
    this.relay = this.relay.reload();
    this.controller = new AbortController();
    this.calls = this.createExchange(options, this.store.reload());
    await this.relay.subscribe([this.topic], signal);
  }
}
