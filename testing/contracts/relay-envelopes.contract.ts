import type { Relay, RelayMessage, SealedIds } from '../../application/ports/relay.port.js';
import type { RpcRequest, RpcResult } from '../../domain/wallet-protocol/json-rpc.js';
import { PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { RelayHarness } from './relay-harness.js';
import { codeOf, patient, type TestApi } from './test-api.js';

const DELIVERY = PROTOCOL_METHODS.wc_sessionAuthenticate.response;
const NO_KEY = 'wallet-protocol/no-matching-key';
const HEX = /^[0-9a-f]{64}$/;

const call = (id: number): RpcRequest => ({ id, jsonrpc: '2.0', method: 'wc_sessionRequest', params: { text: 'ключ?>', id } });
const answer = (id: number): RpcResult => ({ id, jsonrpc: '2.0', result: { text: 'ключ?>', id } });

const listenTo = (relay: Relay): RelayMessage[] => {
  const heard: RelayMessage[] = [];
  relay.messages$.subscribe((message) => {
    heard.push(message);
    message.acknowledge();
  });
  return heard;
};

/** A topic whose key both parties have. */
const share = async ({ relay, peer }: RelayHarness): Promise<string> => {
  const { topic, symKey } = await relay.createSymKey();
  await peer.importKeys(new Map([[topic, symKey]]));
  return topic;
};

/** What every relay does with envelopes that name their sender, that travel in links, and whose origin is attested. Part of `relayContract`. */
export const relayEnvelopesContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => Promise<RelayHarness>): void => {
  const test = (title: string, run: (harness: RelayHarness) => Promise<void>): void => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await run(harness);
      } finally {
        await harness.stop();
      }
    });
  };

  describe(`${name} keeps the contract of a relay, for envelopes of every kind`, () => {
    test('hears on the own topic of a key what is sealed for it, and by whom', async ({ relay, peer, until }) => {
      const [own, others] = [await relay.createKeyPair(), await peer.createKeyPair()];
      const topic = await relay.ownTopic(own);
      expect([HEX.test(topic), topic === own, await relay.ownTopic(own), await relay.hasKey(topic)]).toEqual([true, false, topic, true]);
      const heard = listenTo(relay);
      await relay.subscribe([topic], patient());
      const sealing = { publicKey: others, peerPublicKey: own };
      await peer.publish({ topic, message: answer(1), delivery: DELIVERY, sealing }, patient());
      await until(() => heard.length >= 1);
      expect(heard.map(({ message, senderPublicKey, ...rest }) => [rest.topic, message, senderPublicKey])).toEqual([
        [topic, answer(1), others],
      ]);
    });

    test('hears it on the next page too, until the topic is deleted', async ({ relay, peer, until, reload }) => {
      const [own, others] = [await relay.createKeyPair(), await peer.createKeyPair()];
      const topic = await relay.ownTopic(own);
      const sealing = { publicKey: others, peerPublicKey: own };
      await peer.publish({ topic, message: answer(1), delivery: DELIVERY, sealing }, patient());
      const after = reload();
      const heard = listenTo(after);
      await after.subscribe([topic], patient());
      await until(() => heard.length >= 1);
      expect(heard.map(({ message, senderPublicKey }) => [message.id, senderPublicKey])).toEqual([[1, others]]);
      await after.deleteKeys(topic);
      expect([await after.hasKey(topic), await after.hasKey(own)]).toEqual([false, true]);
    });

    test('hears on it nothing that names no sender: the key that it is the topic of is no secret', async ({ relay, peer, until }) => {
      const [own, others] = [await relay.createKeyPair(), await peer.createKeyPair()];
      const topic = await relay.ownTopic(own);
      await peer.importKeys(new Map([[topic, own]]));
      const heard = listenTo(relay);
      await relay.subscribe([topic], patient());
      await peer.publish({ topic, message: call(1), delivery: DELIVERY }, patient());
      const sealing = { publicKey: others, peerPublicKey: own };
      await peer.publish({ topic, message: answer(2), delivery: DELIVERY, sealing }, patient());
      await until(() => heard.length >= 1);
      expect(heard.map(({ message }) => message.id)).toEqual([2]);
      const linked = await peer.sealLink({ topic, message: call(3) });
      expect(await relay.openLink(topic, linked)).toBe(null);
      // Nor does it seal anything so.
      expect(await codeOf(relay.sealLink({ topic, message: call(4) }))).toBe(NO_KEY);
      expect(await codeOf(relay.publish({ topic, message: call(5), delivery: DELIVERY }, patient()))).toBe(NO_KEY);
    });

    test('names no sender of what is sealed with the key of a topic', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = await share(harness);
      const heard = listenTo(peer);
      await peer.subscribe([topic], patient());
      await relay.publish({ topic, message: call(1), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 1);
      expect(heard.map((message) => 'senderPublicKey' in message)).toEqual([false]);
    });

    test('has no own topic of a key that is not its own, and seals by none', async ({ relay, peer }) => {
      const others = await peer.createKeyPair();
      expect(await codeOf(relay.ownTopic(others))).toBe(NO_KEY);
      const sealing = { publicKey: others, peerPublicKey: others };
      expect(await codeOf(relay.publish({ topic: 'ab'.repeat(32), message: call(1), delivery: DELIVERY, sealing }, patient()))).toBe(
        NO_KEY,
      );
    });

    test('seals what travels in a link, and opens it with the key of its topic only', async (harness) => {
      const { relay, peer } = harness;
      const topic = await share(harness);
      const { topic: another } = await peer.createSymKey();
      const sealed = await relay.sealLink({ topic, message: call(1) });
      expect(/^[\w-]+$/.test(sealed)).toBe(true);
      expect([
        await peer.openLink(topic, sealed),
        await peer.openLink(another, sealed),
        await peer.openLink('ab'.repeat(32), sealed),
      ]).toEqual([{ message: call(1) }, null, null]);
      for (const garbage of ['', '!', 'AA', 'AgB7fQ']) expect(await peer.openLink(topic, garbage)).toBe(null);
      expect(await codeOf(relay.sealLink({ topic: 'ab'.repeat(32), message: call(1) }))).toBe(NO_KEY);
    });

    test('seals for the own topic of a party what travels in a link', async ({ relay, peer }) => {
      const [own, others] = [await relay.createKeyPair(), await peer.createKeyPair()];
      const topic = await relay.ownTopic(own);
      const sealed = await peer.sealLink({ topic, message: answer(1), sealing: { publicKey: others, peerPublicKey: own } });
      expect(await relay.openLink(topic, sealed)).toEqual({ message: answer(1), senderPublicKey: others });
    });

    test('asks for an attestation of each message that is sealed, and hands it over with it', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = await share(harness);
      const heard = listenTo(peer);
      await peer.subscribe([topic], patient());
      const sealed: SealedIds[] = [];
      for (const [index, given] of ['attested', ''].entries())
        await relay.publish(
          {
            topic,
            message: call(index),
            delivery: DELIVERY,
            onSealed: (ids) => {
              sealed.push(ids);
              return given;
            },
          },
          patient(),
        );
      await until(() => heard.length >= 2);
      expect(heard.map(({ attestation }) => attestation)).toEqual(['attested', '']);
      expect(sealed.flatMap(({ envelopeId, messageId }) => [HEX.test(envelopeId), HEX.test(messageId)])).toEqual([true, true, true, true]);
      expect(heard.map(({ envelopeId, messageId }) => ({ envelopeId, messageId }))).toEqual(sealed);
    });
  });
};
