import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, establishSession } from '../settle.js';

const CHAIN = 'eip155:1';

const sign = (text: string) => ({ method: 'personal_sign', params: [text, ADDRESS] });

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** Session requests and responses. */
export const REQUEST_SCENARIOS: readonly Scenario[] = [
  {
    name: 'delivers a request and its result',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const response = app.request({ topic, chainId: CHAIN, request: sign('0x64656c6c6f') });
      const sessionRequest = await wallet.next('session_request');
      expect(sessionRequest).toMatchObject({ topic, params: { chainId: CHAIN, request: sign('0x64656c6c6f') } });
      expect(sessionRequest.verifyContext.verified.validation).toBe('UNKNOWN');
      expect(await app.next('session_request_sent')).toMatchObject({ id: sessionRequest.id, topic, chainId: CHAIN });
      // A pending request until its response.
      expect(wallet.client.getPendingSessionRequests()).toMatchObject([{ id: sessionRequest.id, topic, params: sessionRequest.params }]);
      await wallet.respond({ topic, response: result(sessionRequest.id, '0x01') });
      expect(await response).toBe('0x01');
      await wallet.until((client) => client.getPendingSessionRequests().length === 0, 'has no pending requests');
    },
  },
  {
    name: 'returns results of any type unchanged',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const large = { text: 'Größe 鍵 🔑'.repeat(5_000), list: [1, 'two', null, { three: [] }] };
      for (const value of [null, false, '', 0, large]) {
        const response = app.request({ topic, chainId: CHAIN, request: sign('0x00') });
        const { id } = await wallet.next('session_request');
        await wallet.respond({ topic, response: result(id, value) });
        expect(await response).toEqual(value);
      }
    },
  },
  {
    name: 'rejects with the code and message of the wallet',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topic = await establishSession(fixture);
      const response = app.request({ topic, chainId: CHAIN, request: sign('0x00') });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 4001, message: 'Not this one.' } } });
      await expect(response).rejects.toMatchObject({ code: 4001, message: 'Not this one.' });
    },
  },
  {
    name: 'sends the expiry of a request, and expires it on both sides',
    tags: [1108],
    run: async (fixture) => {
      const { app, wallet, clock } = fixture;
      const topic = await establishSession(fixture);
      const before = Math.floor(Date.now() / 1_000);
      const response = app.request({ topic, chainId: CHAIN, request: sign('0x00'), expiry: 360 });
      const { id, params } = await wallet.next('session_request');
      const { expiryTimestamp = 0 } = params.request;
      expect(expiryTimestamp - before).toBeGreaterThanOrEqual(360);
      expect(expiryTimestamp - before).toBeLessThanOrEqual(365);
      const ended = expect(response).rejects.toThrow('Request expired. Please try again.');
      await clock.advance(expiryTimestamp * 1_000 - 10_000 - Date.now());
      expect(wallet.client.getPendingSessionRequests()).toHaveLength(1);
      await clock.advance(12_000);
      await ended;
      expect((await wallet.next('session_request_expire')).id).toBe(id);
      expect(wallet.client.getPendingSessionRequests()).toEqual([]);
    },
  },
  {
    name: 'queues three concurrent requests in the wallet',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, clock } = fixture;
      const topic = await establishSession(fixture);
      const texts = ['0x01', '0x02', '0x03'];
      const response = texts.map((text) => app.request({ topic, chainId: CHAIN, request: sign(text) }));
      const signedTexts: string[] = [];
      for (const _ of texts) {
        const { id, params } = await wallet.next('session_request');
        // Only one request at a time is emitted.
        await clock.advance(3_000);
        expect(wallet.receivedEvents('session_request')).toEqual([]);
        const text: string = params.request.params[0];
        signedTexts.push(text);
        await wallet.respond({ topic, response: result(id, `signed ${text}`) });
      }
      expect([...signedTexts].sort()).toEqual(texts);
      expect(await Promise.all(response)).toEqual(texts.map((text) => `signed ${text}`));
    },
  },
  {
    name: 'delivers a transaction and its hash; our client sends the relay no data of it',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet, relay } = fixture;
      const topic = await establishSession(fixture);
      const transaction = { from: ADDRESS, to: ADDRESS, value: '0x1', data: '0xa9059cbb' };
      const response = app.request({ topic, chainId: CHAIN, request: { method: 'eth_sendTransaction', params: [transaction] } });
      const { id, params } = await wallet.next('session_request');
      expect(params.request.params).toEqual([transaction]);
      const hash = `0x${'ab'.repeat(32)}`;
      await wallet.respond({ topic, response: result(id, hash) });
      expect(await response).toBe(hash);
      for (const actor of [app, wallet]) {
        if (actor.party.isOfficial) continue;
        const clientId = await actor.client.core.crypto.getClientId();
        const calls = (await relay.control.traffic()).filter((entry) => `did:key:${entry.clientId}` === clientId && entry.kind === 'call');
        expect(calls.length).toBeGreaterThan(0);
        expect(JSON.stringify(calls.map((call) => call.params))).not.toMatch(
          /eth_|eip155|0xab|rpcMethods|chainId|txHashes|contractAddresses/,
        );
      }
    },
  },
  {
    name: 'keeps the requests of two sessions independent',
    tags: [1108, 1109],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topics = [await establishSession(fixture), await establishSession(fixture)];
      const response = topics.map((topic) => app.request({ topic, chainId: CHAIN, request: sign('0x00') }));
      for (const _ of topics) {
        const { id, topic } = await wallet.next('session_request');
        await wallet.respond({ topic, response: result(id, topic) });
      }
      expect(await Promise.all(response)).toEqual(topics);
    },
  },
];
