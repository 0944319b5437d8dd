import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MEGABYTE = 'x'.repeat(1_000_000);
const { signal } = new AbortController();

describe('a wallet that an app pairs with, and that means it ill or is broken', () => {
  let world: ProtocolWorld;
  const unhandled = unhandledRejections();

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(async () => {
    world.end();
    await unhandled.expectNone();
  });

  const settled = async (settlement: Readonly<Record<string, unknown>>) => {
    const outcome = outcomeOf(world.pair());
    await world.wallet.approve(await world.wallet.pair(await world.shown()), settlement);
    return outcome.now();
  };

  it.each([
    [
      'ten thousand accounts',
      { eip155: { ...ALLOWED.eip155, accounts: Array.from({ length: 10_000 }, (_, n) => `eip155:${n}:${ADDRESS}`) } },
    ],
    ['ten thousand namespaces', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, ALLOWED.eip155]))],
    ['an account of two parts', { eip155: { ...ALLOWED.eip155, accounts: [`eip155:${ADDRESS}`] } }],
    ['an account of four parts', { eip155: { ...ALLOWED.eip155, accounts: [`eip155:1:${ADDRESS}:1`] } }],
    ['accounts that are no texts', { eip155: { ...ALLOWED.eip155, accounts: [1, null, {}] } }],
    ['a list for a table', [ALLOWED.eip155]],
  ])('is refused, in a typed way, where it settles %s', async (_, namespaces) => {
    expect(await settled({ namespaces })).toMatchObject({ error: { code: 'wallet/invalid-response' } });
    expect(world.wallet.answers.at(-1)?.response).toMatchObject({ error: { code: 1005 } });
    expect([world.relay.keys, world.relay.topics, world.records.persisted.size]).toEqual([[], [], 0]);
  });

  it('is taken for what it allows where that was not asked for', async () => {
    const namespaces = {
      cosmos: { ...ALLOWED.eip155, accounts: ['cosmos:hub:a'] },
      eip155: { ...ALLOWED.eip155, accounts: [`eip155:999:${ADDRESS}`] },
    };
    expect(await settled({ namespaces })).toMatchObject({
      value: { live: true, namespaces: { eip155: { accounts: [`eip155:999:${ADDRESS}`] } } },
    });
  });

  it('says a megabyte of itself, of which little is kept', async () => {
    const metadata = {
      name: MEGABYTE,
      description: MEGABYTE,
      url: MEGABYTE,
      icons: [MEGABYTE, 'https://wallet.example/i.png'],
      redirect: { native: MEGABYTE },
    };
    const own = { eip155: ALLOWED.eip155 };
    const outcome = outcomeOf(world.pair());
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    await world.wallet.settle(topic, { namespaces: own, controller: { publicKey: 'a'.repeat(64), metadata } });
    const ended = outcome.now();
    expect(ended !== null && 'value' in ended && ended.value.peer.icons).toEqual(['https://wallet.example/i.png']);
    expect(JSON.stringify([...world.records.persisted]).length).toBeLessThan(20_000);
  });

  it('changes the session before it was told that it has one: the last word counts', async () => {
    const letGo = world.hold();
    const outcome = outcomeOf(world.pair());
    letGo();
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    const answers = world.hold(({ topic: to }) => to === topic);
    await world.wallet.settle(topic);
    const accounts = [`eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`];
    await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
    expect(outcome.now()).toMatchObject({ value: { namespaces: { eip155: { accounts } } } });
    answers();
    await settle();
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
  });

  it('ends the session before it was told that it has one', async () => {
    const outcome = outcomeOf(world.pair());
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    const answers = world.hold(({ topic: to }) => to === topic);
    await world.wallet.settle(topic);
    await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'Bye' });
    answers();
    await settle();
    expect(outcome.now()).toMatchObject({ value: { topic, live: false } });
    expect([world.relay.keys, world.records.persisted.size]).toEqual([[], 0]);
  });

  it.each(['proposal', 'session'])('is connected also where nothing of the %s can be stored', async (what) => {
    const { set } = world.records;
    const failing = (key: string, value: unknown): Promise<void> =>
      key.includes(`/${what}/`) ? Promise.reject(new Error('The disk is full')) : set(key, value);
    Object.assign(world.records, { set: failing });
    const { session, topic } = await world.connect();
    expect(session.live).toBe(true);
    expect(world.wallet.answers.at(-1)?.response).toMatchObject({ result: true });
    const asked = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal);
    await settle();
    await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, { result: '0x' });
    expect(await asked).toBe('0x');
  });
});
