import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { codeOf, type TestApi } from './test-api.js';

/** A key chain to test, and that of a peer. */
export interface KeyChainHarness {
  readonly keyChain: KeyChain;
  readonly peer: KeyChain;
  /** That of another page of the same origin. */
  otherPage(): KeyChain;
  /** The page ends; that of a new one of the same origin. */
  reload(): KeyChain;
  /** Ends everything. */
  stop(): Promise<void>;
}

const NO_KEY = 'wallet-protocol/no-matching-key';
const HEX = /^[0-9a-f]{64}$/;
const UNKNOWN = 'ab'.repeat(32);

const call = (id: number): RpcRequest => ({ id, jsonrpc: '2.0', method: 'wc_sessionRequest', params: { text: 'ключ?>', id } });

/** A topic whose key both parties have. */
const share = async ({ keyChain, peer }: KeyChainHarness): Promise<string> => {
  const { topic, symKey } = await keyChain.createSymKey();
  await peer.importKeys(new Map([[topic, symKey]]));
  return topic;
};

/**
 * What every key chain does.
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

  describe(`${name} keeps the contract of a key chain`, () => {
    test('takes keys over that another client made; one that is known stays', async ({ keyChain, peer, otherPage }) => {
      const { topic, symKey } = await peer.createSymKey();
      const isKept = await keyChain.importKeys(new Map([[topic, symKey]]));
      await keyChain.importKeys(new Map([[topic, 'a'.repeat(64)]]));
      expect([isKept, await keyChain.symKeyOf(topic), await otherPage().symKeyOf(topic)]).toEqual([true, symKey, symKey]);
    });

    test('lets two parties agree on a key and its topic', async ({ keyChain, peer }) => {
      const [own, others] = [await keyChain.createKeyPair(), await peer.createKeyPair()];
      const topic = await keyChain.agreeOnKey({ publicKey: own, peerPublicKey: others });
      expect(await peer.agreeOnKey({ publicKey: others, peerPublicKey: own })).toBe(topic);
      expect([topic, own].map((text) => /^[0-9a-f]{64}$/.test(text))).toEqual([true, true]);
      expect([await keyChain.hasKey(topic), await peer.hasKey(topic), await keyChain.hasKey(others)]).toEqual([true, true, false]);
      expect(await codeOf(keyChain.agreeOnKey({ publicKey: others, peerPublicKey: own }))).toBe('wallet-protocol/no-matching-key');
      const names = await keyChain.keyNames();
      // The last reads as a key.
      for (const peerPublicKey of ['no key', '0'.repeat(64)])
        expect(await codeOf(keyChain.agreeOnKey({ publicKey: own, peerPublicKey }))).toBe('wallet-protocol/no-matching-key');
      expect(await keyChain.keyNames()).toEqual(names);
    });

    test('keeps the keys of pairings for all pages until they are deleted', async ({ keyChain, otherPage, reload }) => {
      const { topic, symKey } = await keyChain.createSymKey();
      const another = await keyChain.createSymKey();
      const tab = otherPage();
      expect([await keyChain.symKeyOf(topic), await tab.symKeyOf(topic), await tab.hasKey(topic)]).toEqual([symKey, symKey, true]);
      expect([another.topic === topic, another.symKey === symKey]).toEqual([false, false]);
      await keyChain.deleteKeys(topic, 'never made');
      const after = reload();
      expect([await keyChain.hasKey(topic), await after.symKeyOf(topic), await after.hasKey(another.topic)]).toEqual([false, null, true]);
    });

    test('names what there are keys of, made on whatever page', async ({ keyChain, otherPage, reload }) => {
      expect((await keyChain.keyNames()).size).toBe(0);
      const { topic } = await keyChain.createSymKey();
      const publicKey = await keyChain.createKeyPair();
      const another = await otherPage().createSymKey();
      const names = await keyChain.keyNames();
      expect([topic, publicKey, another.topic].map((name) => names.has(name))).toEqual([true, true, true]);
      await keyChain.deleteKeys(topic);
      const after = await reload().keyNames();
      expect([topic, publicKey, another.topic].map((name) => after.has(name))).toEqual([false, true, true]);
    });

    test('opens what a peer sealed with the key of a topic, and with no other key', async (harness) => {
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

    test('opens on the own topic of a key what is sealed for it, and says by whom, on the next page too', async ({
      keyChain,
      peer,
      reload,
    }) => {
      const [own, others] = [await keyChain.createKeyPair(), await peer.createKeyPair()];
      const topic = await keyChain.ownTopic(own);
      expect([HEX.test(topic), topic === own, await keyChain.ownTopic(own), await keyChain.hasKey(topic)]).toEqual([
        true,
        false,
        topic,
        true,
      ]);
      const envelope = await peer.seal({ topic, message: call(1), sealing: { publicKey: others, peerPublicKey: own } });
      expect(await keyChain.open(topic, envelope)).toEqual({ message: call(1), senderPublicKey: others });
      const after = reload();
      expect(await after.open(topic, envelope)).toEqual({ message: call(1), senderPublicKey: others });
      await after.deleteKeys(topic);
      expect([await after.hasKey(topic), await after.hasKey(own)]).toEqual([false, true]);
    });

    test('neither opens nor seals on it what names no sender: the key that it is the topic of is no secret', async ({ keyChain, peer }) => {
      const own = await keyChain.createKeyPair();
      const topic = await keyChain.ownTopic(own);
      await peer.importKeys(new Map([[topic, own]]));
      expect(await keyChain.open(topic, await peer.seal({ topic, message: call(1) }))).toBe(null);
      expect(await codeOf(keyChain.seal({ topic, message: call(2) }))).toBe(NO_KEY);
    });

    test('has no own topic of a key that is not its own, and seals with none', async ({ keyChain, peer }) => {
      const others = await peer.createKeyPair();
      expect(await codeOf(keyChain.ownTopic(others))).toBe(NO_KEY);
      const sealing = { publicKey: others, peerPublicKey: others };
      expect(await codeOf(keyChain.seal({ topic: UNKNOWN, message: call(1), sealing }))).toBe(NO_KEY);
      expect(await codeOf(keyChain.seal({ topic: UNKNOWN, message: call(1) }))).toBe(NO_KEY);
    });

    test('proves one client id to relays, the same on all pages', async ({ keyChain, otherPage }) => {
      const [id, token] = [await keyChain.clientId(), await keyChain.relayToken('wss://relay.example')];
      expect([id.startsWith('did:key:'), token.length > 0, await otherPage().clientId()]).toEqual([true, true, id]);
    });
  });
};
