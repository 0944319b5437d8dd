import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, granted, sessionsOf, settle, topicsOf } from '../settle.js';

const ASK = { method: 'personal_sign', params: ['0x00', ADDRESS] };

/** What happens to a session that stands. */
export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    name: 'has both follow what the wallet makes of the session',
    tags: [1104, 1105],
    play: async (world) => {
      const topic = await settle(world, granted(['eip155:1']));
      await world.wallet.update({ topic, namespaces: granted() });
      expect(await world.app.next('session_update')).toMatchObject({ topic, params: { namespaces: granted() } });
      const { app, wallet } = sessionsOf(world, topic);
      expect([app.namespaces, wallet.namespaces]).toEqual([granted(), granted()]);
      await world.wallet.update({ topic, namespaces: granted(['eip155:137']) });
      expect(await world.app.next('session_update')).toMatchObject({ params: { namespaces: granted(['eip155:137']) } });
      expect(sessionsOf(world, topic).app.namespaces).toEqual(granted(['eip155:137']));
    },
  },
  ...(['app', 'wallet'] as const).map(
    (role): Scenario => ({
      name: `lets the session last longer for both when the ${role} asks for it`,
      tags: [1106, 1107],
      play: async (world) => {
        const topic = await settle(world);
        const before = sessionsOf(world, topic).app.expiry;
        const [one, other] = role === 'app' ? [world.app, world.wallet] : [world.wallet, world.app];
        await world.clock.pass(60_000);
        await one.extend(topic);
        expect((await other.next('session_extend')).topic).toBe(topic);
        const { app, wallet } = sessionsOf(world, topic);
        expect(app.expiry).toBeGreaterThanOrEqual(before + 60);
        expect(Math.abs(app.expiry - wallet.expiry)).toBeLessThanOrEqual(1);
      },
    }),
  ),
  {
    name: 'answers pings of a session in both directions',
    tags: [1114, 1115],
    play: async (world) => {
      const topic = await settle(world);
      await world.app.ping(topic);
      expect((await world.wallet.next('session_ping')).topic).toBe(topic);
      await world.wallet.ping(topic);
      expect((await world.app.next('session_ping')).topic).toBe(topic);
    },
  },
  {
    name: 'brings events of the wallet to the app, in their order',
    tags: [1110],
    play: async (world) => {
      const topic = await settle(world);
      const event = (name: string, data: unknown) => world.wallet.emit({ topic, chainId: 'eip155:1', event: { name, data } });
      await event('chainChanged', 137);
      await event('accountsChanged', [`eip155:1:${ADDRESS}`]);
      await event('chainChanged', 1);
      const told = [await world.app.next('session_event'), await world.app.next('session_event'), await world.app.next('session_event')];
      expect(told.map(({ params }) => params)).toEqual([
        { chainId: 'eip155:1', event: { name: 'chainChanged', data: 137 } },
        { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [`eip155:1:${ADDRESS}`] } },
        { chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } },
      ]);
      expect(new Set(told.map((each) => each.topic))).toEqual(new Set([topic]));
    },
  },
  ...(['app', 'wallet'] as const).map(
    (role): Scenario => ({
      name: `ends the session for both when the ${role} disconnects`,
      tags: [1112, 1113],
      play: async (world) => {
        const topic = await settle(world);
        const [one, other] = role === 'app' ? [world.app, world.wallet] : [world.wallet, world.app];
        await one.disconnect(topic);
        expect((await other.next('session_delete')).topic).toBe(topic);
        expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
        for (const actor of [one, other]) {
          await expect(actor.request({ topic, chainId: 'eip155:1', request: ASK })).rejects.toThrow(/recently deleted/);
          await expect(actor.ping(topic)).rejects.toThrow(/doesn't exist|recently deleted/);
        }
        // Who ended it knows already.
        expect(one.heard('session_delete')).toEqual([]);
      },
    }),
  ),
  {
    name: 'tells an app that waits for an answer that the wallet has ended the session',
    tags: [1108, 1112],
    play: async (world) => {
      const topic = await settle(world);
      const answered = world.app.request({ topic, chainId: 'eip155:1', request: ASK });
      await world.wallet.next('session_request');
      await world.wallet.disconnect(topic);
      await expect(answered).rejects.toMatchObject({ code: 6000 });
      expect(world.wallet.client.getPendingSessionRequests()).toEqual([]);
    },
  },
];
