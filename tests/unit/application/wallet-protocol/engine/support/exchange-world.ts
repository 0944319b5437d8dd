import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import { FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { Exchange, type ExchangeOptions } from '../../../../../../application/wallet-protocol/engine/exchange.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { LatchkeyError } from '../../../../../../domain/errors/latchkey-error.js';
import type { RpcMessage } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { PROTOCOL_METHODS } from '../../../../../../domain/wallet-protocol/protocol-methods.js';

/** Nobody leaves. */
export const signal = new AbortController().signal;
const DELIVERY = PROTOCOL_METHODS.wc_sessionRequest.request;

/** A call of a peer. */
export const ask = (id: number, method = 'wc_sessionPing', params: unknown = {}): RpcMessage => ({ id, jsonrpc: '2.0', method, params });

/** A party with an exchange, whose peer is played by hand. */
export class ExchangeWorld {
  readonly clock = new FakeClock();
  readonly logger = new FakeLogger();
  readonly store = new FakeRecordStore();
  life = new AbortController();
  readonly hub = new FakeRelayHub();
  relay = new FakeMessageRelay(this.clock, this.hub);
  readonly peer = this.relay.peer();
  /** What the peer heard. */
  readonly heard: RpcMessage[] = [];
  topic = '';
  calls = this.page();

  page(options: Partial<ExchangeOptions> = {}, records = this.store): Exchange {
    const { relay, clock, logger, life } = this;
    return new Exchange({ relay, records, clock, random: new FakeRandom(), logger, life: life.signal, ...options });
  }

  async meet(): Promise<string> {
    const { topic, symKey } = await this.relay.keyChain.createSymKey();
    this.peer.importSymKey(symKey);
    await this.relay.subscribe([topic], signal);
    await this.peer.subscribe([topic], signal);
    return topic;
  }

  async start(): Promise<this> {
    this.peer.messages$.subscribe(({ message, acknowledge }) => {
      this.heard.push(message);
      acknowledge();
    });
    this.topic = await this.meet();
    return this;
  }

  async say(message: RpcMessage, topic = this.topic): Promise<void> {
    await this.peer.publish({ topic, message, delivery: DELIVERY }, signal);
    await settle();
  }

  /** Whether the relay would hand a message over again. */
  isAcknowledged(id: number): boolean {
    return this.hub.envelopes.every((envelope) => envelope.message.id !== id || envelope.acknowledged.size > 0);
  }

  /** The page is killed; the next one has its keys and records. */
  async restart(options: Partial<ExchangeOptions> = {}): Promise<void> {
    this.life.abort(new LatchkeyError('config/disposed', {}));
    this.relay = this.relay.reload();
    this.life = new AbortController();
    this.calls = this.page(options, this.store.reload());
    await this.relay.subscribe([this.topic], signal);
  }
}
