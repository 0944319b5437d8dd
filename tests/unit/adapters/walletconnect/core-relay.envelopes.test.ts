import { describe, expect, it } from 'vitest';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import type { RpcMessage } from '../../../../domain/wallet-protocol/json-rpc.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { publishedTo, startRelayPage } from '../support/relay-pages.js';

const MESSAGE: RpcMessage = { id: 1, jsonrpc: '2.0', result: { text: 'ключ?>' } };
const DELIVERY = { tag: 1117, ttl: 300, prompt: false };

describe('an envelope that names its sender', () => {
  it('is opened on the own topic of the key it is for, also by the next page, and on no other', async () => {
    const { relay, page, store } = startRelayPage();
    const other = page(new FakeRecordStore());
    const [own, others] = [await relay.keyChain.createKeyPair(), await other.keyChain.createKeyPair()];
    const topic = await relay.keyChain.ownTopic(own);
    const sealed = await other.sealLink({ topic, message: MESSAGE, sealing: { publicKey: others, peerPublicKey: own } });
    const opened = { message: MESSAGE, senderPublicKey: others };
    expect([await relay.keyChain.hasKey(topic), await relay.openLink(topic, sealed)]).toEqual([true, opened]);
    expect(await page(store.reload()).openLink(topic, sealed)).toEqual(opened);
    const otherTopic = await relay.keyChain.ownTopic(await relay.keyChain.createKeyPair());
    const { topic: shared } = await relay.keyChain.createSymKey();
    for (const elsewhere of [otherTopic, shared]) expect(await relay.openLink(elsewhere, sealed)).toBe(null);
    expect(await other.openLink(topic, sealed)).toBe(null);
  });

  it('needs the private key of its sender, a key of its receiver, and of an own topic the private key', async () => {
    const { relay } = startRelayPage();
    const own = await relay.keyChain.createKeyPair();
    const seal = (publicKey: string, peerPublicKey: string) =>
      codeOf(relay.sealLink({ topic: 'ab'.repeat(32), message: MESSAGE, sealing: { publicKey, peerPublicKey } }));
    const outcomes = [seal('cd'.repeat(32), own), seal(own, 'no key'), codeOf(relay.keyChain.ownTopic('cd'.repeat(32)))];
    for (const outcome of outcomes) expect(await outcome).toBe('wallet-protocol/no-matching-key');
  });
});

describe('an envelope that is sealed with the public key of an own topic', () => {
  it('is opened on no page, that of an earlier version neither once it has said which key it is', async () => {
    const { relay, page, store } = startRelayPage();
    const other = page(new FakeRecordStore());
    const own = await relay.keyChain.createKeyPair();
    const topic = await relay.keyChain.ownTopic(own);
    await other.keyChain.importKeys(new Map([[topic, own]]));
    const sealed = await other.sealLink({ topic, message: MESSAGE });
    expect([await relay.openLink(topic, sealed), await page(store.reload()).openLink(topic, sealed)]).toEqual([null, null]);
    // As it was kept before.
    await relay.keyChain.deleteKeys(topic);
    await relay.keyChain.importKeys(new Map([[topic, own]]));
    await relay.keyChain.ownTopic(own);
    expect(await relay.openLink(topic, sealed)).toBe(null);
  });
});

describe('an envelope in a link', () => {
  it('is in the base64 of URLs and opens with the key of its topic only', async () => {
    const { relay } = startRelayPage();
    const [{ topic }, another] = [await relay.keyChain.createSymKey(), await relay.keyChain.createSymKey()];
    const sealed = await relay.sealLink({ topic, message: MESSAGE });
    expect(sealed).toMatch(/^[\w-]+$/);
    expect([await relay.openLink(topic, sealed), await relay.openLink(another.topic, sealed)]).toEqual([{ message: MESSAGE }, null]);
    expect(await Promise.all(['', '!', 'AA', 'AgB7fQ'].map((text) => relay.openLink(topic, text)))).toEqual([null, null, null, null]);
    expect(await codeOf(relay.sealLink({ topic: 'ab'.repeat(32), message: MESSAGE }))).toBe('wallet-protocol/no-matching-key');
  });
});

describe('an attestation', () => {
  it('travels beside the envelope whose hash it was asked with; without one nothing is said of it', async () => {
    const { server, relay, pair } = startRelayPage();
    const topic = await pair();
    const asked: unknown[] = [];
    for (const [index, given] of ['jwt', '', null].entries()) {
      const onSealed = (ids: unknown): string | null => {
        asked.push(ids);
        return given;
      };
      await relay.publish({ topic, message: { ...MESSAGE, id: index }, delivery: DELIVERY, onSealed }, patient());
    }
    expect(publishedTo(server).map(({ attestation }) => attestation)).toEqual(['jwt', '', undefined]);
    const hash = /^[0-9a-f]{64}$/;
    expect(asked).toEqual([1, 2, 3].map(() => ({ envelopeId: expect.stringMatching(hash), messageId: expect.stringMatching(hash) })));
  });
});
