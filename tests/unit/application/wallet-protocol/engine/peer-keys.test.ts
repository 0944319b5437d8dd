import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { responseTopicOf } from '../../../../../domain/wallet-protocol/response-topic.js';
import { APP, APPROVED_NAMESPACES, EnginePair, failureOf, REQUESTED_NAMESPACES } from './support/engine-pair.js';
import type { EngineParty } from './support/engine-party.js';
import { LinkPair } from './support/link-pair.js';
import { SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

/** A valid hex string that is not a usable X25519 key. */
const UNUSABLE = '0'.repeat(64);
const METHOD = 'wc_sessionAuthenticate';
const INVALID = { code: 'wallet/invalid-response' };

/** Params of a party's requests of a method, the oldest first. */
const requestsOf = ({ relay }: EngineParty, method: string): readonly unknown[] =>
  relay.published.flatMap(({ message }) => ('method' in message && message.method === method ? [message.params] : []));

describe('a wallet with an unusable key', () => {
  it('rejects the proposal with its response, and is not notified', async () => {
    const pair = new EnginePair();
    const { id, approval } = await pair.propose();
    const { pairingTopic = '' } = pair.proposalResponder.pending()[0] ?? {};
    const result = { relay: { protocol: 'irn' }, responderPublicKey: UNUSABLE };
    await pair.wallet.context.calls.reply({ topic: pairingTopic, id, method: 'wc_sessionPropose' }, { result });
    expect(await failureOf(approval)).toMatchObject(INVALID);
    expect(pair.app.context.tables.proposals.all()).toEqual([]);
    // Only the pairing's key remains.
    expect(pair.app.relay.keys).toEqual([pairingTopic]);
    pair.app.expectNoErrors();
    pair.dispose();
  });

  it('rejects the sign-in request with its response, also after a reload', async () => {
    for (const isReloaded of [false, true]) {
      const pair = new SignInPair();
      const { id, response } = await pair.authenticate();
      const { context } = pair.wallet;
      const request = context.tables.authRequests.get(id);
      const peerPublicKey = request?.requester.publicKey ?? '';
      const [auths, publicKey] = [await pair.sign(id), await context.relay.keyChain.createKeyPair()];
      if (isReloaded) await pair.reloadApp();
      const message = {
        id,
        jsonrpc: '2.0' as const,
        result: { cacaos: auths, responder: { publicKey: UNUSABLE, metadata: context.metadata() } },
      };
      // The envelope names the unusable key as its sender, so that it matches the responder's key.
      const topic = responseTopicOf(peerPublicKey);
      const sealing = { publicKey: UNUSABLE, peerPublicKey };
      await pair.wallet.relay.keyChain.importKeys(new Map([[UNUSABLE, 'any']]));
      await pair.wallet.relay.publish({ topic, message, delivery: PROTOCOL_METHODS[METHOD].response, sealing }, signal);
      await flushPromises();
      expect(await failureOf(response)).toMatchObject(isReloaded ? { code: 'config/disposed' } : INVALID);
      expect([pair.app.context.tables.authRequests.all(), pair.app.context.tables.sessions.size]).toEqual([[], 0]);
      expect([pair.app.relay.keys.includes(peerPublicKey), pair.app.relay.keys.includes(topic)]).toEqual([false, false]);
      pair.app.expectNoErrors();
      await context.relay.keyChain.deleteKeys(publicKey);
      pair.dispose();
    }
  });
});

describe('an app with an unusable key', () => {
  const REFUSED = { code: 'wallet-protocol/missing-or-invalid', message: expect.stringContaining('public key') };

  it('gets no session, leaves no keys on repeated attempts, and can still be rejected', async () => {
    const pair = new EnginePair();
    const { id } = await pair.propose();
    const { proposals } = pair.wallet.context.tables;
    await proposals.change(id, { proposer: { publicKey: UNUSABLE, metadata: APP } });
    const before = pair.wallet.relay.keys;
    for (const _ of [1, 2]) await expect(pair.approve(id)).rejects.toMatchObject(REFUSED);
    await expect(pair.approve(id)).rejects.not.toMatchObject({ message: expect.stringMatching(/[0-9a-f]{64}/) });
    expect([pair.wallet.relay.keys, pair.wallet.context.tables.sessions.size]).toEqual([before, 0]);
    await pair.reject(id);
    expect(pair.proposalResponder.pending()).toEqual([]);
    pair.dispose();
  });

  it('gets no sign-in response, and leaves no keys', async () => {
    const pair = new SignInPair();
    const { id } = await pair.authenticate();
    const { authRequests } = pair.wallet.context.tables;
    const auths = await pair.sign(id);
    await authRequests.change(id, { requester: { publicKey: UNUSABLE, metadata: APP } });
    const before = pair.wallet.relay.keys;
    for (const _ of [1, 2]) await expect(pair.approve(id, auths)).rejects.toMatchObject(REFUSED);
    expect([pair.wallet.relay.keys, pair.wallet.context.tables.sessions.size]).toEqual([before, 0]);
    expect(pair.authResponder.pending()).toHaveLength(1);
    pair.dispose();
  });
});

describe('a settlement on a topic without a session', () => {
  it('is rejected on a pairing, which stays unchanged on both sides', async () => {
    const pair = new EnginePair();
    const { id, uri, approval } = await pair.propose();
    const { pairingTopic: topic = '' } = pair.proposalResponder.pending()[0] ?? {};
    for (const [sender, receiver] of [
      [pair.wallet, pair.app],
      [pair.app, pair.wallet],
    ] as const) {
      const settled = sender.context.calls.request(
        { topic, method: 'wc_sessionSettle', params: { namespaces: APPROVED_NAMESPACES } },
        signal,
      ).result;
      // This wallet has no handler for settlements.
      expect(await failureOf(settled)).toMatchObject({ code: receiver === pair.app ? 1_005 : 10_001 });
      expect([
        receiver.relay.keys.includes(topic),
        receiver.relay.topics.includes(topic),
        requestsOf(receiver, 'wc_sessionDelete'),
      ]).toEqual([true, true, []]);
    }
    expect(uri).toContain(topic);
    // The proposal is still valid.
    await pair.approve(id);
    expect((await approval).namespaces).toEqual(APPROVED_NAMESPACES);
    pair.app.expectNoErrors();
    pair.dispose();
  });

  it('is rejected on a one-off pairing', async () => {
    const pair = new EnginePair({ isOneOff: true });
    const { id, approval } = await pair.propose({ optionalNamespaces: REQUESTED_NAMESPACES });
    const { pairingTopic: topic = '' } = pair.proposalResponder.pending()[0] ?? {};
    await pair.app.context.tables.pairings.remove(topic);
    const settled = pair.wallet.context.calls.request({ topic, method: 'wc_sessionSettle', params: {} }, signal).result;
    expect(await failureOf(settled)).toMatchObject({ code: 1_005 });
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.topics.includes(topic)]).toEqual([true, true]);
    await pair.reject(id);
    expect(await failureOf(approval)).toMatchObject({ code: 5_000 });
    pair.dispose();
  });
});

describe('a request on the response topic of a sign-in', () => {
  let pair: SignInPair;
  beforeEach(() => {
    pair = new SignInPair();
  });
  afterEach(() => pair.dispose());

  it('is ignored, and the response still arrives', async () => {
    const { id, response } = await pair.authenticate();
    const { relay, tables } = pair.wallet.context;
    const peerPublicKey = tables.authRequests.get(id)?.requester.publicKey ?? '';
    const topic = responseTopicOf(peerPublicKey);
    const sealing = { publicKey: await relay.keyChain.createKeyPair(), peerPublicKey };
    const before = pair.app.relay.published.length;
    for (const [index, method] of (['wc_sessionSettle', 'wc_sessionDelete', 'wc_sessionPing', 'wc_other'] as const).entries()) {
      const message = { id: index + 1, jsonrpc: '2.0' as const, method, params: {} };
      await relay.publish({ topic, message, delivery: PROTOCOL_METHODS.wc_sessionPing.request, sealing }, signal);
      await flushPromises();
    }
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.topics.includes(topic)]).toEqual([true, true]);
    expect(pair.app.relay.published).toHaveLength(before);
    pair.app.expectNoErrors();
    await pair.approve(id);
    expect((await response).session).toBeDefined();
  });
});

describe('a request by link on the response topic of a sign-in', () => {
  it('is ignored, and the response still arrives', async () => {
    const pair = await new LinkPair().start();
    const { response } = await pair.authenticate();
    const [{ requester } = { requester: { publicKey: '' } }] = pair.app.engine.context.tables.authRequests.all();
    const topic = responseTopicOf(requester.publicKey);
    const sealing = { publicKey: await pair.wallet.relay.keyChain.createKeyPair(), peerPublicKey: requester.publicKey };
    const message = { id: 1, jsonrpc: '2.0' as const, method: 'wc_sessionSettle', params: {} };
    const envelope = await pair.wallet.relay.sealForLink({ topic, message, sealing });
    expect(await pair.app.engine.links.handleEnvelope({ topic, envelope })).toBe(false);
    await flushPromises();
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.published]).toEqual([true, []]);
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    expect((await response()).session).toBeDefined();
    await pair.dispose();
  });
});
