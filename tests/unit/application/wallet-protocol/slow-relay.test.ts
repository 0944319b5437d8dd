import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { isRpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

/** An update that allows one chain only, with an address of its own. */
const updateTo = (digit: string) => ({
  namespaces: { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: [`eip155:1:0x${digit.repeat(40)}`] } },
});

const chainChanged = (data: number) => ({ event: { name: 'chainChanged', data }, chainId: 'eip155:1' });

describe('an app whose relay takes its answers slowly', () => {
  let world: ProtocolWorld;
  /** The relay takes no answer of the app until the returned function is called. */
  const holdAnswers = (): (() => void) => world.hold(({ message }) => !isRpcRequest(message));

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

  it('hears all that a wallet says meanwhile, in its order, and answers everything in the end', async () => {
    const { session, topic } = await world.connect();
    const heard: unknown[] = [];
    session.events$.subscribe((event) => heard.push(event.type === 'event' ? event.data : session.namespaces.eip155?.accounts));
    const letGo = holdAnswers();
    const ids = [
      await world.wallet.call(topic, 'wc_sessionPing', {}),
      await world.wallet.call(topic, 'wc_sessionUpdate', updateTo('1')),
      await world.wallet.call(topic, 'wc_sessionEvent', chainChanged(1)),
      await world.wallet.call(topic, 'wc_sessionUpdate', updateTo('2')),
      await world.wallet.call(topic, 'wc_sessionEvent', chainChanged(2)),
    ];
    expect(heard).toEqual([[`eip155:1:0x${'1'.repeat(40)}`], 1, [`eip155:1:0x${'2'.repeat(40)}`], 2]);
    expect(ids.map((id) => world.wallet.answerTo(id))).toEqual(ids.map(() => undefined));
    letGo();
    await settle();
    expect(ids.map((id) => world.wallet.answerTo(id))).toEqual(ids.map((id) => ({ id, jsonrpc: '2.0', result: true })));
  });

  it("hears the wallet's answer to a request", async () => {
    const { session, topic } = await world.connect();
    const letGo = holdAnswers();
    await world.wallet.call(topic, 'wc_sessionPing', {});
    const answer = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, new AbortController().signal);
    await settle();
    await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, { result: '0xsigned' });
    expect(await answer).toBe('0xsigned');
    letGo();
    await settle();
  });

  it('hears that the wallet ends the session, keeps the key until the wallet is answered, and then forgets it', async () => {
    const { session, topic } = await world.connect();
    const letGo = holdAnswers();
    const ping = await world.wallet.call(topic, 'wc_sessionPing', {});
    const end = await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(session.live).toBe(false);
    // With its key goes its record: until then it is over for the next page too.
    expect([...world.records.persisted]).toMatchObject([[`@latchkey/wc/session/${topic}`, { expiry: 0 }]]);
    letGo();
    await settle();
    expect([world.wallet.answerTo(ping), world.wallet.answerTo(end)]).toMatchObject([{ result: true }, { result: true }]);
    expect(world.relay.keys).toEqual([]);
    expect(world.relay.topics).toEqual([]);
    expect([...world.records.persisted.keys()]).toEqual([]);
  });

  it('has the session before the relay has the answer to its settlement', async () => {
    const letGo = holdAnswers();
    const session = outcomeOf(world.pair());
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(session.now()).toMatchObject({ value: { live: true } });
    expect(world.wallet.answers).toEqual([]);
    letGo();
    await settle();
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }]);
  });

  it('hears another wallet while the answer to one is on its way', async () => {
    const first = await world.connect();
    const letGo = holdAnswers();
    await world.wallet.call(first.topic, 'wc_sessionPing', {});
    const second = outcomeOf(world.pair());
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(second.now()).toMatchObject({ value: { live: true } });
    letGo();
    await settle();
  });

  it('keeps a session whose wallet is not answered yet when the time of its proposal is over', async () => {
    const letGo = holdAnswers();
    const session = outcomeOf(world.pair());
    const topic = await world.wallet.approve(await world.wallet.pair(await world.shown()));
    await world.clock.run(301_000);
    letGo();
    await settle();
    expect(session.now()).toMatchObject({ value: { topic, live: true } });
    expect(world.wallet.calls.map(({ request }) => request.method)).toEqual(['wc_sessionPropose']);
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }]);
    expect([world.relay.keys, world.relay.topics]).toEqual([[topic], [topic]]);
  });

  it('shows whoever pairs meanwhile a URI, and not what the one before was given', async () => {
    const letGo = holdAnswers();
    const first = outcomeOf(world.pair(undefined, true));
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(first.now()).toMatchObject({ value: { live: true } });
    const leaving = new AbortController();
    const second = outcomeOf(world.pair(leaving.signal, true));
    await world.shown();
    expect([second.now(), new Set(world.uris).size]).toEqual([null, 2]);
    leaving.abort();
    letGo();
    await settle();
  });

  it('answers a settlement again that the relay hands over again because the answer did not reach it', async () => {
    const session = outcomeOf(world.pair());
    const proposal = await world.wallet.pair(await world.shown());
    world.relay.refusePublications();
    await world.wallet.approve(proposal);
    expect(session.now()).toMatchObject({ value: { live: true } });
    expect(world.wallet.answers).toEqual([]);
    await world.clock.run(60_000);
    world.relay.repeat();
    await settle();
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }]);
    expect(session.now()).toMatchObject({ value: { live: true, namespaces: ALLOWED } });
  });
});
