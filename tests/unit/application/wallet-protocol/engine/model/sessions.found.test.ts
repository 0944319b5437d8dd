import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRpcRequest } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { ASKED } from '../support/engine-pair.js';
import { topicsOf } from './engine-page.js';
import { SessionWorld } from './session-world.js';

describe('what random stories have found', () => {
  let world: SessionWorld;
  let topic: string;
  beforeEach(async () => {
    world = await new SessionWorld().start();
    topic = world.page('app').sessions[0]?.topic ?? '';
  });
  afterEach(() => {
    world.end();
    expect(world.clock.pending).toBe(0);
  });

  it('a wallet that answers twice at once answers once: the second answer is refused', async () => {
    await world.ask(topic);
    const [request] = world.waiting();
    if (request === undefined) throw new Error('The wallet was not asked');
    await Promise.all([world.respond(request), world.respond(request, true)]);
    expect(world.answers.map(({ outcome }) => outcome)).toEqual(['sent', 'failed']);
    expect(world.asked[0]?.outcome).toEqual({ value: world.answers[0]?.value });
    expect(world.hub.envelopes.filter(({ message }) => message.id === request.id)).toHaveLength(2);
  });

  it('a party that is killed in its own disconnection has no session that its peer has not', async () => {
    const ended: boolean[] = [];
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 10; at += 1) {
        const each = await new SessionWorld().start();
        const [place = ''] = topicsOf(each.page('wallet'));
        const { ports } = each.page('wallet');
        ports.kill = { at: ports.calls + at, when };
        await each.disconnect('wallet', place);
        await each.reopen();
        await each.recover();
        const isOver = (['wallet', 'app'] as const).map((role) => each.page(role).session(place) === null);
        expect(isOver[0]).toBe(isOver[1]);
        ended.push(isOver[0] === true);
        each.end();
      }
    }
    // Killed before anything is stored, nothing has happened.
    expect(ended.filter((isOver) => isOver).length).toBeGreaterThan(10);
    expect(ended).toContain(false);
  });

  it('a wallet that is killed while it takes an approval back tells the app of it with its next page', async () => {
    let begun = 0;
    for (let at = 0; at < 16; at += 1) {
      const each = await new SessionWorld().start();
      const { ports, relay, engine } = each.page('wallet');
      await each.does(async () => {
        const { uri = '' } = await each.page('app').engine.connect({ optionalNamespaces: ASKED });
        await engine.pair({ uri });
      });
      // The app hears of the session, the wallet that the relay did not take it.
      relay.refusePublications(2, true);
      ports.kill = { at: ports.calls + at, when: 'before' };
      await each.approve();
      if (relay.published.some(({ message }) => isRpcRequest(message) && message.method === 'wc_sessionSettle')) begun += 1;
      await each.reopen();
      await each.recover();
      const topics = (['app', 'wallet'] as const).map((role) => topicsOf(each.page(role)));
      expect(topics[0]).toEqual(topics[1]);
      each.end();
    }
    expect(begun).toBeGreaterThan(5);
  });

  it('a session that its wallet ends before the app has heard of its settlement does not come about', async () => {
    const before = topicsOf(world.page('app'));
    // The proposal and its answer arrive, the latter twice; the settlement is held back.
    world.adversary.plan([{ type: 'pass' }, { type: 'pass' }, { type: 'delay', ms: 20_000 }]);
    await world.connect('');
    const [offered = ''] = topicsOf(world.page('wallet')).filter((each) => !before.includes(each));
    await world.disconnect('wallet', offered);
    await world.clock.run(30_000);
    expect(topicsOf(world.page('app'))).toEqual(before);
    expect(world.page('app').events('session_connect')).toHaveLength(2);
    await world.recover();
    expect([topicsOf(world.page('app')), topicsOf(world.page('wallet'))]).toEqual([before, before]);
  });

  it('many requests that wait at once do not look like a leak', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    for (let count = 0; count < 30; count += 1) await world.ask(topic);
    await world.answerAll();
    await world.quiet();
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(world.asked.filter(({ outcome }) => outcome !== null && 'value' in outcome)).toHaveLength(30);
  });
});
