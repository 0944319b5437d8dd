import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { fakeEnvelope } from '../../../../application/ports/key-chain.fake.js';
import type { RelayMessage } from '../../../../application/ports/relay.port.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { MessageRelay } from '../../../../application/wallet-protocol/message-relay.js';
import type { RpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';

const DELIVERY = { tag: 1108, ttl: 300, prompt: false };
const call = (id: number): RpcRequest => ({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });

describe('MessageRelay', () => {
  let fake: FakeMessageRelay;
  let topic: string;
  let acknowledged: string[];
  let relay: MessageRelay;

  beforeEach(async () => {
    fake = new FakeMessageRelay(new FakeClock());
    ({ topic } = await fake.keyChain.createSymKey());
    acknowledged = [];
    // Records the acknowledged envelopes of the transport.
    relay = new MessageRelay(fake.transport, fake.keyChain);
    fake.transport.messages$.subscribe((message: RelayMessage) => {
      const { acknowledge } = message;
      Object.assign(message, {
        acknowledge: () => {
          acknowledged.push(message.envelope);
          acknowledge();
        },
      });
    });
    await relay.subscribe([topic], neverAborted());
  });

  it('emits messages in order and lets the subscriber acknowledge them', async () => {
    const received: number[] = [];
    relay.messages$.subscribe(({ message }) => received.push(message.id));
    for (const id of [1, 2, 3]) fake.receive(topic, call(id));
    await flushPromises();
    expect([received, acknowledged]).toEqual([[1, 2, 3], []]);
  });

  it('acknowledges envelopes that cannot be decrypted or contain no message', async () => {
    const received: number[] = [];
    relay.messages$.subscribe(({ message }) => received.push(message.id));
    const sealedForAnother = fakeEnvelope({ topic: 'ab'.repeat(32), message: call(1) });
    for (const envelope of [sealedForAnother, 'garbage']) fake.transport.receive({ topic, envelope, delivery: DELIVERY });
    fake.receive(topic, call(2));
    await flushPromises();
    expect([received, acknowledged]).toEqual([[2], [sealedForAnother, 'garbage']]);
  });

  it('does not acknowledge an envelope after a decryption error, and continues', async () => {
    const received: number[] = [];
    relay.messages$.subscribe(({ message }) => received.push(message.id));
    const open = fake.keyChain.open.bind(fake.keyChain);
    Object.assign(fake.keyChain, { open: () => Promise.reject(new Error('A chunk is missing')) });
    fake.receive(topic, call(1));
    await flushPromises();
    Object.assign(fake.keyChain, { open });
    fake.receive(topic, call(2));
    await flushPromises();
    expect([received, acknowledged]).toEqual([[2], []]);
  });

  it('rejects publishing without a key', async () => {
    const publication = { topic: 'ab'.repeat(32), message: call(1), delivery: DELIVERY };
    expect(await codeOf(relay.publish(publication, neverAborted()))).toBe('wallet-protocol/no-matching-key');
    expect(fake.transport.published).toEqual([]);
  });
});
