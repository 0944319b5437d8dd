import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { ADDRESS, aSession, OTHER, SOLANA } from './support/fake-client.js';
import { ProviderWorld } from './support/provider-world.js';

describe('events of the session', () => {
  it('tells of accounts by their addresses, and of everything as session_event', async () => {
    const world = new ProviderWorld();
    await world.start();
    world.client.tellEvent('accountsChanged', [`eip155:1:${OTHER}`, ADDRESS]);
    world.client.tellEvent('accountsChanged', []);
    world.client.tellEvent('accountsChanged', 'none');
    world.client.tellEvent('message', { type: 'hello' });
    expect(world.toldOf('accountsChanged', 'message')).toEqual([
      ['accountsChanged', [OTHER, ADDRESS]],
      ['accountsChanged', []],
      ['message', { type: 'hello' }],
    ]);
    expect(world.toldOf('session_event')).toHaveLength(4);
    expect(world.logger.messages('warn')).toEqual(['A wallet told of accounts that are none']);
  });

  it.each([['0x89'], [137], ['137'], ['eip155:137']])(
    'goes with the wallet to the chain that it names as %j, and keeps it',
    async (data) => {
      const world = new ProviderWorld();
      const provider = await world.start();
      world.client.tellEvent('chainChanged', data);
      expect(world.told.slice(0, 3)).toEqual([
        ['default_chain_changed', 'eip155:137'],
        ['chainChanged', '137'],
        ['accountsChanged', [ADDRESS, OTHER]],
      ]);
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
      await settle();
      expect(world.client.storage.texts.get('wc@2:universal_provider:/namespacestopic')).toContain('"defaultChain":"137"');
    },
  );

  it('goes with the wallet in each namespace by itself', async () => {
    const world = new ProviderWorld();
    const provider = await world.start();
    world.client.tellEvent('chainChanged', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', `solana:${SOLANA}`);
    expect(provider.rpcProviders['solana']?.getDefaultChain()).toBe('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z');
    expect(provider.rpcProviders['eip155']?.getDefaultChain()).toBe('1');
  });

  it('stays where it is when the wallet names a chain of a namespace that is not in use', async () => {
    const world = new ProviderWorld();
    const provider = await world.start();
    world.client.tellEvent('chainChanged', 'x', 'cosmos:x');
    expect(world.told.map(([name]) => name)).toEqual(['session_event']);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    expect(world.logger.messages('warn')).toEqual(['A wallet changed to a chain of no use here: cosmos:x']);
  });

  it('takes over what the wallet allows from now on: chains, calls and whole namespaces', async () => {
    const world = new ProviderWorld();
    const provider = await world.start();
    provider.setDefaultChain('eip155:137');
    world.told.length = 0;
    const namespaces = {
      eip155: { accounts: [`eip155:10:${OTHER}`], methods: ['eth_sign'], events: [] },
      polkadot: { accounts: ['polkadot:91b171bb158e2d3848fa23a9f1c25182:5F'], methods: ['polkadot_sign'], events: [] },
    };
    world.client.tell('session_update', { id: 1, topic: 'topic', params: { namespaces } });
    expect(provider.session?.namespaces).toEqual(namespaces);
    expect(Object.keys(provider.rpcProviders).sort()).toEqual(['eip155', 'polkadot']);
    expect(world.told).toEqual([
      ['default_chain_changed', 'eip155:10'],
      ['chainChanged', '10'],
      ['accountsChanged', [OTHER]],
      ['session_update', { topic: 'topic', params: { namespaces } }],
    ]);
    expect(await provider.request({ method: 'polkadot_sign' }, 'polkadot')).toBe('answered polkadot_sign');
    expect(await provider.request({ method: 'eth_sign' })).toBe('answered eth_sign');
    expect(world.client.requests.map(({ chainId }) => chainId)).toEqual(['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'eip155:10']);
  });

  it.each([
    ['session_delete', { code: 6000, message: 'User disconnected.' }],
    ['session_expire', { code: 6, message: 'Expired. session topic: topic' }],
  ])('forgets a session after %s and tells of it once', async (name, why) => {
    const world = new ProviderWorld();
    const provider = await world.start();
    provider.setDefaultChain('eip155:137');
    world.told.length = 0;
    world.client.sessions.clear();
    const data = { id: 1, topic: 'topic' };
    world.client.tell(name, data);
    world.client.tell(name, data);
    await settle();
    expect(world.told).toEqual([
      [name, data],
      ['disconnect', { ...why, data: 'topic' }],
    ]);
    expect([provider.session, provider.namespaces]).toEqual([undefined, undefined]);
    expect(await world.client.storage.getKeys()).toEqual([]);
  });

  it('tells of pings, and of nothing that concerns another session', async () => {
    const world = new ProviderWorld();
    const provider = await world.start();
    world.client.tell('session_ping', { id: 1, topic: 'topic' });
    for (const name of ['session_ping', 'session_delete', 'session_expire']) world.client.tell(name, { id: 1, topic: 'other' });
    world.client.tell('session_update', { id: 1, topic: 'other', params: { namespaces: {} } });
    world.client.tellEvent('accountsChanged', [], 'eip155:1', 'other');
    await settle();
    expect(world.told).toEqual([['session_ping', { id: 1, topic: 'topic' }]]);
    expect(provider.session).toEqual(aSession());
  });

  it('tells nobody any more who left, and once who came for one event', async () => {
    const world = new ProviderWorld();
    const provider = await world.start();
    const told: unknown[] = [];
    const listener = (addresses: readonly string[]): void => void told.push(addresses);
    provider.once('accountsChanged', listener);
    world.client.tellEvent('accountsChanged', ['a']);
    world.client.tellEvent('accountsChanged', ['b']);
    provider.on('accountsChanged', listener);
    provider.removeListener('accountsChanged', listener);
    provider.on('accountsChanged', listener);
    provider.off('accountsChanged', listener);
    world.client.tellEvent('accountsChanged', ['c']);
    expect(told).toEqual([['a']]);
  });
});
