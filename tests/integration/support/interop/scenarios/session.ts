import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, approvedNamespaces, establishSession, sessionsOf, topicsOf } from '../settle.js';

const REQUEST = { method: 'personal_sign', params: ['0x00', ADDRESS] };

/** Updates, events and the end of a settled session. */
export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    name: 'applies an update of the wallet on both sides',
    tags: [1104, 1105],
    run: async (fixture) => {
      const topic = await establishSession(fixture, approvedNamespaces(['eip155:1']));
      await fixture.wallet.update({ topic, namespaces: approvedNamespaces() });
      expect(await fixture.app.next('session_update')).toMatchObject({ topic, params: { namespaces: approvedNamespaces() } });
      const { app, wallet } = sessionsOf(fixture, topic);
      expect([app.namespaces, wallet.namespaces]).toEqual([approvedNamespaces(), approvedNamespaces()]);
      await fixture.wallet.update({ topic, namespaces: approvedNamespaces(['eip155:137']) });
      expect(await fixture.app.next('session_update')).toMatchObject({ params: { namespaces: approvedNamespaces(['eip155:137']) } });
      expect(sessionsOf(fixture, topic).app.namespaces).toEqual(approvedNamespaces(['eip155:137']));
    },
  },
  {
    name: 'extends the session on both sides when the wallet requests it',
    tags: [1106, 1107],
    run: async (fixture) => {
      const topic = await establishSession(fixture);
      const before = sessionsOf(fixture, topic).app.expiry;
      await fixture.clock.advance(60_000);
      await fixture.wallet.extend(topic);
      expect((await fixture.app.next('session_extend')).topic).toBe(topic);
      const { app, wallet } = sessionsOf(fixture, topic);
      expect(app.expiry).toBeGreaterThanOrEqual(before + 60);
      expect(Math.abs(app.expiry - wallet.expiry)).toBeLessThanOrEqual(1);
    },
  },
  {
    // The official client checks no side, so Latchkey's wallet refuses what an official app sends, and Latchkey's app sends nothing.
    name: 'does not let the app update or extend the session',
    tags: [1112],
    needsLatchkey: true,
    run: async (fixture) => {
      const topic = await establishSession(fixture, approvedNamespaces(['eip155:1']));
      const before = sessionsOf(fixture, topic).wallet;
      await fixture.clock.advance(60_000);
      await expect(fixture.app.update({ topic, namespaces: approvedNamespaces() })).rejects.toMatchObject({
        code: 3003,
        message: 'Unauthorized update request.',
      });
      await expect(fixture.app.extend(topic)).rejects.toMatchObject({ code: 3004, message: 'Unauthorized extend request.' });
      const { namespaces, expiry } = sessionsOf(fixture, topic).wallet;
      expect([namespaces, expiry]).toEqual([before.namespaces, before.expiry]);
      expect(fixture.wallet.receivedEvents('session_update')).toEqual([]);
      expect(fixture.wallet.receivedEvents('session_extend')).toEqual([]);
      await fixture.app.disconnect(topic);
    },
  },
  {
    name: 'responds to session pings in both directions',
    tags: [1114, 1115],
    run: async (fixture) => {
      const topic = await establishSession(fixture);
      await fixture.app.ping(topic);
      expect((await fixture.wallet.next('session_ping')).topic).toBe(topic);
      await fixture.wallet.ping(topic);
      expect((await fixture.app.next('session_ping')).topic).toBe(topic);
    },
  },
  {
    name: 'delivers events of the wallet in order',
    tags: [1110],
    run: async (fixture) => {
      const topic = await establishSession(fixture);
      const event = (name: string, data: unknown) => fixture.wallet.emit({ topic, chainId: 'eip155:1', event: { name, data } });
      await event('chainChanged', 137);
      await event('accountsChanged', [`eip155:1:${ADDRESS}`]);
      await event('chainChanged', 1);
      const events = [
        await fixture.app.next('session_event'),
        await fixture.app.next('session_event'),
        await fixture.app.next('session_event'),
      ];
      expect(events.map(({ params }) => params)).toEqual([
        { chainId: 'eip155:1', event: { name: 'chainChanged', data: 137 } },
        { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [`eip155:1:${ADDRESS}`] } },
        { chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } },
      ]);
      expect(new Set(events.map((each) => each.topic))).toEqual(new Set([topic]));
    },
  },
  ...(['app', 'wallet'] as const).map(
    (role): Scenario => ({
      name: `ends the session on both sides when the ${role} disconnects`,
      tags: [1112, 1113],
      run: async (fixture) => {
        const topic = await establishSession(fixture);
        const [one, other] = role === 'app' ? [fixture.app, fixture.wallet] : [fixture.wallet, fixture.app];
        await one.disconnect(topic);
        expect((await other.next('session_delete')).topic).toBe(topic);
        expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
        for (const actor of [one, other]) {
          await expect(actor.request({ topic, chainId: 'eip155:1', request: REQUEST })).rejects.toThrow(/recently deleted/);
          await expect(actor.ping(topic)).rejects.toThrow(/doesn't exist|recently deleted/);
        }
        // The disconnecting client receives no event.
        expect(one.receivedEvents('session_delete')).toEqual([]);
      },
    }),
  ),
  {
    name: 'rejects a pending request when the wallet disconnects',
    tags: [1108, 1112],
    run: async (fixture) => {
      const topic = await establishSession(fixture);
      const response = fixture.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
      await fixture.wallet.next('session_request');
      await fixture.wallet.disconnect(topic);
      await expect(response).rejects.toMatchObject({ code: 6000 });
      expect(fixture.wallet.client.getPendingSessionRequests()).toEqual([]);
    },
  },
];
