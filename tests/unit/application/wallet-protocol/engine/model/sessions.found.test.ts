import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

  for (const when of ['before', 'after'] as const) {
    it.each([0, 1, 2, 3, 4, 5])(
      `a party that is killed ${when} call %i of its own disconnection has no session that its peer has not`,
      async (at) => {
        const { ports } = world.page('wallet');
        ports.kill = { at: ports.calls + at, when };
        await world.disconnect('wallet', topic);
        await world.reopen();
        await world.recover();
        const isOver = (['wallet', 'app'] as const).map((role) => world.page(role).session(topic) === null);
        // Before its record is marked nothing has happened yet.
        const isBegun = at > 1 || (at === 1 && when === 'after');
        expect(isOver).toEqual([isBegun, isBegun]);
      },
    );
  }
});
