import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { fakeEnvelope } from '../../../../application/ports/key-chain.fake.js';
import type { RelayMessage } from '../../../../application/ports/relay.port.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { MessageRelay } from '../../../../application/wallet-protocol/message-relay.js';
import type { RpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';

const DELIVERY = { tag: 1108, ttl: 300, prompt: false };
const call = (id: number): RpcRequest => ({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });

describe('a relay for messages', () => {
  let fake: FakeMessageRelay;
  let topic: string;
  let taken: string[];
  let relay: MessageRelay;

  beforeEach(async () => {
    fake = new FakeMessageRelay(new FakeClock());
    ({ topic } = await fake.keyChain.createSymKey());
    taken = [];
    // As the relay, and says which envelopes were acknowledged.
    relay = new MessageRelay(fake.transport, fake.keyChain);
    fake.transport.messages$.subscribe((message: RelayMessage) => {
      const { acknowledge } = message;
      Object.assign(message, {
        acknowledge: () => {
          taken.push(message.envelope);
          acknowledge();
        },
      });
    });
    await relay.subscribe([topic], patient());
  });

  it('opens messages in their order, and leaves it to the listener to acknowledge them', async () => {
    const heard: number[] = [];
    relay.messages$.subscribe(({ message }) => heard.push(message.id));
    for (const id of [1, 2, 3]) fake.receive(topic, call(id));
    await settle();
    expect([heard, taken]).toEqual([[1, 2, 3], []]);
  });

  it('acknowledges what no key opens and what holds no message', async () => {
    const heard: number[] = [];
    relay.messages$.subscribe(({ message }) => heard.push(message.id));
    const sealedForAnother = fakeEnvelope({ topic: 'ab'.repeat(32), message: call(1) });
    for (const envelope of [sealedForAnother, 'garbage']) fake.transport.receive({ topic, envelope, delivery: DELIVERY });
    fake.receive(topic, call(2));
    await settle();
    expect([heard, taken]).toEqual([[2], [sealedForAnother, 'garbage']]);
  });

  it('does not acknowledge what it could not open just now, and goes on', async () => {
    const heard: number[] = [];
    relay.messages$.subscribe(({ message }) => heard.push(message.id));
    const open = fake.keyChain.open.bind(fake.keyChain);
    Object.assign(fake.keyChain, { open: () => Promise.reject(new Error('A chunk is missing')) });
    fake.receive(topic, call(1));
    await settle();
    Object.assign(fake.keyChain, { open });
    fake.receive(topic, call(2));
    await settle();
    expect([heard, taken]).toEqual([[2], []]);
  });

  it('publishes nothing that it has no key for', async () => {
    const publication = { topic: 'ab'.repeat(32), message: call(1), delivery: DELIVERY };
    expect(await codeOf(relay.publish(publication, patient()))).toBe('wallet-protocol/no-matching-key');
    expect(fake.transport.published).toEqual([]);
  });
});
