import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CryptoFacade } from '../../../../adapters/sign-client/crypto-facade.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import type { ProtocolSession } from '../../../../domain/wallet-protocol/session.js';
import { EngineParty } from '../../application/wallet-protocol/engine/support/engine-party.js';

const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };
const SESSION: ProtocolSession = {
  topic: 'aa',
  pairingTopic: 'bb',
  relay: { protocol: 'irn' },
  expiry: 2_000_000_000,
  acknowledged: true,
  controller: 'cc',
  namespaces: { eip155: { accounts: ['eip155:1:0x1'], methods: ['personal_sign'], events: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'dd', metadata: APP },
  peer: { publicKey: 'cc', metadata: APP },
};

describe('the keys of a core', () => {
  let party: EngineParty;
  let crypto: CryptoFacade;

  beforeEach(() => {
    const clock = new FakeClock();
    party = new EngineParty(clock, new FakeMessageRelay(clock), APP);
    const { relay, tables } = party.context;
    crypto = new CryptoFacade({ keyChain: relay.keyChain, tables });
  });
  afterEach(() => party.close());

  it('belong to a client with an id, and are made and deleted', async () => {
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

  it('are known at once of what the client keeps, by the key chain too, which gives none away', async () => {
    const { keychain } = crypto;
    const { sessions, pairings, proposals } = party.context.tables;
    expect([keychain.has('aa'), keychain.has('dd'), keychain.has('ee'), keychain.has('ff')]).toEqual([false, false, false, false]);
    await sessions.set('aa', SESSION);
    await pairings.set('ee', { topic: 'ee', expiry: 2_000_000_000, relay: { protocol: 'irn' }, active: true });
    const proposer = { publicKey: 'ff', metadata: APP };
    const asked = { requiredNamespaces: {}, optionalNamespaces: {}, relays: [{ protocol: 'irn' }], proposer, pairingTopic: 'ee' };
    await proposals.set(1, { ...asked, id: 1, expiryTimestamp: 2_000_000_000, isOwn: true });
    expect(['aa', 'dd', 'ee', 'ff', 'cc'].map((tag) => keychain.has(tag))).toEqual([true, true, true, true, false]);
    await keychain.init();
    await keychain.del('aa');
    expect([crypto.hasKeys('aa'), crypto.hasKeys('dd'), 'get' in keychain]).toEqual([false, true, false]);
  });
});
