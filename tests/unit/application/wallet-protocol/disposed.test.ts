import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const signal = new AbortController().signal;
const MAINNET = toChainId('eip155:1');

const ask = (session: RemoteSession): Promise<unknown> =>
  session.request({ chainId: MAINNET, method: 'personal_sign', params: [] }, signal);

describe('the end of the engine', () => {
  let world: ProtocolWorld;

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

  /** What waits ends in `config/disposed`, and no timer is left. */
  const ends = async (...waiting: readonly Promise<unknown>[]): Promise<void> => {
    const outcomes = waiting.map(outcomeOf);
    await settle();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => null));
    world.client.dispose();
    await settle();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => ({ error: expect.objectContaining({ code: 'config/disposed' }) })));
    expect(world.clock.pending).toBe(0);
  };

  it('ends a request that the wallet has not answered', async () => {
    const { session } = await world.connect();
    await ends(ask(session));
    expect(session.live).toBe(false);
  });

  it('ends a request that the relay has not taken yet', async () => {
    const { session } = await world.connect();
    const letGo = world.hold();
    const asked = ask(session);
    await settle();
    await ends(asked);
    letGo();
  });

  it('ends a pairing while its URI is on display, while the proposal is on its way and while the relay is silent', async () => {
    world.relay.door = 'silent';
    await ends(world.pair());
    world = new ProtocolWorld();
    const letGo = world.hold();
    await ends(world.pair());
    letGo();
    world = new ProtocolWorld();
    const shown = world.pair();
    expect(await world.shown()).toMatch(/^wc:/);
    await ends(shown);
  });

  it('ends the streams of sessions', async () => {
    const { session } = await world.connect();
    let hasCompleted = false;
    session.events$.subscribe({ complete: () => (hasCompleted = true) });
    world.client.dispose();
    expect(hasCompleted).toBe(true);
  });

  it('lets nothing be asked after it', async () => {
    const { session } = await world.connect();
    world.client.dispose();
    await expect(ask(session)).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    await expect(world.pair()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(world.client.resume()).rejects.toMatchObject({ code: 'config/disposed' });
    expect(world.clock.pending).toBe(0);
  });

  it('takes up nothing that comes after it', async () => {
    const { topic } = await world.connect();
    world.client.dispose();
    world.relay.receive(topic, { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    await settle();
    expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
  });
});

describe('a pairing that comes to nothing', () => {
  it('ends in another way for each reason', async () => {
    const codes: string[] = [];
    const codeOf = async (pairing: (world: ProtocolWorld) => Promise<void>): Promise<void> => {
      const world = new ProtocolWorld();
      const run = new AbortController();
      const outcome = outcomeOf(world.pair(run.signal));
      await settle();
      await pairing(world);
      if (outcome.now() === null) run.abort();
      await settle();
      const ended = outcome.now();
      // What failed, or who left.
      const { code, name } = (ended !== null && 'error' in ended ? ended.error : {}) as { readonly code?: unknown; readonly name?: string };
      codes.push(typeof code === 'string' ? code : String(name));
      world.end();
    };
    const proposal = async (world: ProtocolWorld) => world.wallet.pair(await world.shown());
    await codeOf(async (world) => {
      const { topic, request } = await proposal(world);
      await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
    });
    await codeOf(async (world) => {
      // The wallet never answers, and the URI cannot be replaced: the relay does not say why.
      world.hold();
      await world.clock.run(300_000);
    });
    await codeOf(async (world) => {
      world.relay.refusePublications(100);
      await world.clock.run(300_000);
    });
    // The wallet never answers: the person gives up.
    await codeOf(async (world) => world.clock.run(600_000));
    expect(codes).toEqual(['wallet/rejected', 'pairing/expired', 'relay/publish-failed', 'AbortError']);
  });

  it('is over with the first answer of a wallet that answers twice', async () => {
    const world = new ProtocolWorld();
    const outcome = outcomeOf(world.pair());
    const proposal = await world.wallet.pair(await world.shown());
    const { topic, request } = proposal;
    await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
    await world.wallet.approve(proposal);
    expect(outcome.now()).toMatchObject({ error: { code: 'wallet/rejected' } });
    expect([world.relay.topics, [...world.records.persisted]]).toEqual([[], []]);
    world.end();
  });

  it('is one session where a wallet says yes and settles twice', async () => {
    const world = new ProtocolWorld();
    const paired = outcomeOf(world.pair());
    const proposal = await world.wallet.pair(await world.shown());
    const topic = await world.wallet.agree(proposal);
    const yes = world.wallet.published.find(({ message }) => message.id === proposal.request.id);
    world.relay.receive(proposal.topic, {
      id: proposal.request.id,
      jsonrpc: '2.0',
      result: yes !== undefined && 'result' in yes.message ? yes.message.result : null,
    });
    await settle();
    await world.wallet.settle(topic);
    await world.wallet.settle(topic);
    expect(paired.now()).toMatchObject({ value: { topic, live: true } });
    const answers = world.wallet.answers.filter((answer) => answer.topic === topic);
    expect(answers.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
    expect(world.relay.topics).toEqual([topic]);
    world.end();
  });
});
