import { describe, expect, it } from 'vitest';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import type { RpcMessage } from '../../../../domain/wallet-protocol/json-rpc.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { publishedTo, startRelayPage } from '../support/relay-pages.js';

const MESSAGE: RpcMessage = { id: 1, jsonrpc: '2.0', result: { text: 'ключ?>' } };
const DELIVERY = { tag: 1117, ttl: 300, prompt: false };

describe('type 1 envelope', () => {
  it('is decrypted only on the response topic of its receiver, also after a reload', async () => {
    const { relay, page, store } = startRelayPage();
    const other = page(new FakeRecordStore());
    const [own, others] = [await relay.keyChain.createKeyPair(), await other.keyChain.createKeyPair()];
    const topic = await relay.keyChain.responseTopic(own);
    const sealed = await other.sealForLink({ topic, message: MESSAGE, sealing: { publicKey: others, peerPublicKey: own } });
    const opened = { message: MESSAGE, senderPublicKey: others };
    expect([await relay.keyChain.hasKey(topic), await relay.openLinkEnvelope(topic, sealed)]).toEqual([true, opened]);
    expect(await page(store.reload()).openLinkEnvelope(topic, sealed)).toEqual(opened);
    const otherTopic = await relay.keyChain.responseTopic(await relay.keyChain.createKeyPair());
    const { topic: shared } = await relay.keyChain.createSymKey();
    for (const wrongTopic of [otherTopic, shared]) expect(await relay.openLinkEnvelope(wrongTopic, sealed)).toBe(null);
    expect(await other.openLinkEnvelope(topic, sealed)).toBe(null);
  });

  it('requires the sender’s private key, a valid receiver key, and the private key of a response topic', async () => {
    const { relay } = startRelayPage();
    const own = await relay.keyChain.createKeyPair();
    const seal = (publicKey: string, peerPublicKey: string) =>
      codeOf(relay.sealForLink({ topic: 'ab'.repeat(32), message: MESSAGE, sealing: { publicKey, peerPublicKey } }));
    const outcomes = [seal('cd'.repeat(32), own), seal(own, 'no key'), codeOf(relay.keyChain.responseTopic('cd'.repeat(32)))];
    for (const outcome of outcomes) expect(await outcome).toBe('wallet-protocol/no-matching-key');
  });
});

describe('envelope sealed with the public key of a response topic', () => {
  it('is never decrypted, also with the record of an earlier version', async () => {
    const { relay, page, store } = startRelayPage();
    const other = page(new FakeRecordStore());
    const own = await relay.keyChain.createKeyPair();
    const topic = await relay.keyChain.responseTopic(own);
    await other.keyChain.importKeys(new Map([[topic, own]]));
    const sealed = await other.sealForLink({ topic, message: MESSAGE });
    expect([await relay.openLinkEnvelope(topic, sealed), await page(store.reload()).openLinkEnvelope(topic, sealed)]).toEqual([null, null]);
    // The record format of earlier versions.
    await relay.keyChain.deleteKeys(topic);
    await relay.keyChain.importKeys(new Map([[topic, own]]));
    await relay.keyChain.responseTopic(own);
    expect(await relay.openLinkEnvelope(topic, sealed)).toBe(null);
  });
});

describe('envelope in a link', () => {
  it('is base64url and is decrypted only with the key of its topic', async () => {
    const { relay } = startRelayPage();
    const [{ topic }, another] = [await relay.keyChain.createSymKey(), await relay.keyChain.createSymKey()];
    const sealed = await relay.sealForLink({ topic, message: MESSAGE });
    expect(sealed).toMatch(/^[\w-]+$/);
    expect([await relay.openLinkEnvelope(topic, sealed), await relay.openLinkEnvelope(another.topic, sealed)]).toEqual([
      { message: MESSAGE },
      null,
    ]);
    expect(await Promise.all(['', '!', 'AA', 'AgB7fQ'].map((text) => relay.openLinkEnvelope(topic, text)))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(await codeOf(relay.sealForLink({ topic: 'ab'.repeat(32), message: MESSAGE }))).toBe('wallet-protocol/no-matching-key');
  });
});

describe('attestation', () => {
  it('is published with the envelope whose hashes it was requested for, or omitted', async () => {
    const { server, relay, pair } = startRelayPage();
    const topic = await pair();
    const requestedIds: unknown[] = [];
    for (const [index, attestation] of ['jwt', '', null].entries()) {
      const onSealed = (ids: unknown): string | null => {
        requestedIds.push(ids);
        return attestation;
      };
      await relay.publish({ topic, message: { ...MESSAGE, id: index }, delivery: DELIVERY, onSealed }, neverAborted());
    }
    expect(publishedTo(server).map(({ attestation }) => attestation)).toEqual(['jwt', '', undefined]);
    const hash = /^[0-9a-f]{64}$/;
    expect(requestedIds).toEqual(
      [1, 2, 3].map(() => ({ envelopeId: expect.stringMatching(hash), messageId: expect.stringMatching(hash) })),
    );
  });
});
