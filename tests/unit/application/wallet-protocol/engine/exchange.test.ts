import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { type IncomingCall, type LinkedMessage, PeerError } from '../../../../../application/wallet-protocol/engine/calls.js';
import { callRecord } from '../../../../../application/wallet-protocol/engine/heard-calls.js';
import { messageId } from '../../../../../application/wallet-protocol/message-relay.js';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { envelopeId } from '../../../../../domain/wallet-protocol/envelope-id.js';
import type { RpcMessage } from '../../../../../domain/wallet-protocol/json-rpc.js';
import type { ProtocolMethod } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { codeOf } from '../../../../../testing/contracts/test-api.js';
import { ask, ExchangeWorld, signal } from './support/exchange-world.js';

let world: ExchangeWorld;

beforeEach(async () => {
  world = await new ExchangeWorld().start();
});
afterEach(async () => {
  world.life.abort(new LatchkeyError('config/disposed', {}));
  world.relay.dispose();
  world.peer.dispose();
  await settle();
  expect(world.clock.pending).toBe(0);
});

describe('what is said to a peer', () => {
  const place = (more = {}) => world.calls.place({ topic: world.topic, method: 'wc_sessionPing', params: {}, ...more }, signal);

  it('has ids that grow, also within a millisecond', () => {
    const ids = [1, 2, 3].map(() => world.calls.newId());
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('is answered with what came before anybody looked', async () => {
    const placed = place();
    await world.say({ id: placed.id, jsonrpc: '2.0', result: 7 });
    await placed.published;
    expect(await placed.answer).toBe(7);
  });

  it('is refused with the words of the peer, and was published all the same', async () => {
    const placed = place();
    await world.say({ id: placed.id, jsonrpc: '2.0', error: { code: 5000, message: 'No' } });
    await placed.published;
    const error = await placed.answer.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PeerError);
    expect(error).toMatchObject({ code: 5000, message: 'No' });
  });

  it('is not answered on another topic than its own', async () => {
    const other = await world.meet();
    const placed = place({ delivery: { tag: 1, ttl: 10, prompt: false } });
    await world.say({ id: placed.id, jsonrpc: '2.0', result: 7 }, other);
    await world.clock.run(10_000);
    expect(await codeOf(placed.answer)).toBe('wallet-protocol/request-expired');
  });

  it('is answered on the topic that it names', async () => {
    const other = await world.meet();
    const placed = place({ answerTopic: other });
    await world.say({ id: placed.id, jsonrpc: '2.0', result: 7 }, other);
    expect(await placed.answer).toBe(7);
  });

  it('fails where the relay does not take it, for both who wait', async () => {
    world.relay.refusePublications();
    const placed = place();
    expect([await codeOf(placed.published), await codeOf(placed.answer)]).toEqual(['relay/publish-failed', 'relay/publish-failed']);
  });

  it('is given up by its id, by its topic, by who asked, and by the end of the engine', async () => {
    const leaving = new AbortController();
    const given = world.calls.place({ topic: world.topic, method: 'wc_sessionPing', params: {} }, leaving.signal);
    const [one, two, three] = [place(), place(), place()];
    world.calls.giveUpCall(one.id, { code: 6000, message: 'Gone' });
    expect(await one.answer.catch((error: unknown) => error)).toMatchObject({ name: 'PeerError', code: 6000 });
    leaving.abort('left');
    expect(await given.answer.catch((error: unknown) => error)).toBe('left');
    await world.calls.giveUp(world.topic);
    expect(await codeOf(two.answer)).toBe('wallet-protocol/user-disconnected');
    const last = place();
    world.life.abort(new LatchkeyError('config/disposed', {}));
    expect([await codeOf(last.answer), await codeOf(place().answer)]).toEqual(['config/disposed', 'config/disposed']);
    await three.answer.catch(() => undefined);
  });

  it('ends with the relay where that ends before the engine does', async () => {
    const { answer } = place();
    world.relay.dispose();
    expect(await codeOf(answer)).toBe('config/disposed');
  });

  it('says that nobody attests where it came from, only with calls whose origin matters', async () => {
    place();
    place({ method: 'wc_sessionRequest' });
    await settle();
    expect(world.hub.envelopes.map(({ attestation }) => attestation)).toEqual([undefined, '']);
  });

  it('has what attests it asked beside its way', async () => {
    const asked: unknown[] = [];
    const calls = world.page({
      attest: (ids) => {
        asked.push(ids);
        return null;
      },
    });
    await calls.tell({ topic: world.topic, method: 'wc_sessionPropose', params: {} }, signal);
    const [sent] = world.hub.envelopes;
    expect(asked).toEqual([{ envelopeId: envelopeId(sent?.envelope ?? ''), messageId: messageId(sent?.message) }]);
    expect(sent?.attestation).toBeUndefined();
  });

  it('goes by a link where it is given one, and by the relay where that carries nothing', async () => {
    const sent: unknown[] = [];
    const call = { topic: world.topic, method: 'wc_sessionRequest', params: {}, id: 5 } as const;
    const message = ask(5, 'wc_sessionRequest');
    const link = async (linked: LinkedMessage): Promise<boolean> => sent.push(linked) === 1;
    await world.calls.tell({ ...call, link }, signal);
    expect([sent, world.relay.published]).toEqual([[{ topic: world.topic, message }], []]);
    const { answer } = world.calls.place({ ...call, link }, signal);
    await settle();
    expect(world.relay.published).toMatchObject([{ topic: world.topic, message }]);
    await world.say({ id: 5, jsonrpc: '2.0', result: 1 });
    expect([await answer, sent.length]).toEqual([1, 2]);
  });
});

describe('what a peer says', () => {
  let carriedOut: IncomingCall[];
  beforeEach(() => {
    carriedOut = [];
    takeUp();
  });

  const takeUp = (answer: { readonly result: unknown } | null = { result: true }, method: ProtocolMethod = 'wc_sessionPing'): void =>
    world.calls.handle(method, async (call) => {
      carriedOut.push(call);
      return { answer };
    });
  const answers = () => world.heard.map((message) => message);

  it('is carried out once, answered and acknowledged', async () => {
    await world.say(ask(1));
    expect(carriedOut).toMatchObject([{ topic: world.topic, id: 1, method: 'wc_sessionPing', origin: { transport: 'relay' } }]);
    expect([answers(), world.isAcknowledged(1)]).toEqual([[{ id: 1, jsonrpc: '2.0', result: true }], true]);
  });

  it('is answered the same and not carried out when it comes again, also to the next page', async () => {
    world.relay.refusePublications();
    await world.say(ask(1));
    expect([carriedOut.length, answers(), world.isAcknowledged(1)]).toEqual([1, [], false]);
    await world.restart();
    takeUp({ result: 'another' });
    world.relay.repeat();
    await settle();
    expect([carriedOut.length, answers(), world.isAcknowledged(1)]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }], true]);
  });

  it('is declined again as it was declined: by the tag of a refusal, also by the next page', async () => {
    const tags = (): readonly number[] => world.relay.published.map(({ delivery }) => delivery.tag);
    const error = { code: 5_000, message: 'User rejected.' };
    world.calls.handle('wc_sessionAuthenticate', async () => ({ answer: { error }, kind: 'autoReject' }));
    takeUp(null, 'wc_sessionPropose');
    for (const [id, method] of [
      [1, 'wc_sessionAuthenticate'],
      [2, 'wc_sessionPropose'],
      [3, 'wc_sessionPing'],
    ] as const)
      await world.say(ask(id, method));
    await world.calls.reply({ topic: world.topic, id: 2, method: 'wc_sessionPropose' }, { error }, { kind: 'reject' });
    expect(tags()).toEqual([1119, 1115, 1120]);
    for (const envelope of world.hub.envelopes) envelope.acknowledged.clear();
    await world.restart();
    await settle();
    expect(tags().toSorted()).toEqual([1115, 1119, 1120]);
  });

  it('leaves no record where the next page would answer it the same by itself, and is carried out once on this one', async () => {
    world.calls.handle('wc_sessionPing', async (call) => {
      carriedOut.push(call);
      return { answer: { result: true }, isRepeatable: true };
    });
    world.relay.refusePublications();
    await world.say(ask(1));
    await world.clock.run(60_000);
    world.relay.repeat();
    await settle();
    expect([carriedOut.length, answers(), world.isAcknowledged(1)]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }], true]);
    expect(world.store.persisted.size).toBe(0);
  });

  it('is carried out again when its handler failed, and not acknowledged before', async () => {
    let fails = true;
    world.calls.handle('wc_sessionPing', async () => {
      if (fails) throw new Error('No room');
      return { answer: { result: true } };
    });
    await world.say(ask(1));
    expect([answers(), world.isAcknowledged(1), world.logger.messages('warn').length]).toEqual([[], false, 1]);
    fails = false;
    await world.clock.run(60_000);
    world.relay.repeat();
    await settle();
    expect([answers().length, world.isAcknowledged(1)]).toEqual([1, true]);
  });

  it('waits for an answer that is given later, and is answered the same by the next page', async () => {
    takeUp(null);
    await world.say(ask(1));
    await world.say({ ...ask(1), params: { again: true } } as RpcMessage);
    expect([carriedOut.length, answers(), world.isAcknowledged(1)]).toEqual([1, [], true]);
    await world.calls.reply({ topic: world.topic, id: 1, method: 'wc_sessionPing' }, { result: undefined });
    await settle();
    await world.restart();
    takeUp();
    await world.say({ ...ask(1), params: { again: 'yes' } } as RpcMessage);
    expect([carriedOut.length, answers()]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: null }]]);
  });

  it('is answered again where its answer went: under the keys of the two parties', async () => {
    takeUp(null);
    const [own, others] = [await world.relay.keyChain.createKeyPair(), await world.peer.keyChain.createKeyPair()];
    const to = await world.peer.keyChain.ownTopic(others);
    await world.peer.subscribe([to], signal);
    await world.say(ask(1));
    const sealing = { topic: to, publicKey: own, peerPublicKey: others };
    world.relay.refusePublications();
    const call = { topic: world.topic, id: 1, method: 'wc_sessionPing' } as const;
    expect(await codeOf(world.calls.reply(call, { result: 'signed' }, { sealing }))).toBe('relay/publish-failed');
    await world.restart();
    await world.say({ ...ask(1), params: { again: true } } as RpcMessage);
    expect(answers()).toEqual([{ id: 1, jsonrpc: '2.0', result: 'signed' }]);
    expect(world.relay.published.at(-1)).toMatchObject({ topic: to, sealing });
  });

  it.each([
    ['a call that has no handler', 'wc_sessionPing'],
    ['another one', 'wc_sessionExtend'],
    ['an unknown call', 'wc_unheardOf'],
    ['a name of every object', 'toString'],
    ['a name of 1 MB', 'x'.repeat(1_000_000)],
  ])('is refused where nobody takes it up: %s', async (_, method) => {
    world.calls = world.page();
    world.life.abort(new LatchkeyError('config/disposed', {}));
    world.life = new AbortController();
    world.calls = world.page();
    await world.say(ask(1, method));
    expect(answers()).toMatchObject([{ id: 1, error: { code: 10_001, message: `Unsupported wc_ method. ${method.slice(0, 64)}` } }]);
    expect(world.isAcknowledged(1)).toBe(true);
  });

  it('is offered to who takes answers that nobody waits for, in their order, and acknowledged after what is left to do', async () => {
    const order: string[] = [];
    world.calls.takeAnswers(async () => null);
    world.calls.takeAnswers(async (_, { id }) => {
      order.push(`taken ${id}`);
      return async () => void order.push(`acknowledged ${world.isAcknowledged(id)}`);
    });
    world.calls.takeAnswers(async () => {
      throw new Error('Nobody asks the last one');
    });
    await world.say({ id: 9, jsonrpc: '2.0', result: 1 });
    expect([order, world.isAcknowledged(9)]).toEqual([['taken 9', 'acknowledged false'], true]);
  });

  it('is taken up in its order on a topic, while other topics wait for nobody', async () => {
    const other = await world.meet();
    const order: number[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    world.calls.handle('wc_sessionPing', async ({ id }) => {
      if (id === 1) await held;
      order.push(id);
      return { answer: null };
    });
    await world.say(ask(1));
    await world.say(ask(2));
    await world.say(ask(3), other);
    expect(order).toEqual([3]);
    letGo();
    await settle();
    expect(order).toEqual([3, 1, 2]);
  });

  it('leaves no record behind when its topic is given up, not even the answer that ends it', async () => {
    await world.say(ask(1));
    expect([...world.store.persisted.keys()]).toEqual([callRecord(world.topic, 1)]);
    world.calls.handle('wc_sessionDelete', async ({ topic }) => {
      await world.calls.giveUp(topic);
      return { answer: { result: true } };
    });
    await world.say(ask(2, 'wc_sessionDelete'));
    expect([answers().length, [...world.store.persisted.keys()]]).toEqual([2, []]);
  });

  it('is known again whatever stands in the records, and what is none is removed', async () => {
    const { topic } = world;
    for (const [id, value] of [null, 'text', { id: 5 }, { id: 3, expiry: 1, answer: { result: 1 } }].entries()) {
      await world.store.set(callRecord(topic, id), value);
    }
    await world.say(ask(1));
    expect([carriedOut.length, [...world.store.persisted.keys()]]).toEqual([1, [callRecord(topic, 1)]]);
  });

  it('is carried out and answered where nothing can be stored', async () => {
    const broken = new FakeRecordStore();
    const failing = async () => Promise.reject(new Error('The disk is full'));
    world.life.abort(new LatchkeyError('config/disposed', {}));
    world.life = new AbortController();
    world.calls = world.page({ records: Object.assign(broken, { list: failing, set: failing }) });
    takeUp();
    await world.say(ask(1));
    await world.say({ ...ask(1), params: 'again' } as RpcMessage);
    expect([carriedOut.length, answers().length]).toEqual([1, 1]);
  });

  describe('by a link', () => {
    const origin = { transport: 'link_mode', appLink: null } as const;
    let sent: LinkedMessage[];
    let isOpened: boolean;

    beforeEach(() => {
      sent = [];
      isOpened = true;
      const link = async (linked: LinkedMessage): Promise<boolean> => {
        sent.push(linked);
        return isOpened;
      };
      world.calls = world.page({ linkOf: () => link });
      takeUp(undefined, 'wc_sessionRequest');
      takeUp();
    });

    it('goes through the same hands, and is answered by the link where a person waits', async () => {
      const message = ask(1, 'wc_sessionRequest');
      await world.calls.hear({ topic: world.topic, message, origin });
      await world.calls.hear({ topic: world.topic, message, origin });
      const answer = { topic: world.topic, message: { id: 1, jsonrpc: '2.0', result: true } };
      expect([carriedOut.length, sent, world.relay.published]).toEqual([1, [answer, answer], []]);
    });

    it('is answered by the relay where no person waits', async () => {
      await world.calls.hear({ topic: world.topic, message: ask(1), origin });
      await settle();
      expect([sent, answers()]).toEqual([[], [{ id: 1, jsonrpc: '2.0', result: true }]]);
    });

    it('is answered by the relay where the link carries nothing', async () => {
      isOpened = false;
      await world.calls.hear({ topic: world.topic, message: ask(1, 'wc_sessionRequest'), origin });
      await settle();
      expect([sent.length, answers()]).toEqual([1, [{ id: 1, jsonrpc: '2.0', result: true }]]);
    });

    it('is answered to the owner of the link alone where the answer is for them: not by the relay, nor to who asks again', async () => {
      isOpened = false;
      const own = {
        topic: world.topic,
        publicKey: await world.relay.keyChain.createKeyPair(),
        peerPublicKey: await world.peer.keyChain.createKeyPair(),
      };
      const link = async (linked: LinkedMessage): Promise<boolean> => {
        sent.push(linked);
        return isOpened;
      };
      takeUp(null, 'wc_sessionAuthenticate');
      const message = ask(1, 'wc_sessionAuthenticate');
      await world.calls.hear({ topic: world.topic, message, origin });
      const call = { topic: world.topic, id: 1, method: 'wc_sessionAuthenticate', link } as const;
      expect(await codeOf(world.calls.reply(call, { result: 'signed' }, { sealing: own }))).toBe('wallet-protocol/link-not-opened');
      await world.say(message);
      await world.calls.hear({ topic: world.topic, message, origin });
      expect([sent.length, world.relay.published]).toEqual([1, []]);
      await world.restart();
      await world.say({ ...message, params: 'again' } as RpcMessage);
      expect(world.relay.published).toEqual([]);
      // A refusal is nobody's secret.
      await world.calls.reply({ ...call, id: 2 }, { error: { code: 1, message: 'No' } }, { sealing: own });
      expect(world.relay.published).toHaveLength(1);
    });
  });
});
