import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, approvedNamespaces, establishSession, propose } from '../settle.js';

const CHAIN = 'eip155:1';
const REQUEST = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** Lost connections, and lost, delayed or duplicated messages. */
export const NETWORK_SCENARIOS: readonly Scenario[] = [
  {
    name: 'delivers messages once that were published while the wallet was offline',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, clock } = fixture;
      const topic = await establishSession(fixture);
      wallet.cutConnection();
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      await app.next('session_request_sent');
      await wallet.reconnect();
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
      await clock.advance(12_000);
      expect(wallet.receivedEvents('session_request')).toEqual([]);
    },
  },
  {
    name: 'delivers a response that was sent while the app was offline',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      app.cutConnection();
      await wallet.respond({ topic, response: result(id, '0x01') });
      await app.reconnect();
      expect(await response).toBe('0x01');
    },
  },
  {
    name: 'delivers updates and events that were sent while the app was offline',
    tags: [1104, 1105, 1110],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture, approvedNamespaces(['eip155:1']));
      app.cutConnection();
      const updated = wallet.update({ topic, namespaces: approvedNamespaces() });
      await wallet.until(({ session }) => (session.get(topic).namespaces['eip155']?.accounts.length ?? 0) > 1, 'has changed the session');
      await wallet.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 137 } });
      await app.reconnect();
      expect((await app.next('session_update')).params.namespaces).toEqual(approvedNamespaces());
      expect((await app.next('session_event')).params.event).toEqual({ name: 'chainChanged', data: 137 });
      await updated;
    },
  },
  {
    name: 'settles a session that was approved while the app was offline',
    // The app may fetch stored messages, which are not pushed then.
    tags: [1100, 1103],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const { proposal, approval } = await propose(fixture);
      app.cutConnection();
      const { topic } = await wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() });
      await app.reconnect();
      expect((await approval).topic).toBe(topic);
      await wallet.until(({ session }) => session.get(topic).acknowledged, 'has acknowledged the session');
    },
  },
  {
    name: 'handles a redelivered message once',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, clock, relay } = fixture;
      const topic = await establishSession(fixture);
      await relay.control.addFault({ method: 'irn_subscription', mode: 'drop', tag: 1108 });
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
      await clock.advance(12_000);
      expect(wallet.receivedEvents('session_request')).toEqual([]);
    },
  },
  {
    name: 'emits a request once that the app published again without a confirmation of the relay',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, clock, relay } = fixture;
      const topic = await establishSession(fixture);
      await relay.control.addFault({ method: 'irn_publish', mode: 'drop-response', tag: 1108 });
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      await clock.advance(40_000);
      expect(wallet.receivedEvents('session_request')).toEqual([]);
      expect(await response).toBe('0x01');
    },
  },
  {
    name: 'delivers a request whose publication was lost',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, relay } = fixture;
      const topic = await establishSession(fixture);
      await relay.control.addFault({ method: 'irn_publish', mode: 'drop', tag: 1108 });
      const response = app.request({ topic, chainId: CHAIN, request: REQUEST });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: result(id, '0x01') });
      expect(await response).toBe('0x01');
    },
  },
];
