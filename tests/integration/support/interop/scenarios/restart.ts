import { expect } from 'vitest';
import { requestSignIn, SIGN_IN_METHODS, signFor } from '../request-sign-in.js';
import type { Scenario } from '../scenario.js';
import { ADDRESS, approvedNamespaces, establishSession, propose, sessionsOf, topicsOf } from '../settle.js';

const CHAIN = 'eip155:1';
const REQUEST = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** The app or the wallet is killed between two steps, and restarted from its storage. */
export const RESTART_SCENARIOS: readonly Scenario[] = [
  {
    name: 'continues a session after both restarted',
    tags: [1108, 1109, 1110, 1114, 1115],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const before = sessionsOf(fixture, topic);
      await app.restart();
      await wallet.restart();
      expect(sessionsOf(fixture, topic)).toEqual(before);
      await app.ping(topic);
      await wallet.ping(topic);
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
      await wallet.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 1 } });
      expect((await app.next('session_event')).topic).toBe(topic);
    },
  },
  {
    name: 'settles a session if the wallet restarts between pairing and approval',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const { wallet } = fixture;
      const { proposal, approval } = await propose(fixture);
      await wallet.restart();
      expect(wallet.client.proposal.getAll().map(({ id }) => id)).toEqual([proposal.id]);
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() });
      expect((await approval).topic).toBe(topic);
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'has acknowledged the session');
    },
  },
  {
    name: 'settles a session if the app restarts between proposal and approval',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const { proposal } = await propose(fixture);
      await app.restart();
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() });
      await app.until(({ session }) => session.keys.includes(topic), 'has the session');
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'has acknowledged the session');
      if (app.party.announcesSessions) expect((await app.next('session_connect')).session.topic).toBe(topic);
    },
  },
  {
    name: 'signs in if the wallet restarts between pairing and signature',
    tags: [1116, 1117],
    run: async (fixture) => {
      const { authenticated: response } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const authRequest = await fixture.wallet.next('session_authenticate');
      await fixture.wallet.restart();
      await fixture.wallet.approveSessionAuthenticate({ id: authRequest.id, auths: await signFor(fixture, authRequest, ['eip155:1']) });
      const { session } = await response;
      expect(topicsOf(fixture)).toEqual({ app: [session.topic], wallet: [session.topic] });
    },
  },
  {
    name: 'emits a request again to a wallet that restarts before it responds',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await wallet.restart();
      expect(await wallet.next('session_request')).toMatchObject({ id, topic, params: { request: REQUEST } });
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
    },
  },
  {
    name: 'delivers missed requests to a wallet when it starts',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      await wallet.kill();
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      await app.next('session_request_sent');
      await wallet.start();
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
    },
  },
  {
    name: 'delivers missed updates to an app when it starts',
    tags: [1104, 1105],
    run: async (fixture) => {
      const { app, wallet, clock } = fixture;
      const topic = await establishSession(fixture, approvedNamespaces(['eip155:1']));
      await app.kill();
      const updated = wallet.update({ topic, namespaces: approvedNamespaces() });
      await clock.advance(2_000);
      await app.start();
      await updated;
      expect(sessionsOf(fixture, topic).app.namespaces).toEqual(approvedNamespaces());
    },
  },
  {
    name: 'delivers a missed disconnect to an app when it starts',
    tags: [1112],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      await app.kill();
      await wallet.disconnect(topic);
      await app.start();
      await app.until(({ session }) => session.length === 0, 'has no sessions');
      expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'deletes an expired session at the next start',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const { app, wallet, clock } = fixture;
      const topic = await establishSession(fixture);
      await app.kill();
      await wallet.kill();
      clock.jump(7 * 86_400_000 - 600_000);
      await app.start();
      await wallet.start();
      await app.ping(topic);
      await app.kill();
      await wallet.kill();
      clock.jump(600_000);
      await app.start();
      await wallet.start();
      await app.until(({ session }) => session.length === 0, 'has no sessions');
      await wallet.until(({ session }) => session.length === 0, 'has no sessions');
      await expect(app.ping(topic)).rejects.toThrow(/doesn't exist|recently deleted/);
    },
  },
  {
    name: 'continues if the app restarts while a response is pending',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      void app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await app.restart();
      await wallet.respond({ topic, response: result(id, '0x01') });
      const next = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id: nextId } = await wallet.next('session_request');
      expect(nextId).not.toBe(id);
      await wallet.respond({ topic, response: result(nextId, '0x02') });
      expect(await next).toBe('0x02');
    },
  },
];
