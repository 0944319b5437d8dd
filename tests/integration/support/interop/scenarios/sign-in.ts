import type { AuthTypes } from '@walletconnect/types';
import { verifyMessage } from 'viem';
import { expect } from 'vitest';
import { askToSignIn, SIGN_IN, SIGN_IN_METHODS, signFor } from '../ask-to-sign-in.js';
import type { InteropWorld } from '../interop-world.js';
import type { Scenario } from '../scenario.js';
import { ADDRESS, CHAINS, granted, topicsOf } from '../settle.js';

/** What a server would do with what the app has got. */
const expectProven = async ({ app }: InteropWorld, auths: readonly AuthTypes.Cacao[] | undefined, chains: readonly string[]) => {
  expect(auths?.map(({ p }) => p.iss)).toEqual(chains.map((chain) => `did:pkh:${chain}:${ADDRESS}`));
  for (const { p, s } of auths ?? []) {
    expect(p).toMatchObject({ domain: SIGN_IN.domain, aud: SIGN_IN.uri, nonce: SIGN_IN.nonce, version: '1' });
    const message = app.client.formatAuthMessage({ request: p, iss: p.iss });
    expect(message).toContain(`${SIGN_IN.domain} wants you to sign in with your Ethereum account:\n${ADDRESS}`);
    expect(await verifyMessage({ address: ADDRESS, message, signature: s.s as `0x${string}` })).toBe(true);
  }
};

/** One-click authentication. */
export const SIGN_IN_SCENARIOS: readonly Scenario[] = [
  {
    name: 'signs in and settles a session with the methods of the sign-in',
    tags: [1100, 1116, 1117],
    play: async (world) => {
      const { app, wallet } = world;
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const asked = await wallet.next('session_authenticate');
      expect(asked.params.requester.metadata).toEqual(app.metadata);
      expect(asked.params.authPayload).toMatchObject({ chains: CHAINS, aud: SIGN_IN.uri, domain: SIGN_IN.domain, nonce: SIGN_IN.nonce });
      expect(asked.verifyContext.verified.validation).toBe('UNKNOWN');
      // The proposal for wallets that know no sign-in is not shown by one that does.
      expect(wallet.heard('session_proposal')).toEqual([]);
      const { session: own } = await wallet.approveSessionAuthenticate({ id: asked.id, auths: await signFor(world, asked, CHAINS) });
      const { auths, session } = await answered;
      await expectProven(world, auths, CHAINS);
      expect(session.topic).toBe(own?.topic);
      expect(topicsOf(world)).toEqual({ app: [session.topic], wallet: [session.topic] });
      for (const { namespaces } of [session, own ?? session]) {
        expect(new Set(namespaces['eip155']?.methods)).toEqual(new Set(SIGN_IN_METHODS));
        expect(new Set(namespaces['eip155']?.accounts)).toEqual(new Set(CHAINS.map((chain) => `${chain}:${ADDRESS}`)));
      }
      const signed = app.request({
        topic: session.topic,
        chainId: 'eip155:137',
        request: { method: 'personal_sign', params: ['0x00', ADDRESS] },
      });
      const { id, topic } = await wallet.next('session_request');
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x01' } });
      expect(await signed).toBe('0x01');
    },
  },
  {
    name: 'signs in on the one chain that the wallet serves',
    tags: [1116, 1117],
    play: async (world) => {
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const asked = await world.wallet.next('session_authenticate');
      await world.wallet.approveSessionAuthenticate({ id: asked.id, auths: await signFor(world, asked, ['eip155:137']) });
      const { auths, session } = await answered;
      await expectProven(world, auths, ['eip155:137']);
      expect(session.namespaces['eip155']?.accounts).toEqual([`eip155:137:${ADDRESS}`]);
    },
  },
  {
    name: 'signs in without a session where no methods are asked for',
    tags: [1116, 1117],
    play: async (world) => {
      const { answered } = await askToSignIn(world);
      const asked = await world.wallet.next('session_authenticate');
      const { session: own } = await world.wallet.approveSessionAuthenticate({
        id: asked.id,
        auths: await signFor(world, asked, ['eip155:1']),
      });
      const { auths, session } = await answered;
      await expectProven(world, auths, ['eip155:1']);
      expect([session, own]).toEqual([undefined, undefined]);
      expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'tells the app why the wallet refuses to sign in',
    tags: [1116, 1118],
    play: async (world) => {
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const { id } = await world.wallet.next('session_authenticate');
      await world.wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'Not today.' } });
      const refused = await answered.then(
        () => null,
        (reason: unknown) => reason,
      );
      // Official clients reject with the bare text.
      expect(refused instanceof Error ? refused.message : refused).toBe('Not today.');
      expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'does not take a signature of another text, at either end',
    tags: [1116, 1117],
    play: async (world) => {
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const refused = expect(answered).rejects.toBeDefined();
      const asked = await world.wallet.next('session_authenticate');
      const auths = await signFor(world, asked, ['eip155:1'], (text) => text.replace('app.example', 'evil.example'));
      await expect(world.wallet.approveSessionAuthenticate({ id: asked.id, auths })).rejects.toThrow(/Signature verification failed/);
      await refused;
      expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'settles a session with a wallet that serves no sign-in, by the proposal beside it',
    tags: [1100, 1101, 1102, 1103, 1116],
    servesSignIn: false,
    play: async (world) => {
      const { app, wallet } = world;
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const { id, params } = await wallet.next('session_proposal');
      expect(params.optionalNamespaces['eip155']).toMatchObject({ chains: CHAINS, events: ['chainChanged', 'accountsChanged'] });
      expect(new Set(params.optionalNamespaces['eip155']?.methods)).toEqual(new Set(SIGN_IN_METHODS));
      const { topic } = await wallet.approve({ id, namespaces: granted() });
      const { auths, session } = await answered;
      expect(auths ?? []).toEqual([]);
      expect(session.topic).toBe(topic);
      await wallet.until((client) => client.session.get(topic).acknowledged, 'knows that the session is settled');
      await app.ping(topic);
    },
  },
  {
    name: 'tells the app why a wallet that serves no sign-in rejects',
    tags: [1100, 1116, 1120],
    servesSignIn: false,
    play: async (world) => {
      const { answered } = await askToSignIn(world, { methods: SIGN_IN_METHODS });
      const { id } = await world.wallet.next('session_proposal');
      await world.wallet.reject({ id, reason: { code: 5000, message: 'Not today.' } });
      await expect(answered).rejects.toMatchObject({ code: 5000, message: 'Not today.' });
    },
  },
];
