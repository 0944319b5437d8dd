import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { APP, outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const MAINNET = toChainId('eip155:1');
const MINUTE = 60_000;

describe('an app with a session', () => {
  let world: ProtocolWorld;

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

  describe('a session', () => {
    const signal = new AbortController().signal;
    const ask = (session: RemoteSession, given: AbortSignal = signal): Promise<unknown> =>
      session.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, given);

    it('carries a request to the wallet and the answer back, brings the wallet up, and tells the relay nothing of either', async () => {
      const { session, topic } = await world.connect();
      const answer = ask(session);
      await settle();
      const { request } = world.wallet.calls.at(-1) ?? {};
      expect(request).toMatchObject({
        method: 'wc_sessionRequest',
        params: { chainId: MAINNET, request: { method: 'personal_sign', params: ['0x00'] } },
      });
      expect(world.links).toEqual([request?.id]);
      expect(Object.keys(world.relay.transport.published.at(-1) ?? {}).sort()).toEqual(['attestation', 'delivery', 'envelope', 'topic']);
      await world.wallet.answer(topic, request?.id ?? 0, { result: '0xsigned' });
      expect(await answer).toBe('0xsigned');
    });

    it('does not bring the wallet up for what it answers without its owner', async () => {
      const { session, topic } = await world.connect();
      const answer = session.request({ chainId: MAINNET, method: 'eth_accounts', params: [], quiet: true }, signal);
      await settle();
      const { request } = world.wallet.calls.at(-1) ?? {};
      expect([request?.method, world.links]).toEqual(['wc_sessionRequest', []]);
      await world.wallet.answer(topic, request?.id ?? 0, { result: [] });
      expect(await answer).toEqual([]);
    });

    it('tells what the wallet said of it beside its namespaces', async () => {
      const pairing = world.pair();
      const proposal = await world.wallet.pair(await world.shown());
      const scopedProperties = { 'eip155:1': { atomic: { status: 'supported' } } };
      await world.wallet.approve(proposal, { sessionProperties: { bip122_getAccountAddresses: '[]', number: 7 }, scopedProperties });
      const session = await pairing;
      expect(session.sessionProperties).toEqual({ bip122_getAccountAddresses: '[]' });
      expect(session.scopedProperties).toEqual(scopedProperties);
    });

    it('throws what the wallet says, with its code', async () => {
      const { session, topic } = await world.connect();
      const answer = outcomeOf(ask(session));
      await settle();
      await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, {
        error: { code: 4001, message: 'No', data: { a: 1 } },
      });
      expect(answer.now()).toMatchObject({ error: { code: 4001, message: 'No', data: { a: 1 } } });
    });

    it('takes the first of two answers, and none on a foreign topic', async () => {
      const { session, topic } = await world.connect();
      const answer = outcomeOf(ask(session));
      await settle();
      const id = world.wallet.calls.at(-1)?.request.id ?? 0;
      world.relay.receive('f'.repeat(64), { id, jsonrpc: '2.0', result: 'forged' });
      await settle();
      expect(answer.now()).toBeNull();
      await world.wallet.answer(topic, id, { result: 'first' });
      await world.wallet.answer(topic, id, { result: 'second' });
      expect(answer.now()).toEqual({ value: 'first' });
    });

    it('ends a request that nobody answers when its time is over', async () => {
      const { session } = await world.connect();
      const answer = outcomeOf(ask(session));
      await world.clock.run(299_000);
      expect(answer.now()).toBeNull();
      await world.clock.run(1_000);
      expect(answer.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
    });

    it('lets a request have a time of its own, which no other inherits', async () => {
      const { session } = await world.connect();
      const long = outcomeOf(session.request({ chainId: MAINNET, method: 'm', params: [], expirySeconds: 3_600 }, signal));
      const usual = outcomeOf(ask(session));
      await world.clock.run(300_000);
      expect(usual.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
      expect(long.now()).toBeNull();
      await world.clock.run(3_300_000);
      expect(long.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
    });

    it('stops waiting when the caller leaves', async () => {
      const { session } = await world.connect();
      const run = new AbortController();
      const answer = outcomeOf(ask(session, run.signal));
      await settle();
      run.abort();
      await settle();
      expect(answer.now()).toMatchObject({ error: { name: 'AbortError' } });
    });

    it('tells what the wallet allows anew, and answers the wallet', async () => {
      const { session, topic } = await world.connect();
      const heard: string[] = [];
      session.events$.subscribe(({ type }) => heard.push(type));
      const namespaces = { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
      const id = await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
      expect(session.namespaces).toEqual(namespaces);
      expect(world.wallet.answerTo(id)).toMatchObject({ result: true });
      const wrong = await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: null } });
      expect(world.wallet.answerTo(wrong)).toMatchObject({ error: { code: 1003 } });
      expect(session.namespaces).toEqual(namespaces);
      expect(heard).toEqual(['namespaces-changed']);
    });

    it('passes the wallet’s events on, and answers pings and what it does not know', async () => {
      const { session, topic } = await world.connect();
      const heard: unknown[] = [];
      session.events$.subscribe((event) => heard.push(event));
      await world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' });
      await world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 1 }, chainId: 'eip155:137' });
      await world.wallet.call(topic, 'wc_sessionEvent', null);
      expect(heard).toEqual([{ type: 'event', chainId: 'eip155:137', name: 'chainChanged', data: 137 }]);
      expect(world.wallet.answerTo(await world.wallet.call(topic, 'wc_sessionPing', {}))).toMatchObject({ result: true });
      expect(world.wallet.answerTo(await world.wallet.call(topic, 'wc_sessionPropose', {}))).toMatchObject({ error: { code: 10_001 } });
    });

    it('ends once when the wallet ends it: requests under way fail, keys and record go', async () => {
      const { session, topic } = await world.connect();
      const heard: unknown[] = [];
      let hasCompleted = false;
      session.events$.subscribe({ next: (event) => heard.push(event), complete: () => (hasCompleted = true) });
      const answer = outcomeOf(ask(session));
      await settle();
      await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      expect(heard).toEqual([{ type: 'ended', reason: 'wallet' }]);
      expect(hasCompleted).toBe(true);
      expect(answer.now()).toMatchObject({ error: { code: 'wallet-protocol/user-disconnected' } });
      expect(session.live).toBe(false);
      await expect(ask(session)).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
      expect(world.records.persisted.size).toBe(0);
      expect(world.relay.keys).toEqual([]);
    });

    it('ends for the wallet too when the app disconnects', async () => {
      const { session, topic } = await world.connect();
      await session.disconnect(signal);
      await settle();
      expect(world.wallet.calls.at(-1)).toMatchObject({ topic, request: { method: 'wc_sessionDelete', params: { code: 6000 } } });
      expect(session.live).toBe(false);
      expect(world.records.persisted.size).toBe(0);
      await session.disconnect(signal);
      expect(world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
    });

    it('is over after its time, unless the wallet extends it', async () => {
      const { session, topic } = await world.connect();
      const reasons: unknown[] = [];
      session.events$.subscribe((event) => reasons.push(event));
      await world.clock.run(3 * 24 * 60 * MINUTE);
      expect(world.wallet.answerTo(await world.wallet.call(topic, 'wc_sessionExtend', {}))).toMatchObject({ result: true });
      await world.clock.run(5 * 24 * 60 * MINUTE);
      expect(session.live).toBe(true);
      await world.clock.run(2 * 24 * 60 * MINUTE);
      expect(session.live).toBe(false);
      expect(reasons).toEqual([{ type: 'ended', reason: 'expired' }]);
      expect(world.records.persisted.size).toBe(0);
    });

    it('says until when it lives, also after its wallet has prolonged it', async () => {
      const { session, topic } = await world.connect();
      const week = 7 * 24 * 60 * MINUTE;
      const expiresAt = session.expiresAt ?? 0;
      expect(Math.abs(expiresAt - (world.clock.now() + week))).toBeLessThan(MINUTE);
      await world.clock.run(24 * 60 * MINUTE);
      await world.wallet.call(topic, 'wc_sessionExtend', {});
      expect((session.expiresAt ?? 0) - expiresAt).toBeGreaterThan(23 * 60 * MINUTE);
      const prolonged = session.expiresAt;
      await world.reload();
      expect((await world.client.resume())?.expiresAt).toBe(prolonged);
    });

    it('is taken up by the next page without the relay, and heard when the relay is there', async () => {
      const { topic } = await world.connect();
      await world.reload(() =>
        world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' }),
      );
      world.relay.door = 'unreachable';
      const session = await world.client.resume();
      expect(session).toMatchObject({ topic, live: true, namespaces: ALLOWED });
      const heard: unknown[] = [];
      session?.events$.subscribe((event) => heard.push(event));
      world.relay.door = 'open';
      await world.clock.run(2_000);
      expect(heard).toEqual([expect.objectContaining({ name: 'chainChanged' })]);
    });

    it('is not taken up when it is over, when its key is gone, or when its record is broken', async () => {
      const { topic } = await world.connect();
      await world.reload();
      const whole = world.records.persisted.get(`@latchkey/wc/session/${topic}`);
      world.records.damage(`@latchkey/wc/session/${topic}`, { topic });
      expect(await world.client.resume()).toBeNull();
      await world.records.set(`@latchkey/wc/session/${topic}`, whole);
      await world.relay.keyChain.deleteKeys(topic);
      await world.reload();
      expect(await world.client.resume()).toBeNull();
      expect(world.records.persisted.size).toBe(0);
    });
  });

  it('is one for all who take it up, and what a wallet does to it is told to each once', async () => {
    const { session, topic } = await world.connect();
    expect(await world.client.resume()).toBe(session);
    await world.reload();
    const [first, second] = [await world.client.resume(), await world.client.resume()];
    expect(second).toBe(first);
    const heard: unknown[] = [];
    first?.events$.subscribe((event) => heard.push(event));
    await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(heard).toEqual([{ type: 'ended', reason: 'wallet' }]);
  });

  it('is lost, and its holder is told, where its key is gone when it is looked up again', async () => {
    const { session, topic } = await world.connect();
    const heard: unknown[] = [];
    session.events$.subscribe((event) => heard.push(event));
    await world.relay.keyChain.deleteKeys(topic);
    expect(await world.client.resume()).toBeNull();
    expect([heard, session.live]).toEqual([[{ type: 'ended', reason: 'lost' }], false]);
    expect(world.records.persisted.size).toBe(0);
  });

  it('is changed and prolonged by its peer also where that is not the one who controls it', async () => {
    const session = world.pair();
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    await world.wallet.settle(topic, { controller: { publicKey: 'c'.repeat(64), metadata: APP } });
    const namespaces = { eip155: { ...ALLOWED.eip155, accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
    const ids = [
      await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces }),
      await world.wallet.call(topic, 'wc_sessionExtend', {}),
    ];
    expect(ids.map((id) => world.wallet.answerTo(id))).toMatchObject([{ result: true }, { result: true }]);
    expect((await session).namespaces).toEqual(namespaces);
  });

  it('says when none is left: at the end of the last one, and where nothing is there to take up', async () => {
    const first = await world.connect();
    const second = await world.connect();
    await first.session.disconnect(new AbortController().signal);
    expect(world.desertions).toBe(0);
    await world.wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(world.desertions).toBe(1);
    expect(await world.client.resume()).toBeNull();
    expect(world.desertions).toBe(2);
  });

  it('says nothing of the kind while one is taken up, nor when the page is closed', async () => {
    await world.connect();
    await world.reload();
    expect(await world.client.resume()).not.toBeNull();
    world.client.dispose();
    expect(world.desertions).toBe(0);
  });

  it('survives messages of peers that make no sense, and still works', async () => {
    const { session, topic } = await world.connect();
    for (let count = 0; count < 100; count += 1) {
      world.relay.receive(count % 2 === 0 ? topic : 'e'.repeat(64), { id: count, jsonrpc: '2.0', method: 'wc_nonsense', params: null });
      world.relay.receive(topic, { id: count, jsonrpc: '2.0', result: null });
      await settle();
    }
    await world.clock.run(1_000);
    const answer = session.request({ chainId: MAINNET, method: 'personal_sign', params: [] }, new AbortController().signal);
    await settle();
    await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, { result: 'still here' });
    expect(await answer).toBe('still here');
  });
});
