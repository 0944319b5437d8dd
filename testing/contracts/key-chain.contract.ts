import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { codeOf, type TestApi } from './test-api.js';

/** A key chain to test, and the key chain of a peer. */
export interface KeyChainHarness {
  readonly keyChain: KeyChain;
  readonly peer: KeyChain;
  /** Key chain in another tab of the same origin. */
  otherTab(): KeyChain;
  /** Key chain after a reload. */
  reload(): KeyChain;
  /** Stops everything. */
  stop(): Promise<void>;
}

const NO_KEY = 'wallet-protocol/no-matching-key';
const HEX = /^[0-9a-f]{64}$/;
const UNKNOWN = 'ab'.repeat(32);

const call = (id: number): RpcRequest => ({ id, jsonrpc: '2.0', method: 'wc_sessionRequest', params: { text: 'ключ?>', id } });

/** Creates a topic whose key both parties have. */
const share = async ({ keyChain, peer }: KeyChainHarness): Promise<string> => {
  const { topic, symKey } = await keyChain.createSymKey();
  await peer.importKeys(new Map([[topic, symKey]]));
  return topic;
};

/**
 * Contract of every `KeyChain`.
 * @example keyChainContract({ describe, it, expect }, 'MyKeyChain', makeHarness);
 */
export const keyChainContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => Promise<KeyChainHarness>): void => {
  const test = (title: string, run: (harness: KeyChainHarness) => Promise<void>): void => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await run(harness);
      } finally {
        await harness.stop();
      }
    });
  };

  describe(`${name}: KeyChain contract`, () => {
    test('imports keys without replacing existing ones', async ({ keyChain, peer, otherTab }) => {
      const { topic, symKey } = await peer.createSymKey();
      const wasImported = await keyChain.importKeys(new Map([[topic, symKey]]));
      await keyChain.importKeys(new Map([[topic, 'a'.repeat(64)]]));
      expect([wasImported, await keyChain.symKeyOf(topic), await otherTab().symKeyOf(topic)]).toEqual([true, symKey, symKey]);
    });

    test('derives a shared key and its topic', async ({ keyChain, peer }) => {
      const [publicKey, peerPublicKey] = [await keyChain.createKeyPair(), await peer.createKeyPair()];
      const topic = await keyChain.deriveSharedKey({ publicKey, peerPublicKey });
      expect(await peer.deriveSharedKey({ publicKey: peerPublicKey, peerPublicKey: publicKey })).toBe(topic);
      expect([topic, publicKey].map((text) => HEX.test(text))).toEqual([true, true]);
      expect([await keyChain.hasKey(topic), await peer.hasKey(topic), await keyChain.hasKey(peerPublicKey)]).toEqual([true, true, false]);
      expect(await codeOf(keyChain.deriveSharedKey({ publicKey: peerPublicKey, peerPublicKey: publicKey }))).toBe(NO_KEY);
      const names = await keyChain.keyNames();
      // The second has the format of a key.
      for (const invalidKey of ['no key', '0'.repeat(64)])
        expect(await codeOf(keyChain.deriveSharedKey({ publicKey, peerPublicKey: invalidKey }))).toBe(NO_KEY);
      expect(await keyChain.keyNames()).toEqual(names);
    });

    test('stores symmetric keys for all tabs until they are deleted', async ({ keyChain, otherTab, reload }) => {
      const { topic, symKey } = await keyChain.createSymKey();
      const another = await keyChain.createSymKey();
      const tab = otherTab();
      expect([await keyChain.symKeyOf(topic), await tab.symKeyOf(topic), await tab.hasKey(topic)]).toEqual([symKey, symKey, true]);
      expect([another.topic === topic, another.symKey === symKey]).toEqual([false, false]);
      await keyChain.deleteKeys(topic, 'never made');
      const after = reload();
      expect([await keyChain.hasKey(topic), await after.symKeyOf(topic), await after.hasKey(another.topic)]).toEqual([false, null, true]);
    });

    test('lists the names of all keys, including those of other tabs', async ({ keyChain, otherTab, reload }) => {
      expect((await keyChain.keyNames()).size).toBe(0);
      const { topic } = await keyChain.createSymKey();
      const publicKey = await keyChain.createKeyPair();
      const another = await otherTab().createSymKey();
      const names = await keyChain.keyNames();
      expect([topic, publicKey, another.topic].map((name) => names.has(name))).toEqual([true, true, true]);
      await keyChain.deleteKeys(topic);
      const after = await reload().keyNames();
      expect([topic, publicKey, another.topic].map((name) => after.has(name))).toEqual([false, true, true]);
    });

    test('opens an envelope only with the key that sealed it', async (harness) => {
      const { keyChain, peer } = harness;
      const topic = await share(harness);
      const { topic: another } = await peer.createSymKey();
      const envelope = await keyChain.seal({ topic, message: call(1) });
      expect([await peer.open(topic, envelope), await peer.open(another, envelope), await peer.open(UNKNOWN, envelope)]).toEqual([
        { message: call(1) },
        null,
        null,
      ]);
      for (const garbage of ['', '!', 'AA==', 'AgB7fQ==']) expect(await peer.open(topic, garbage)).toBe(null);
    });

    test('opens type 1 envelopes on the response topic of a key and returns the sender, also after a reload', async ({
      keyChain,
      peer,
      reload,
    }) => {
      const [own, sender] = [await keyChain.createKeyPair(), await peer.createKeyPair()];
      const topic = await keyChain.responseTopic(own);
      expect([HEX.test(topic), topic === own, await keyChain.responseTopic(own), await keyChain.hasKey(topic)]).toEqual([
        true,
        false,
        topic,
        true,
      ]);
      const envelope = await peer.seal({ topic, message: call(1), sealing: { publicKey: sender, peerPublicKey: own } });
      expect(await keyChain.open(topic, envelope)).toEqual({ message: call(1), senderPublicKey: sender });
      const after = reload();
      expect(await after.open(topic, envelope)).toEqual({ message: call(1), senderPublicKey: sender });
      await after.deleteKeys(topic);
      expect([await after.hasKey(topic), await after.hasKey(own)]).toEqual([false, true]);
    });

    test('rejects type 0 envelopes on the response topic of a key, because the public key is not a secret', async ({ keyChain, peer }) => {
      const own = await keyChain.createKeyPair();
      const topic = await keyChain.responseTopic(own);
      await peer.importKeys(new Map([[topic, own]]));
      expect(await keyChain.open(topic, await peer.seal({ topic, message: call(1) }))).toBe(null);
      expect(await codeOf(keyChain.seal({ topic, message: call(2) }))).toBe(NO_KEY);
    });

    test('rejects public keys of which it does not have the private key', async ({ keyChain, peer }) => {
      const foreign = await peer.createKeyPair();
      expect(await codeOf(keyChain.responseTopic(foreign))).toBe(NO_KEY);
      const sealing = { publicKey: foreign, peerPublicKey: foreign };
      expect(await codeOf(keyChain.seal({ topic: UNKNOWN, message: call(1), sealing }))).toBe(NO_KEY);
      expect(await codeOf(keyChain.seal({ topic: UNKNOWN, message: call(1) }))).toBe(NO_KEY);
    });

    test('has one client id for all tabs', async ({ keyChain, otherTab }) => {
      const [id, token] = [await keyChain.clientId(), await keyChain.relayToken('wss://relay.example')];
      expect([id.startsWith('did:key:'), token.length > 0, await otherTab().clientId()]).toEqual([true, true, id]);
    });
  });
};
