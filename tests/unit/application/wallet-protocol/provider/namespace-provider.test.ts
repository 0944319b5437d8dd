import { beforeEach, describe, expect, it } from 'vitest';
import { NamespaceProvider } from '../../../../../application/wallet-protocol/provider/namespace-provider.js';
import { createNamespaceProvider } from '../../../../../application/wallet-protocol/provider/provider-state.js';
import { SOLANA } from './support/fake-client.js';
import { ProviderWorld, serviceUrl } from './support/provider-world.js';

const BITCOIN = '000000000019d6689c085ae165831e93';
const POLKADOT = '91b171bb158e2d3848fa23a9f1c25182';

const approved = (name: string, ...references: readonly string[]) => ({
  accounts: references.flatMap((reference) => [`${name}:${reference}:a`, `${name}:${reference}:b`]),
  methods: ['sign'],
  events: ['changed'],
});

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

let world: ProviderWorld;
beforeEach(() => {
  world = new ProviderWorld();
});

describe.each([
  ['solana', SOLANA, '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['bip122', BITCOIN, '000000000933ea01ad0ee984209779ba'],
  ['polkadot', POLKADOT, '68d56f15f85d3136970ec16946040bc1'],
  ['cosmos', 'cosmoshub-4', 'osmosis-1'],
])('the provider of %s', (name, first, second) => {
  const call = (method: string, reference = first) => ({ topic: 't', request: { method, params: [1] }, chainId: `${name}:${reference}` });
  const open = (world: ProviderWorld, ...references: readonly string[]) => {
    const deps = world.deps();
    return { provider: createNamespaceProvider(name, undefined, approved(name, ...references), deps), deps };
  };

  it('gives the wallet what the wallet allows', async () => {
    const { provider } = open(world, first);
    expect(await provider.request({ ...call('sign'), expiry: 400 })).toBe('answered sign');
    expect(world.client.requests).toEqual([{ ...call('sign'), expiry: 400 }]);
    await provider.request(call('sign'));
    expect(Object.keys(world.client.requests[1] ?? {})).not.toContain('expiry');
    expect(world.rpc.calls).toEqual([]);
  });

  it('asks the node of the named chain everything else', async () => {
    const { provider } = open(world, first, second);
    for (const reference of [first, second]) world.rpc.answer(serviceUrl(`${name}:${reference}`), 'read', { result: `of ${reference}` });
    expect(await provider.request(call('read'))).toBe(`of ${first}`);
    expect(await provider.request(call('read', second))).toBe(`of ${second}`);
    expect(world.rpc.calls[0]).toEqual({ url: serviceUrl(`${name}:${first}`), method: 'read', params: [1] });
    expect(world.client.requests).toEqual([]);
  });

  it('has no node for a chain that is not in use, and says so', async () => {
    const { provider } = open(new ProviderWorld(), first);
    expect(await thrown(provider.request(call('read', second)))).toMatchObject({
      code: 'json-rpc/provider-not-found',
      message: `JSON-RPC provider for ${name}:${second} not found`,
    });
  });

  it('says that a chain has no address of a node', async () => {
    const provider = createNamespaceProvider(name, undefined, approved(name, first), world.deps({}));
    expect(await thrown(provider.request(call('read')))).toMatchObject({
      code: 'json-rpc/url-missing',
      message: `No RPC url provided for chainId: ${name}:${first}`,
    });
  });

  it('has the accounts of its default chain, which is the first until another one is set', () => {
    const { provider, deps } = open(new ProviderWorld(), first, second);
    expect([provider.getDefaultChain(), provider.requestAccounts()]).toEqual([first, ['a', 'b']]);
    provider.setDefaultChain(second);
    expect(provider.getDefaultChain()).toBe(second);
    expect(deps.chains).toEqual([[`${name}:${second}`, null]]);
  });
});

describe('the provider of any namespace', () => {
  const open = (world: ProviderWorld, asked?: Parameters<typeof createNamespaceProvider>[1]) =>
    new NamespaceProvider('cosmos', asked, approved('cosmos', 'one', 'two'), world.deps());
  const read = { topic: 't', request: { method: 'read' }, chainId: 'cosmos:one' };

  it('serves what was asked for and what is allowed, on the chains that have accounts', () => {
    const asked = {
      chains: ['cosmos:one', 'cosmos:three'],
      methods: ['other'],
      events: ['e'],
      rpcMap: { one: 'https://one' },
      defaultChain: 'two',
    };
    const provider = open(new ProviderWorld(), asked);
    expect(provider.namespace).toMatchObject({
      chains: ['cosmos:one', 'cosmos:two'],
      methods: ['other', 'sign'],
      events: ['e', 'changed'],
      rpcMap: { one: 'https://one' },
      accounts: ['cosmos:one:a', 'cosmos:one:b', 'cosmos:two:a', 'cosmos:two:b'],
    });
    expect(provider.getDefaultChain()).toBe('two');
    expect(Object.keys(provider.httpProviders)).toEqual(['one', 'two']);
  });

  it('asks the host’s own node, and a new one where one is set', async () => {
    world.rpc.answer('https://one', 'read', { result: 1 });
    world.rpc.answer('https://new', 'read', { result: 2 });
    const provider = open(world, { chains: ['cosmos:one'], methods: [], events: [], rpcMap: { one: 'https://one' } });
    expect(await provider.request(read)).toBe(1);
    provider.setDefaultChain('one', 'https://new');
    expect(await provider.request(read)).toBe(2);
    provider.updateNamespace(approved('cosmos', 'one'));
    expect([await provider.request(read), provider.namespace.rpcMap]).toEqual([2, { one: 'https://new' }]);
  });

  it('refuses a node that HTTP cannot be spoken with, where it is set and where it was asked for, and changes nothing', async () => {
    const deps = world.deps();
    const provider = new NamespaceProvider('cosmos', undefined, approved('cosmos', 'one', 'two'), deps);
    expect(() => provider.setDefaultChain('two', 'ws://two')).toThrow('Provided URL is not compatible with HTTP connection: ws://two');
    expect([provider.getDefaultChain(), deps.chains]).toEqual(['one', []]);
    const asked = open(world, { chains: [], methods: [], events: [], rpcMap: { one: 'wss://one' } });
    expect(await thrown(asked.request(read))).toMatchObject({ code: 'json-rpc/invalid-url' });
    expect(await asked.request({ ...read, request: { method: 'sign' } })).toBe('answered sign');
  });

  it('tells of a chain with other addresses which ones they are', () => {
    const deps = new ProviderWorld().deps();
    const accounts = { accounts: ['cosmos:one:a', 'cosmos:two:b'], methods: [], events: [] };
    const provider = new NamespaceProvider('cosmos', undefined, accounts, deps);
    provider.setDefaultChain('two');
    provider.setDefaultChain('two');
    provider.setDefaultChain('three');
    expect(deps.chains).toEqual([
      ['cosmos:two', ['b']],
      ['cosmos:two', null],
      ['cosmos:three', []],
    ]);
  });

  it('goes on with what the wallet allows from now on: nodes of chains that are gone are closed, and a default chain that is gone has its successor', async () => {
    const provider = open(world);
    provider.setDefaultChain('two');
    const gone = provider.httpProviders['two'];
    provider.updateNamespace({ accounts: ['cosmos:one:c', 'cosmos:three:c'], methods: ['read'], events: [] });
    expect(provider.getDefaultChain()).toBe('one');
    expect(Object.keys(provider.httpProviders)).toEqual(['one', 'three']);
    expect(await thrown(gone?.request({ method: 'read' }) ?? Promise.resolve())).toMatchObject({ code: 'json-rpc/already-closed' });
    expect(await provider.request(read)).toBe('answered read');
    expect(provider.namespace.methods).toEqual(['read']);
  });

  it('stays on a chain that the wallet went to by itself, whatever it allows', () => {
    const provider = open(new ProviderWorld());
    provider.setDefaultChain('elsewhere');
    provider.updateNamespace(approved('cosmos', 'one'));
    expect(provider.getDefaultChain()).toBe('elsewhere');
    expect(Object.keys(provider.httpProviders).sort()).toEqual(['elsewhere', 'one']);
  });

  it('has no default chain where it has no chain', () => {
    const provider = new NamespaceProvider('cosmos', undefined, { accounts: [], methods: [], events: [] }, new ProviderWorld().deps());
    expect(() => provider.getDefaultChain()).toThrow('ChainId not found');
  });

  it('gives up what is under way when it is disposed', async () => {
    world.rpc.modes.set(serviceUrl('cosmos:one'), 'never');
    const provider = open(world);
    const waiting = thrown(provider.request(read));
    provider.dispose();
    expect(await waiting).toMatchObject({ code: 'json-rpc/already-closed' });
  });

  it('lets no call wait for another', async () => {
    world.rpc.modes.set(serviceUrl('cosmos:one'), 'never');
    world.rpc.answer(serviceUrl('cosmos:two'), 'read', { result: 2 });
    const provider = open(world);
    const stuck = thrown(provider.request(read));
    expect(await provider.request({ ...read, chainId: 'cosmos:two' })).toBe(2);
    provider.dispose();
    await stuck;
  });
});

describe('the provider of Solana', () => {
  const FORMER = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';

  it('knows a chain by its former id too, and tells the wallet the one that the wallet knows', async () => {
    const provider = createNamespaceProvider('solana', undefined, approved('solana', FORMER), world.deps());
    await provider.request({ topic: 't', request: { method: 'sign' }, chainId: `solana:${SOLANA}` });
    expect(world.client.requests[0]?.chainId).toBe(`solana:${FORMER}`);
    provider.setDefaultChain(SOLANA);
    expect(provider.requestAccounts()).toEqual(['a', 'b']);
  });

  it('reads from the node that the host has for either id', async () => {
    world.rpc.answer('https://node', 'getBalance', { result: 5 });
    const asked = { chains: [], methods: [], events: [], rpcMap: { [SOLANA]: 'https://node' } };
    const provider = createNamespaceProvider('solana', asked, approved('solana', FORMER), world.deps());
    for (const reference of [SOLANA, FORMER])
      expect(await provider.request({ topic: 't', request: { method: 'getBalance' }, chainId: `solana:${reference}` })).toBe(5);
  });
});
