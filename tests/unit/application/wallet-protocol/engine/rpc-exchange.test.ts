import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { type IncomingCall, type LinkedMessage, PeerError } from '../../../../../application/wallet-protocol/engine/calls.js';
import { callRecordKey } from '../../../../../application/wallet-protocol/engine/received-calls.js';
import { messageId } from '../../../../../application/wallet-protocol/message-relay.js';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { envelopeId } from '../../../../../domain/wallet-protocol/envelope-id.js';
import type { RpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import type { ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { codeOf } from '../../../../../testing/contracts/test-api.js';
import { ExchangeFixture, peerRequest, signal } from './support/exchange-fixture.js';

let fixture: ExchangeFixture;

beforeEach(async () => {
  fixture = await new ExchangeFixture().start();
});
afterEach(async () => {
  fixture.controller.abort(new LatchkeyError('config/disposed', {}));
  fixture.relay.dispose();
  fixture.peer.dispose();
  await flushPromises();
  expect(fixture.clock.pending).toBe(0);
});

describe('outgoing call', () => {
  const send = (more = {}) => fixture.calls.request({ topic: fixture.topic, method: 'wc_sessionPing', params: {}, ...more }, signal);

  it('has increasing ids, even within a millisecond', () => {
    const ids = [1, 2, 3].map(() => fixture.calls.newId());
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('resolves with a response that arrived before it was awaited', async () => {
    const call = send();
    await fixture.publishFromPeer({ id: call.id, jsonrpc: '2.0', result: 7 });
    await call.published;
    expect(await call.result).toBe(7);
  });

  it('rejects with the peer’s error, and counts as published', async () => {
    const call = send();
    await fixture.publishFromPeer({ id: call.id, jsonrpc: '2.0', error: { code: 5000, message: 'No' } });
    await call.published;
    const error = await call.result.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PeerError);
    expect(error).toMatchObject({ code: 5000, message: 'No' });
  });

  it('ignores a response on another topic', async () => {
    const other = await fixture.createTopic();
    const call = send({ delivery: { tag: 1, ttl: 10, prompt: false } });
    await fixture.publishFromPeer({ id: call.id, jsonrpc: '2.0', result: 7 }, other);
    await fixture.clock.run(10_000);
    expect(await codeOf(call.result)).toBe('wallet-protocol/request-expired');
  });

  it('accepts the response on the given response topic', async () => {
    const other = await fixture.createTopic();
    const call = send({ responseTopic: other });
    await fixture.publishFromPeer({ id: call.id, jsonrpc: '2.0', result: 7 }, other);
    expect(await call.result).toBe(7);
  });

  it('rejects both promises if publishing fails', async () => {
    fixture.relay.refusePublications();
    const call = send();
    expect([await codeOf(call.published), await codeOf(call.result)]).toEqual(['relay/publish-failed', 'relay/publish-failed']);
  });

  it('is cancelled by id, by topic, by its signal and by dispose', async () => {
    const controller = new AbortController();
    const abortable = fixture.calls.request({ topic: fixture.topic, method: 'wc_sessionPing', params: {} }, controller.signal);
    const [one, two, three] = [send(), send(), send()];
    fixture.calls.cancelCall(one.id, { code: 6000, message: 'Gone' });
    expect(await one.result.catch((error: unknown) => error)).toMatchObject({ name: 'PeerError', code: 6000 });
    controller.abort('aborted');
    expect(await abortable.result.catch((error: unknown) => error)).toBe('aborted');
    await fixture.calls.cancelTopic(fixture.topic);
    expect(await codeOf(two.result)).toBe('wallet-protocol/user-disconnected');
    const last = send();
    fixture.controller.abort(new LatchkeyError('config/disposed', {}));
    expect([await codeOf(last.result), await codeOf(send().result)]).toEqual(['config/disposed', 'config/disposed']);
    await three.result.catch(() => undefined);
  });

  it('rejects when the relay is disposed first', async () => {
    const { result } = send();
    fixture.relay.dispose();
    expect(await codeOf(result)).toBe('config/disposed');
  });

  it('is published with an empty attestation only if its origin is attested', async () => {
    send();
    send({ method: 'wc_sessionRequest' });
    await flushPromises();
    expect(fixture.hub.envelopes.map(({ attestation }) => attestation)).toEqual([undefined, '']);
  });

  it('requests an attestation while it is published', async () => {
    const requests: unknown[] = [];
    const calls = fixture.createExchange({
      attest: (ids) => {
        requests.push(ids);
        return null;
      },
    });
    await calls.notify({ topic: fixture.topic, method: 'wc_sessionPropose', params: {} }, signal);
    const [sent] = fixture.hub.envelopes;
    expect(requests).toEqual([{ envelopeId: envelopeId(sent?.envelope ?? ''), messageId: messageId(sent?.message) }]);
    expect(sent?.attestation).toBeUndefined();
  });

  it('is sent by link if given, and by the relay if the link cannot be opened', async () => {
    const sent: unknown[] = [];
    const call = { topic: fixture.topic, method: 'wc_sessionRequest', params: {}, id: 5 } as const;
    const message = peerRequest(5, 'wc_sessionRequest');
    const link = async (message: LinkedMessage): Promise<boolean> => sent.push(message) === 1;
    await fixture.calls.notify({ ...call, link }, signal);
    expect([sent, fixture.relay.published]).toEqual([[{ topic: fixture.topic, message }], []]);
    const { result } = fixture.calls.request({ ...call, link }, signal);
    await flushPromises();
    expect(fixture.relay.published).toMatchObject([{ topic: fixture.topic, message }]);
    await fixture.publishFromPeer({ id: 5, jsonrpc: '2.0', result: 1 });
    expect([await result, sent.length]).toEqual([1, 2]);
  });
});

describe('incoming call', () => {
  let handled: IncomingCall[];
  beforeEach(() => {
    handled = [];
    handleCalls();
  });

  const handleCalls = (response: { readonly result: unknown } | null = { result: true }, method: ProtocolMethod = 'wc_sessionPing'): void =>
    fixture.calls.handle(method, async (call) => {
      handled.push(call);
      return { response };
    });
  const responses = () => fixture.receivedByPeer.map((message) => message);

  it('is handled once, responded to and acknowledged', async () => {
    await fixture.publishFromPeer(peerRequest(1));
    expect(handled).toMatchObject([{ topic: fixture.topic, id: 1, method: 'wc_sessionPing', origin: { transport: 'relay' } }]);
    expect([responses(), fixture.isAcknowledged(1)]).toEqual([[{ id: 1, jsonrpc: '2.0', result: true }], true]);
  });

  it('gets the same response when redelivered, also after a reload', async () => {
    fixture.relay.refusePublications();
    await fixture.publishFromPeer(peerRequest(1));
    expect([handled.length, responses(), fixture.isAcknowledged(1)]).toEqual([1, [], false]);
    await fixture.restart();
    handleCalls({ result: 'another' });
    fixture.relay.redeliver();
    await flushPromises();
    expect([handled.length, responses(), fixture.isAcknowledged(1)]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }], true]);
  });

  it('gets a repeated rejection with the tag of a rejection, also after a reload', async () => {
    const tags = (): readonly number[] => fixture.relay.published.map(({ delivery }) => delivery.tag);
    const error = { code: 5_000, message: 'User rejected.' };
    fixture.calls.handle('wc_sessionAuthenticate', async () => ({ response: { error }, kind: 'autoReject' }));
    handleCalls(null, 'wc_sessionPropose');
    for (const [id, method] of [
      [1, 'wc_sessionAuthenticate'],
      [2, 'wc_sessionPropose'],
      [3, 'wc_sessionPing'],
    ] as const)
      await fixture.publishFromPeer(peerRequest(id, method));
    await fixture.calls.reply({ topic: fixture.topic, id: 2, method: 'wc_sessionPropose' }, { error }, { kind: 'reject' });
    expect(tags()).toEqual([1119, 1115, 1120]);
    for (const envelope of fixture.hub.envelopes) envelope.acknowledged.clear();
    await fixture.restart();
    await flushPromises();
    expect(tags().toSorted()).toEqual([1115, 1119, 1120]);
  });

  it('is not stored if its response is repeatable, and handled once per page load', async () => {
    fixture.calls.handle('wc_sessionPing', async (call) => {
      handled.push(call);
      return { response: { result: true }, isRepeatable: true };
    });
    fixture.relay.refusePublications();
    await fixture.publishFromPeer(peerRequest(1));
    await fixture.clock.run(60_000);
    fixture.relay.redeliver();
    await flushPromises();
    expect([handled.length, responses(), fixture.isAcknowledged(1)]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }], true]);
    expect(fixture.store.persisted.size).toBe(0);
  });

  it('is handled again when its handler failed, and not acknowledged before', async () => {
    let fails = true;
    fixture.calls.handle('wc_sessionPing', async () => {
      if (fails) throw new Error('Handler failed');
      return { response: { result: true } };
    });
    await fixture.publishFromPeer(peerRequest(1));
    expect([responses(), fixture.isAcknowledged(1), fixture.logger.messages('warn').length]).toEqual([[], false, 1]);
    fails = false;
    await fixture.clock.run(60_000);
    fixture.relay.redeliver();
    await flushPromises();
    expect([responses().length, fixture.isAcknowledged(1)]).toEqual([1, true]);
  });

  it('waits for a later reply, which is repeated after a reload', async () => {
    handleCalls(null);
    await fixture.publishFromPeer(peerRequest(1));
    await fixture.publishFromPeer({ ...peerRequest(1), params: { again: true } } as RpcMessage);
    expect([handled.length, responses(), fixture.isAcknowledged(1)]).toEqual([1, [], true]);
    await fixture.calls.reply({ topic: fixture.topic, id: 1, method: 'wc_sessionPing' }, { result: undefined });
    await flushPromises();
    await fixture.restart();
    handleCalls();
    await fixture.publishFromPeer({ ...peerRequest(1), params: { again: 'yes' } } as RpcMessage);
    expect([handled.length, responses()]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: null }]]);
  });

  it('gets a repeated reply with the same envelope keys', async () => {
    handleCalls(null);
    const [own, peerKey] = [await fixture.relay.keyChain.createKeyPair(), await fixture.peer.keyChain.createKeyPair()];
    const ownTopic = await fixture.peer.keyChain.responseTopic(peerKey);
    await fixture.peer.subscribe([ownTopic], signal);
    await fixture.publishFromPeer(peerRequest(1));
    const sealing = { topic: ownTopic, publicKey: own, peerPublicKey: peerKey };
    fixture.relay.refusePublications();
    const call = { topic: fixture.topic, id: 1, method: 'wc_sessionPing' } as const;
    expect(await codeOf(fixture.calls.reply(call, { result: 'signed' }, { sealing }))).toBe('relay/publish-failed');
    await fixture.restart();
    await fixture.publishFromPeer({ ...peerRequest(1), params: { again: true } } as RpcMessage);
    expect(responses()).toEqual([{ id: 1, jsonrpc: '2.0', result: 'signed' }]);
    expect(fixture.relay.published.at(-1)).toMatchObject({ topic: ownTopic, sealing });
  });

  it.each([
    ['a method without a handler', 'wc_sessionPing'],
    ['another one', 'wc_sessionExtend'],
    ['an unknown method', 'wc_unheardOf'],
    ['a property name of every object', 'toString'],
    ['a name of 1 MB', 'x'.repeat(1_000_000)],
  ])('gets an unsupported error: %s', async (_, method) => {
    fixture.calls = fixture.createExchange();
    fixture.controller.abort(new LatchkeyError('config/disposed', {}));
    fixture.controller = new AbortController();
    fixture.calls = fixture.createExchange();
    await fixture.publishFromPeer(peerRequest(1, method));
    expect(responses()).toMatchObject([{ id: 1, error: { code: 10_001, message: `Unsupported wc_ method. ${method.slice(0, 64)}` } }]);
    expect(fixture.isAcknowledged(1)).toBe(true);
  });

  it('response handlers get unmatched responses in order, before the acknowledgement', async () => {
    const order: string[] = [];
    fixture.calls.onUnmatchedResponse(async () => null);
    fixture.calls.onUnmatchedResponse(async (_, { id }) => {
      order.push(`taken ${id}`);
      return async () => void order.push(`acknowledged ${fixture.isAcknowledged(id)}`);
    });
    fixture.calls.onUnmatchedResponse(async () => {
      throw new Error('Unexpected call');
    });
    await fixture.publishFromPeer({ id: 9, jsonrpc: '2.0', result: 1 });
    expect([order, fixture.isAcknowledged(9)]).toEqual([['taken 9', 'acknowledged false'], true]);
  });

  it('is handled in order per topic, independently of other topics', async () => {
    const other = await fixture.createTopic();
    const order: number[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    fixture.calls.handle('wc_sessionPing', async ({ id }) => {
      if (id === 1) await released;
      order.push(id);
      return { response: null };
    });
    await fixture.publishFromPeer(peerRequest(1));
    await fixture.publishFromPeer(peerRequest(2));
    await fixture.publishFromPeer(peerRequest(3), other);
    expect(order).toEqual([3]);
    release();
    await flushPromises();
    expect(order).toEqual([3, 1, 2]);
  });

  it('leaves no record when its topic is cancelled, not even of the deletion', async () => {
    await fixture.publishFromPeer(peerRequest(1));
    expect([...fixture.store.persisted.keys()]).toEqual([callRecordKey(fixture.topic, 1)]);
    fixture.calls.handle('wc_sessionDelete', async ({ topic }) => {
      await fixture.calls.cancelTopic(topic);
      return { response: { result: true } };
    });
    await fixture.publishFromPeer(peerRequest(2, 'wc_sessionDelete'));
    expect([responses().length, [...fixture.store.persisted.keys()]]).toEqual([2, []]);
  });

  it('ignores and removes invalid records', async () => {
    const { topic } = fixture;
    for (const [id, value] of [null, 'text', { id: 5 }, { id: 3, expiry: 1, response: { result: 1 } }].entries()) {
      await fixture.store.set(callRecordKey(topic, id), value);
    }
    await fixture.publishFromPeer(peerRequest(1));
    expect([handled.length, [...fixture.store.persisted.keys()]]).toEqual([1, [callRecordKey(topic, 1)]]);
  });

  it('is handled even if nothing can be stored', async () => {
    const broken = new FakeRecordStore();
    const failing = async () => Promise.reject(new Error('Storage failed'));
    fixture.controller.abort(new LatchkeyError('config/disposed', {}));
    fixture.controller = new AbortController();
    fixture.calls = fixture.createExchange({ records: Object.assign(broken, { list: failing, set: failing }) });
    handleCalls();
    await fixture.publishFromPeer(peerRequest(1));
    await fixture.publishFromPeer({ ...peerRequest(1), params: 'again' } as RpcMessage);
    expect([handled.length, responses().length]).toEqual([1, 1]);
  });

  describe('by link', () => {
    const origin = { transport: 'link_mode', appLink: null } as const;
    let sent: LinkedMessage[];
    let isOpened: boolean;

    beforeEach(() => {
      sent = [];
      isOpened = true;
      const link = async (message: LinkedMessage): Promise<boolean> => {
        sent.push(message);
        return isOpened;
      };
      fixture.calls = fixture.createExchange({ linkOf: () => link });
      handleCalls(undefined, 'wc_sessionRequest');
      handleCalls();
    });

    it('is handled once, and user requests get their response by link', async () => {
      const message = peerRequest(1, 'wc_sessionRequest');
      await fixture.calls.receive({ topic: fixture.topic, message, origin });
      await fixture.calls.receive({ topic: fixture.topic, message, origin });
      const response = { topic: fixture.topic, message: { id: 1, jsonrpc: '2.0', result: true } };
      expect([handled.length, sent, fixture.relay.published]).toEqual([1, [response, response], []]);
    });

    it('gets its response by the relay if no user is involved', async () => {
      await fixture.calls.receive({ topic: fixture.topic, message: peerRequest(1), origin });
      await flushPromises();
      expect([sent, responses()]).toEqual([[], [{ id: 1, jsonrpc: '2.0', result: true }]]);
    });

    it('gets its response by the relay if the link cannot be opened', async () => {
      isOpened = false;
      await fixture.calls.receive({ topic: fixture.topic, message: peerRequest(1, 'wc_sessionRequest'), origin });
      await flushPromises();
      expect([sent.length, responses()]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }]]);
    });

    it('gets a confidential result by its link only, not by the relay or on a repeated request', async () => {
      isOpened = false;
      const own = {
        topic: fixture.topic,
        publicKey: await fixture.relay.keyChain.createKeyPair(),
        peerPublicKey: await fixture.peer.keyChain.createKeyPair(),
      };
      const link = async (message: LinkedMessage): Promise<boolean> => {
        sent.push(message);
        return isOpened;
      };
      handleCalls(null, 'wc_sessionAuthenticate');
      const message = peerRequest(1, 'wc_sessionAuthenticate');
      await fixture.calls.receive({ topic: fixture.topic, message, origin });
      const call = { topic: fixture.topic, id: 1, method: 'wc_sessionAuthenticate', link } as const;
      expect(await codeOf(fixture.calls.reply(call, { result: 'signed' }, { sealing: own }))).toBe('wallet-protocol/link-not-opened');
      await fixture.publishFromPeer(message);
      await fixture.calls.receive({ topic: fixture.topic, message, origin });
      expect([sent.length, fixture.relay.published]).toEqual([1, []]);
      await fixture.restart();
      await fixture.publishFromPeer({ ...message, params: 'again' } as RpcMessage);
      expect(fixture.relay.published).toEqual([]);
      // An error is not confidential.
      await fixture.calls.reply({ ...call, id: 2 }, { error: { code: 1, message: 'No' } }, { sealing: own });
      expect(fixture.relay.published).toHaveLength(1);
    });
  });
});
