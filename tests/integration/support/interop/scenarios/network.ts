import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, granted, propose, settle } from '../settle.js';

const CHAIN = 'eip155:1';
const ASK = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** Sockets drop, messages are lost, delayed or come twice. */
export const NETWORK_SCENARIOS: readonly Scenario[] = [
  {
    name: 'brings what was published while the wallet’s line was down, once',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, clock } = world;
      const topic = await settle(world);
      wallet.cutLine();
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      await app.next('session_request_sent');
      await wallet.reconnect();
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
      await clock.pass(12_000);
      expect(wallet.heard('session_request')).toEqual([]);
    },
  },
  {
    name: 'brings an answer that was given while the app’s line was down',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      app.cutLine();
      await wallet.respond({ topic, response: result(id, '0x01') });
      await app.reconnect();
      expect(await answered).toBe('0x01');
    },
  },
  {
    name: 'brings what the wallet changed and told while the app’s line was down',
    tags: [1104, 1105, 1110],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world, granted(['eip155:1']));
      app.cutLine();
      const updated = wallet.update({ topic, namespaces: granted() });
      await wallet.until(({ session }) => (session.get(topic).namespaces['eip155']?.accounts.length ?? 0) > 1, 'has changed the session');
      await wallet.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 137 } });
      await app.reconnect();
      expect((await app.next('session_update')).params.namespaces).toEqual(granted());
      expect((await app.next('session_event')).params.event).toEqual({ name: 'chainChanged', data: 137 });
      await updated;
    },
  },
  {
    name: 'settles a session that was approved while the app’s line was down',
    // The app may fetch what came in the meantime: it is not pushed then.
    tags: [1100, 1103],
    play: async (world) => {
      const { app, wallet } = world;
      const { proposal, approval } = await propose(world);
      app.cutLine();
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: granted() });
      await app.reconnect();
      expect((await approval).topic).toBe(topic);
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
    },
  },
  {
    name: 'takes a push that was lost when it comes again, once',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, clock, relay } = world;
      const topic = await settle(world);
      await relay.control.addFault({ method: 'irn_subscription', mode: 'drop', tag: 1108 });
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
      await clock.pass(12_000);
      expect(wallet.heard('session_request')).toEqual([]);
    },
  },
  {
    name: 'shows a request once that its app publishes again because the relay did not confirm it',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, clock, relay } = world;
      const topic = await settle(world);
      await relay.control.addFault({ method: 'irn_publish', mode: 'drop-answer', tag: 1108 });
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      await clock.pass(40_000);
      expect(wallet.heard('session_request')).toEqual([]);
      expect(await answered).toBe('0x01');
    },
  },
  {
    name: 'brings a request whose publication was lost on its way to the relay',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, relay } = world;
      const topic = await settle(world);
      await relay.control.addFault({ method: 'irn_publish', mode: 'drop', tag: 1108 });
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
    },
  },
];
