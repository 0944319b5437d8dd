import { describe, expect, it } from 'vitest';
import { CoreKeyChain } from '../../adapters/walletconnect/core-key-chain.js';
import { FakeKeyChain, FakeSecrets } from '../../application/ports/key-chain.fake.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { keyChainContract } from '../../testing/contracts/key-chain.contract.js';

const api = { describe, it, expect };

keyChainContract(api, 'FakeKeyChain', async () => {
  const secrets = new FakeSecrets();
  // All tabs share one key chain.
  const keyChain = new FakeKeyChain(secrets);
  const page = () => keyChain;
  return { keyChain, peer: new FakeKeyChain(secrets), otherTab: page, reload: page, stop: async () => undefined };
});

keyChainContract(api, 'CoreKeyChain', async () => {
  const store = new FakeRecordStore();
  const page = () => new CoreKeyChain({ store: store.otherTab() });
  return {
    keyChain: page(),
    peer: new CoreKeyChain({ store: new FakeRecordStore() }),
    otherTab: page,
    reload: page,
    stop: async () => undefined,
  };
});

describe('CoreKeyChain', () => {
  it('tells the id of the client once the relay gets it', async () => {
    const ids: string[] = [];
    const keyChain = new CoreKeyChain({ store: new FakeRecordStore(), onClientId: (id) => ids.push(id) });
    await keyChain.createSymKey();
    expect(ids).toEqual([]);
    await keyChain.relayToken('wss://relay.example');
    expect(ids).toEqual([await keyChain.clientId()]);
    expect(ids[0]).toMatch(/^did:key:z/);
  });
});
