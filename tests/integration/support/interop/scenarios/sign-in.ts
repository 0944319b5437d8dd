import type { AuthTypes } from '@walletconnect/types';
import { verifyMessage } from 'viem';
import { expect } from 'vitest';
import type { InteropFixture } from '../interop-fixture.js';
import { requestSignIn, SIGN_IN, SIGN_IN_METHODS, signFor } from '../request-sign-in.js';
import type { Scenario } from '../scenario.js';
import { ADDRESS, approvedNamespaces, CHAINS, topicsOf } from '../settle.js';

/** Verifies the result of the app as a server would. */
const expectProven = async ({ app }: InteropFixture, auths: readonly AuthTypes.Cacao[] | undefined, chains: readonly string[]) => {
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
    name: 'signs in and settles a session with the methods of the request',
    tags: [1100, 1116, 1117],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const authRequest = await wallet.next('session_authenticate');
      expect(authRequest.params.requester.metadata).toEqual(app.metadata);
      expect(authRequest.params.authPayload).toMatchObject({
        chains: CHAINS,
        aud: SIGN_IN.uri,
        domain: SIGN_IN.domain,
        nonce: SIGN_IN.nonce,
      });
      expect(authRequest.verifyContext.verified.validation).toBe('UNKNOWN');
      // A wallet that supports authentication does not show the fallback proposal.
      expect(wallet.receivedEvents('session_proposal')).toEqual([]);
      const { session: walletSession } = await wallet.approveSessionAuthenticate({
        id: authRequest.id,
        auths: await signFor(fixture, authRequest, CHAINS),
      });
      const { auths, session } = await authenticated;
      await expectProven(fixture, auths, CHAINS);
      expect(session.topic).toBe(walletSession?.topic);
      expect(topicsOf(fixture)).toEqual({ app: [session.topic], wallet: [session.topic] });
      for (const { namespaces } of [session, walletSession ?? session]) {
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
    name: 'signs in on the only chain that the wallet supports',
    tags: [1116, 1117],
    run: async (fixture) => {
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const authRequest = await fixture.wallet.next('session_authenticate');
      await fixture.wallet.approveSessionAuthenticate({ id: authRequest.id, auths: await signFor(fixture, authRequest, ['eip155:137']) });
      const { auths, session } = await authenticated;
      await expectProven(fixture, auths, ['eip155:137']);
      expect(session.namespaces['eip155']?.accounts).toEqual([`eip155:137:${ADDRESS}`]);
    },
  },
  {
    name: 'signs in without a session if no methods are requested',
    tags: [1116, 1117],
    run: async (fixture) => {
      const { authenticated } = await requestSignIn(fixture);
      const authRequest = await fixture.wallet.next('session_authenticate');
      const { session: walletSession } = await fixture.wallet.approveSessionAuthenticate({
        id: authRequest.id,
        auths: await signFor(fixture, authRequest, ['eip155:1']),
      });
      const { auths, session } = await authenticated;
      await expectProven(fixture, auths, ['eip155:1']);
      expect([session, walletSession]).toEqual([undefined, undefined]);
      expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'rejects a sign-in with the reason of the wallet',
    tags: [1116, 1118],
    run: async (fixture) => {
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const { id } = await fixture.wallet.next('session_authenticate');
      await fixture.wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'Not today.' } });
      const rejection = await authenticated.then(
        () => null,
        (reason: unknown) => reason,
      );
      // Official clients reject with a string.
      expect(rejection instanceof Error ? rejection.message : rejection).toBe('Not today.');
      expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'rejects a signature of another message in the wallet and in the app',
    tags: [1116, 1117],
    run: async (fixture) => {
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const rejection = expect(authenticated).rejects.toBeDefined();
      const authRequest = await fixture.wallet.next('session_authenticate');
      const auths = await signFor(fixture, authRequest, ['eip155:1'], (text) => text.replace('app.example', 'evil.example'));
      await expect(fixture.wallet.approveSessionAuthenticate({ id: authRequest.id, auths })).rejects.toThrow(
        /Signature verification failed/,
      );
      await rejection;
      expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'settles a session with the fallback proposal if the wallet does not support authentication',
    tags: [1100, 1101, 1102, 1103, 1116],
    supportsSignIn: false,
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const { id, params } = await wallet.next('session_proposal');
      expect(params.optionalNamespaces['eip155']).toMatchObject({ chains: CHAINS, events: ['chainChanged', 'accountsChanged'] });
      expect(new Set(params.optionalNamespaces['eip155']?.methods)).toEqual(new Set(SIGN_IN_METHODS));
      const { topic } = await wallet.approve({ id, namespaces: approvedNamespaces() });
      const { auths, session } = await authenticated;
      expect(auths ?? []).toEqual([]);
      expect(session.topic).toBe(topic);
      await wallet.until((client) => client.session.get(topic).acknowledged, 'has acknowledged the session');
      await app.ping(topic);
    },
  },
  {
    name: 'rejects a sign-in with the reason of a wallet without authentication support',
    tags: [1100, 1116, 1120],
    supportsSignIn: false,
    run: async (fixture) => {
      const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
      const { id } = await fixture.wallet.next('session_proposal');
      await fixture.wallet.reject({ id, reason: { code: 5000, message: 'Not today.' } });
      await expect(authenticated).rejects.toMatchObject({ code: 5000, message: 'Not today.' });
    },
  },
];
