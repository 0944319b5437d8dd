import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, settle } from '../settle.js';

const CHAIN = 'eip155:1';

const sign = (text: string) => ({ method: 'personal_sign', params: [text, ADDRESS] });

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value });

/** What an app asks a wallet to do, and what it is answered. */
export const REQUEST_SCENARIOS: readonly Scenario[] = [
  {
    name: 'brings a request to the wallet and its result back',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const answered = app.request({ topic, chainId: CHAIN, request: sign('0x64656c6c6f') });
      const asked = await wallet.next('session_request');
      expect(asked).toMatchObject({ topic, params: { chainId: CHAIN, request: sign('0x64656c6c6f') } });
      expect(asked.verifyContext.verified.validation).toBe('UNKNOWN');
      expect(await app.next('session_request_sent')).toMatchObject({ id: asked.id, topic, chainId: CHAIN });
      // As it lies in the wallet until it is answered.
      expect(wallet.client.getPendingSessionRequests()).toMatchObject([{ id: asked.id, topic, params: asked.params }]);
      await wallet.respond({ topic, response: result(asked.id, '0x01') });
      expect(await answered).toBe('0x01');
      await wallet.until((client) => client.getPendingSessionRequests().length === 0, 'has no request left');
    },
  },
  {
    name: 'brings the other kinds of results back as they are',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const large = { text: 'Größe 鍵 🔑'.repeat(5_000), list: [1, 'two', null, { three: [] }] };
      for (const value of [null, false, '', 0, large]) {
        const answered = app.request({ topic, chainId: CHAIN, request: sign('0x00') });
        const { id } = await wallet.next('session_request');
        await wallet.respond({ topic, response: result(id, value) });
        expect(await answered).toEqual(value);
      }
    },
  },
  {
    name: 'brings the wallet’s refusal back with its code and message',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topic = await settle(world);
      const answered = app.request({ topic, chainId: CHAIN, request: sign('0x00') });
      const { id } = await wallet.next('session_request');
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 4001, message: 'Not this one.' } } });
      await expect(answered).rejects.toMatchObject({ code: 4001, message: 'Not this one.' });
    },
  },
  {
    name: 'says until when a request may be answered, and ends it at both ends then',
    tags: [1108],
    play: async (world) => {
      const { app, wallet, clock } = world;
      const topic = await settle(world);
      const before = Math.floor(Date.now() / 1_000);
      const answered = app.request({ topic, chainId: CHAIN, request: sign('0x00'), expiry: 360 });
      const { id, params } = await wallet.next('session_request');
      const { expiryTimestamp = 0 } = params.request;
      expect(expiryTimestamp - before).toBeGreaterThanOrEqual(360);
      expect(expiryTimestamp - before).toBeLessThanOrEqual(365);
      const ended = expect(answered).rejects.toThrow('Request expired. Please try again.');
      await clock.pass(expiryTimestamp * 1_000 - 10_000 - Date.now());
      expect(wallet.client.getPendingSessionRequests()).toHaveLength(1);
      await clock.pass(12_000);
      await ended;
      expect((await wallet.next('session_request_expire')).id).toBe(id);
      expect(wallet.client.getPendingSessionRequests()).toEqual([]);
    },
  },
  {
    name: 'lets three requests at once wait for each other in the wallet',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, clock } = world;
      const topic = await settle(world);
      const texts = ['0x01', '0x02', '0x03'];
      const answered = texts.map((text) => app.request({ topic, chainId: CHAIN, request: sign(text) }));
      const asked: string[] = [];
      for (const _ of texts) {
        const { id, params } = await wallet.next('session_request');
        // While its person looks at one, no other is shown.
        await clock.pass(3_000);
        expect(wallet.heard('session_request')).toEqual([]);
        const text: string = params.request.params[0];
        asked.push(text);
        await wallet.respond({ topic, response: result(id, `signed ${text}`) });
      }
      expect([...asked].sort()).toEqual(texts);
      expect(await Promise.all(answered)).toEqual(texts.map((text) => `signed ${text}`));
    },
  },
  {
    name: 'brings a transaction to the wallet and its hash back; ours tell the relay nothing of it',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet, relay } = world;
      const topic = await settle(world);
      const transaction = { from: ADDRESS, to: ADDRESS, value: '0x1', data: '0xa9059cbb' };
      const answered = app.request({ topic, chainId: CHAIN, request: { method: 'eth_sendTransaction', params: [transaction] } });
      const { id, params } = await wallet.next('session_request');
      expect(params.request.params).toEqual([transaction]);
      const hash = `0x${'ab'.repeat(32)}`;
      await wallet.respond({ topic, response: result(id, hash) });
      expect(await answered).toBe(hash);
      for (const actor of [app, wallet]) {
        if (actor.party.isOfficial) continue;
        const clientId = await actor.client.core.crypto.getClientId();
        const told = (await relay.control.traffic()).filter((entry) => `did:key:${entry.clientId}` === clientId && entry.kind === 'call');
        expect(told.length).toBeGreaterThan(0);
        expect(JSON.stringify(told.map((call) => call.params))).not.toMatch(
          /eth_|eip155|0xab|rpcMethods|chainId|txHashes|contractAddresses/,
        );
      }
    },
  },
  {
    name: 'keeps the requests of two sessions apart',
    tags: [1108, 1109],
    play: async (world) => {
      const { app, wallet } = world;
      const topics = [await settle(world), await settle(world)];
      const answered = topics.map((topic) => app.request({ topic, chainId: CHAIN, request: sign('0x00') }));
      for (const _ of topics) {
        const { id, topic } = await wallet.next('session_request');
        await wallet.respond({ topic, response: result(id, topic) });
      }
      expect(await Promise.all(answered)).toEqual(topics);
    },
  },
];
