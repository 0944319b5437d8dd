import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { LinkedMessage } from '../../../../../application/wallet-protocol/engine/calls.js';
import { PeerError } from '../../../../../application/wallet-protocol/engine/peer-error.js';
import { messageId } from '../../../../../application/wallet-protocol/message-text.js';
import { LatchkeyError } from '../../../../../domain/errors/latchkey-error.js';
import { envelopeId } from '../../../../../domain/wallet-protocol/envelope-id.js';
import { codeOf } from '../../../../../testing/contracts/test-api.js';
import { ask, ExchangeWorld, signal } from './support/exchange-world.js';

describe('what is said to a peer', () => {
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
