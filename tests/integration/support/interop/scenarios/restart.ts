import { expect } from 'vitest';
import { askToSignIn, SIGN_IN_METHODS, signFor } from '../ask-to-sign-in.js';
import type { Scenario } from '../scenario.js';
import { ADDRESS, granted, propose, sessionsOf, settle, topicsOf } from '../settle.js';

const CHAIN = 'eip155:1';
const ASK = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** The page or the wallet is killed between two steps, and started again on what it has stored. */
export const RESTART_SCENARIOS: readonly Scenario[] = [
  {
    name: 'goes on with a session after each of both has started again',
    tags: [1108, 1109, 1110, 1114, 1115],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const before = sessionsOf(world, topic);
      await app.restart();
      await wallet.restart();
      expect(sessionsOf(world, topic)).toEqual(before);
      await app.ping(topic);
      await wallet.ping(topic);
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
      await wallet.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 1 } });
      expect((await app.next('session_event')).topic).toBe(topic);
    },
  },
  {
    name: 'settles a session when the wallet has started again between scan and approval',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const { wallet } = world;
      const { proposal, approval } = await propose(world);
      await wallet.restart();
      expect(wallet.client.proposal.getAll().map(({ id }) => id)).toEqual([proposal.id]);
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: granted() });
      expect((await approval).topic).toBe(topic);
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
    },
  },
  {
    name: 'settles a session when the app has started again between proposal and approval',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const { app, wallet } = world;
      const { proposal } = await propose(world);
      await app.restart();
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: granted() });
      await app.until(({ session }) => session.keys.includes(topic), 'has the session');
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
      if (app.party.announcesSessions) expect((await app.next('session_connect')).session.topic).toBe(topic);
    },
  },
  {
    name: 'signs in when the wallet has started again between scan and signature',
    tags: [1116, 1117],
    play: async (world) => {
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const asked = await world.wallet.next('session_authenticate');
      await world.wallet.restart();
      await world.wallet.approveSessionAuthenticate({ id: asked.id, auths: await signFor(world, asked, ['eip155:1']) });
      const { session } = await answered;
      expect(topicsOf(world)).toEqual({ app: [session.topic], wallet: [session.topic] });
    },
  },
  {
    name: 'shows a request again to a wallet that has started again before it answered',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await wallet.restart();
      expect(await wallet.next('session_request')).toMatchObject({ id, topic, params: { request: ASK } });
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
    },
  },
  {
    name: 'brings a wallet, when it starts, what it was asked while it was not there',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      await wallet.kill();
      const answered = app.request({ topic, chainId: CHAIN, request: ASK });
      await app.next('session_request_sent');
      await wallet.start();
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await answered).toBe('0x01');
    },
  },
  {
    name: 'brings an app, when it starts, what the wallet has changed while it was not there',
    tags: [1104, 1105],
    play: async (world) => {
      const { app, wallet, clock } = world;
      const topic = await settle(world, granted(['eip155:1']));
      await app.kill();
      const updated = wallet.update({ topic, namespaces: granted() });
      await clock.pass(2_000);
      await app.start();
      await updated;
      expect(sessionsOf(world, topic).app.namespaces).toEqual(granted());
    },
  },
  {
    name: 'tells an app, when it starts, that the wallet has ended the session while it was not there',
    tags: [1112],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      await app.kill();
      await wallet.disconnect(topic);
      await app.start();
      await app.until(({ session }) => session.length === 0, 'has no session left');
      expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'takes away, at the next start, a session whose seven days are over',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const { app, wallet, clock } = world;
      const topic = await settle(world);
      await app.kill();
      await wallet.kill();
      clock.leap(7 * 86_400_000 - 600_000);
      await app.start();
      await wallet.start();
      await app.ping(topic);
      await app.kill();
      await wallet.kill();
      clock.leap(600_000);
      await app.start();
      await wallet.start();
      await app.until(({ session }) => session.length === 0, 'has no session left');
      await wallet.until(({ session }) => session.length === 0, 'has no session left');
      await expect(app.ping(topic)).rejects.toThrow(/doesn't exist|recently deleted/);
    },
  },
  {
    name: 'goes on when the app has started again while it waited for an answer',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      void app.request({ topic, chainId: CHAIN, request: ASK });
      const { id } = await wallet.next('session_request');
      await app.restart();
      await wallet.respond({ topic, response: result(id, '0x01') });
      const next = app.request({ topic, chainId: CHAIN, request: ASK });
      const { id: nextId } = await wallet.next('session_request');
      expect(nextId).not.toBe(id);
      await wallet.respond({ topic, response: result(nextId, '0x02') });
      expect(await next).toBe('0x02');
    },
  },
];
