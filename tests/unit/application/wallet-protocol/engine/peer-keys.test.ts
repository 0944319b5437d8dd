import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { ownTopicOf } from '../../../../../domain/wallet-protocol/own-topic.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { ALLOWED, APP, ASKED, EnginePair, failureOf } from './support/engine-pair.js';
import type { EngineParty } from './support/engine-party.js';
import { LinkPair } from './support/link-pair.js';
import { SignInPair } from './support/sign-in-pair.js';

const { signal } = new AbortController();

/** Reads as a key, and no key can be agreed on with it. */
const UNUSABLE = '0'.repeat(64);
const METHOD = 'wc_sessionAuthenticate';
const INVALID = { code: 'wallet/invalid-response' };

/** What a party has asked a peer by a method: the parameters, oldest first. */
const saidBy = ({ relay }: EngineParty, method: string): readonly unknown[] =>
  relay.published.flatMap(({ message }) => ('method' in message && message.method === method ? [message.params] : []));

describe('a wallet whose key is none that can be used', () => {
  it('ends a proposal by its answer, and is not told again', async () => {
    const pair = new EnginePair();
    const { id, approval } = await pair.ask();
    const { pairingTopic = '' } = pair.approving.pending()[0] ?? {};
    const result = { relay: { protocol: 'irn' }, responderPublicKey: UNUSABLE };
    await pair.wallet.context.calls.reply({ topic: pairingTopic, id, method: 'wc_sessionPropose' }, { result });
    expect(await failureOf(approval)).toMatchObject(INVALID);
    expect(pair.app.context.tables.proposals.all()).toEqual([]);
    // Nothing but the pairing's is left.
    expect(pair.app.relay.keys).toEqual([pairingTopic]);
    pair.app.expectCalm();
    pair.end();
  });

  it('ends a request to sign in by its answer, on this page and on the next', async () => {
    for (const isReloaded of [false, true]) {
      const pair = new SignInPair();
      const { id, response } = await pair.ask();
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
      // Whoever seals names a key of their own; a relay that is not told of it finds no other in the answer.
      const topic = ownTopicOf(peerPublicKey);
      const sealing = { publicKey: UNUSABLE, peerPublicKey };
      await pair.wallet.relay.keyChain.importKeys(new Map([[UNUSABLE, 'its own']]));
      await pair.wallet.relay.publish({ topic, message, delivery: PROTOCOL_METHODS[METHOD].response, sealing }, signal);
      await settle();
      expect(await failureOf(response)).toMatchObject(isReloaded ? { code: 'config/disposed' } : INVALID);
      expect([pair.app.context.tables.authRequests.all(), pair.app.context.tables.sessions.size]).toEqual([[], 0]);
      expect([pair.app.relay.keys.includes(peerPublicKey), pair.app.relay.keys.includes(topic)]).toEqual([false, false]);
      pair.app.expectCalm();
      await context.relay.keyChain.deleteKeys(publicKey);
      pair.end();
    }
  });
});

describe('an app whose key is none that can be used', () => {
  const REFUSED = { code: 'wallet-protocol/missing-or-invalid', message: expect.stringContaining('public key') };

  it('gets no session, and no key is left however often its owner tries; declining still ends it', async () => {
    const pair = new EnginePair();
    const { id } = await pair.ask();
    const { proposals } = pair.wallet.context.tables;
    await proposals.change(id, { proposer: { publicKey: UNUSABLE, metadata: APP } });
    const before = pair.wallet.relay.keys;
    for (const _ of [1, 2]) await expect(pair.approve(id)).rejects.toMatchObject(REFUSED);
    await expect(pair.approve(id)).rejects.not.toMatchObject({ message: expect.stringMatching(/[0-9a-f]{64}/) });
    expect([pair.wallet.relay.keys, pair.wallet.context.tables.sessions.size]).toEqual([before, 0]);
    await pair.reject(id);
    expect(pair.approving.pending()).toEqual([]);
    pair.end();
  });

  it('is signed in nowhere, and no key is left', async () => {
    const pair = new SignInPair();
    const { id } = await pair.ask();
    const { authRequests } = pair.wallet.context.tables;
    const auths = await pair.sign(id);
    await authRequests.change(id, { requester: { publicKey: UNUSABLE, metadata: APP } });
    const before = pair.wallet.relay.keys;
    for (const _ of [1, 2]) await expect(pair.approve(id, auths)).rejects.toMatchObject(REFUSED);
    expect([pair.wallet.relay.keys, pair.wallet.context.tables.sessions.size]).toEqual([before, 0]);
    expect(pair.answering.pending()).toHaveLength(1);
    pair.end();
  });
});

describe('a settlement where no session can be', () => {
  it('is refused on a pairing, which stays as it was at both', async () => {
    const pair = new EnginePair();
    const { id, uri, approval } = await pair.ask();
    const { pairingTopic: topic = '' } = pair.approving.pending()[0] ?? {};
    for (const [from, to] of [
      [pair.wallet, pair.app],
      [pair.app, pair.wallet],
    ] as const) {
      const settled = from.context.calls.place({ topic, method: 'wc_sessionSettle', params: { namespaces: ALLOWED } }, signal).answer;
      // The wallet of a pair that only approves knows no settlements.
      expect(await failureOf(settled)).toMatchObject({ code: to === pair.app ? 1_005 : 10_001 });
      expect([to.relay.keys.includes(topic), to.relay.topics.includes(topic), saidBy(to, 'wc_sessionDelete')]).toEqual([true, true, []]);
    }
    expect(uri).toContain(topic);
    // And the proposal goes on.
    await pair.approve(id);
    expect((await approval).namespaces).toEqual(ALLOWED);
    pair.app.expectCalm();
    pair.end();
  });

  it('is refused on a pairing that serves one proposal', async () => {
    const pair = new EnginePair({ isOneOff: true });
    const { id, approval } = await pair.ask({ optionalNamespaces: ASKED });
    const { pairingTopic: topic = '' } = pair.approving.pending()[0] ?? {};
    await pair.app.context.tables.pairings.remove(topic);
    const settled = pair.wallet.context.calls.place({ topic, method: 'wc_sessionSettle', params: {} }, signal).answer;
    expect(await failureOf(settled)).toMatchObject({ code: 1_005 });
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.topics.includes(topic)]).toEqual([true, true]);
    await pair.reject(id);
    expect(await failureOf(approval)).toMatchObject({ code: 5_000 });
    pair.end();
  });
});

describe('a call on the own topic of an app that waits for a signature', () => {
  let pair: SignInPair;
  beforeEach(() => {
    pair = new SignInPair();
  });
  afterEach(() => pair.end());

  it('is none, whatever it asks: the answer still comes', async () => {
    const { id, response } = await pair.ask();
    const { relay, tables } = pair.wallet.context;
    const peerPublicKey = tables.authRequests.get(id)?.requester.publicKey ?? '';
    const topic = ownTopicOf(peerPublicKey);
    const sealing = { publicKey: await relay.keyChain.createKeyPair(), peerPublicKey };
    const before = pair.app.relay.published.length;
    for (const [index, method] of (['wc_sessionSettle', 'wc_sessionDelete', 'wc_sessionPing', 'wc_other'] as const).entries()) {
      const message = { id: index + 1, jsonrpc: '2.0' as const, method, params: {} };
      await relay.publish({ topic, message, delivery: PROTOCOL_METHODS.wc_sessionPing.request, sealing }, signal);
      await settle();
    }
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.topics.includes(topic)]).toEqual([true, true]);
    expect(pair.app.relay.published).toHaveLength(before);
    pair.app.expectCalm();
    await pair.approve(id);
    expect((await response).session).toBeDefined();
  });
});

describe('a call in a link, on the own topic of an app', () => {
  it('is none: the answer still comes', async () => {
    const pair = await new LinkPair().start();
    const { response } = await pair.ask();
    const [{ requester } = { requester: { publicKey: '' } }] = pair.app.engine.context.tables.authRequests.all();
    const topic = ownTopicOf(requester.publicKey);
    const sealing = { publicKey: await pair.wallet.relay.keyChain.createKeyPair(), peerPublicKey: requester.publicKey };
    const message = { id: 1, jsonrpc: '2.0' as const, method: 'wc_sessionSettle', params: {} };
    const envelope = await pair.wallet.relay.sealLink({ topic, message, sealing });
    expect(await pair.app.engine.links.takeEnvelope({ topic, envelope })).toBe(false);
    await settle();
    expect([pair.app.relay.keys.includes(topic), pair.app.relay.published]).toEqual([true, []]);
    await pair.wallet.engine.approveSessionAuthenticate(await pair.sign());
    expect((await response()).session).toBeDefined();
    await pair.end();
  });
});
