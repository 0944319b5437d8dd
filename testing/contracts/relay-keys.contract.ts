import type { RelayHarness } from './relay-harness.js';
import { codeOf, type TestApi } from './test-api.js';

/** What every relay does with the keys of its parties. Part of `relayContract`. */
export const relayKeysContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => Promise<RelayHarness>): void => {
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

  describe(`${name} keeps the contract of a relay, for keys`, () => {
    test('takes keys over that another client made; one that is known stays', async ({ relay, peer, otherTab }) => {
      const { topic, symKey } = await peer.createSymKey();
      const isKept = await relay.importKeys(new Map([[topic, symKey]]));
      await relay.importKeys(new Map([[topic, 'a'.repeat(64)]]));
      expect([isKept, await relay.symKeyOf(topic), await otherTab().symKeyOf(topic)]).toEqual([true, symKey, symKey]);
    });

    test('lets two parties agree on a key and its topic', async ({ relay, peer }) => {
      const [own, others] = [await relay.createKeyPair(), await peer.createKeyPair()];
      const topic = await relay.agreeOnKey({ publicKey: own, peerPublicKey: others });
      expect(await peer.agreeOnKey({ publicKey: others, peerPublicKey: own })).toBe(topic);
      expect([topic, own].map((text) => /^[0-9a-f]{64}$/.test(text))).toEqual([true, true]);
      expect([await relay.hasKey(topic), await peer.hasKey(topic), await relay.hasKey(others)]).toEqual([true, true, false]);
      expect(await codeOf(relay.agreeOnKey({ publicKey: others, peerPublicKey: own }))).toBe('wallet-protocol/no-matching-key');
      const names = await relay.keyNames();
      // The last reads as a key.
      for (const peerPublicKey of ['no key', '0'.repeat(64)])
        expect(await codeOf(relay.agreeOnKey({ publicKey: own, peerPublicKey }))).toBe('wallet-protocol/no-matching-key');
      expect(await relay.keyNames()).toEqual(names);
    });

    test('keeps the keys of pairings for all pages until they are deleted', async ({ relay, otherTab, reload }) => {
      const { topic, symKey } = await relay.createSymKey();
      const another = await relay.createSymKey();
      const tab = otherTab();
      expect([await relay.symKeyOf(topic), await tab.symKeyOf(topic), await tab.hasKey(topic)]).toEqual([symKey, symKey, true]);
      expect([another.topic === topic, another.symKey === symKey]).toEqual([false, false]);
      await relay.deleteKeys(topic, 'never made');
      const after = reload();
      expect([await relay.hasKey(topic), await after.symKeyOf(topic), await after.hasKey(another.topic)]).toEqual([false, null, true]);
    });

    test('names what there are keys of, made on whatever page', async ({ relay, otherTab, reload }) => {
      expect((await relay.keyNames()).size).toBe(0);
      const { topic } = await relay.createSymKey();
      const publicKey = await relay.createKeyPair();
      const another = await otherTab().createSymKey();
      const names = await relay.keyNames();
      expect([topic, publicKey, another.topic].map((name) => names.has(name))).toEqual([true, true, true]);
      await relay.deleteKeys(topic);
      const after = await reload().keyNames();
      expect([topic, publicKey, another.topic].map((name) => after.has(name))).toEqual([false, true, true]);
    });
  });
};
