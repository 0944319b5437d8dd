import { beforeEach, describe, expect, it } from 'vitest';
import { CryptoFacade } from '../../../../adapters/sign-client/crypto-facade.js';
import type { EngineParty } from '../../application/wallet-protocol/engine/support/engine-party.js';
import { APP, coreFixture } from '../support/core-fixture.js';
import { protocolSession } from '../support/protocol-session.js';

describe('CryptoFacade', () => {
  const fixture = coreFixture();
  let party: EngineParty;
  let crypto: CryptoFacade;

  beforeEach(() => {
    party = fixture.party();
    const { relay, tables } = party.context;
    crypto = new CryptoFacade({ keyChain: relay.keyChain, tables });
  });

  it('returns the client id, and creates and deletes keys', async () => {
    await crypto.init();
    expect(await crypto.getClientId()).toBe('did:key:z6MkFake');
    const own = await crypto.generateKeyPair();
    const peer = await crypto.generateKeyPair();
    const topic = await crypto.generateSharedKey(own, peer);
    expect(crypto.hasKeys(topic)).toBe(true);
    await crypto.deleteSymKey(topic);
    expect([crypto.hasKeys(topic), crypto.hasKeys(own), party.relay.keys.includes(topic)]).toEqual([false, true, false]);
    await crypto.deleteKeyPair(own);
    await expect(crypto.generateSharedKey(own, peer)).rejects.toMatchObject({ code: 2 });
  });

  it('reports the keys of stored records, also by the key chain, which exposes none', async () => {
    const { keychain } = crypto;
    const { sessions, pairings, proposals } = party.context.tables;
    expect([keychain.has('aa'), keychain.has('dd'), keychain.has('ee'), keychain.has('ff')]).toEqual([false, false, false, false]);
    await sessions.set('aa', protocolSession('aa'));
    await pairings.set('ee', { topic: 'ee', expiry: 2_000_000_000, relay: { protocol: 'irn' }, active: true });
    const proposer = { publicKey: 'ff', metadata: APP };
    const request = { requiredNamespaces: {}, optionalNamespaces: {}, relays: [{ protocol: 'irn' }], proposer, pairingTopic: 'ee' };
    await proposals.set(1, { ...request, id: 1, expiryTimestamp: 2_000_000_000, isOwn: true });
    expect(['aa', 'dd', 'ee', 'ff', 'cc'].map((tag) => keychain.has(tag))).toEqual([true, true, true, true, false]);
    await keychain.init();
    await keychain.del('aa');
    expect([crypto.hasKeys('aa'), crypto.hasKeys('dd'), 'get' in keychain]).toEqual([false, true, false]);
  });
});
