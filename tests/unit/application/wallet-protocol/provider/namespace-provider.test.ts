import { beforeEach, describe, expect, it } from 'vitest';
import { NamespaceProvider } from '../../../../../application/wallet-protocol/provider/namespace-provider.js';
import { createNamespaceProvider } from '../../../../../application/wallet-protocol/provider/provider-state.js';
import { SOLANA } from './support/fake-client.js';
import { ProviderFixture, serviceUrl } from './support/provider-fixture.js';

const BITCOIN = '000000000019d6689c085ae165831e93';
const POLKADOT = '91b171bb158e2d3848fa23a9f1c25182';

const approved = (name: string, ...references: readonly string[]) => ({
  accounts: references.flatMap((reference) => [`${name}:${reference}:a`, `${name}:${reference}:b`]),
  methods: ['sign'],
  events: ['changed'],
});

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

let fixture: ProviderFixture;
beforeEach(() => {
  fixture = new ProviderFixture();
});

describe.each([
  ['solana', SOLANA, '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['bip122', BITCOIN, '000000000933ea01ad0ee984209779ba'],
  ['polkadot', POLKADOT, '68d56f15f85d3136970ec16946040bc1'],
  ['cosmos', 'cosmoshub-4', 'osmosis-1'],
])('NamespaceProvider of %s', (name, first, second) => {
  const call = (method: string, reference = first) => ({ topic: 't', request: { method, params: [1] }, chainId: `${name}:${reference}` });
  const open = (fixture: ProviderFixture, ...references: readonly string[]) => {
    const deps = fixture.namespaceDeps();
    return { provider: createNamespaceProvider(name, undefined, approved(name, ...references), deps), deps };
  };

  it('sends granted methods to the wallet', async () => {
    const { provider } = open(fixture, first);
    expect(await provider.request({ ...call('sign'), expiry: 400 })).toBe('response to sign');
    expect(fixture.client.requests).toEqual([{ ...call('sign'), expiry: 400 }]);
    await provider.request(call('sign'));
    expect(Object.keys(fixture.client.requests[1] ?? {})).not.toContain('expiry');
    expect(fixture.rpc.calls).toEqual([]);
  });

  it('sends other methods to the RPC endpoint of the given chain', async () => {
    const { provider } = open(fixture, first, second);
    for (const reference of [first, second])
      fixture.rpc.setResponse(serviceUrl(`${name}:${reference}`), 'read', { result: `of ${reference}` });
    expect(await provider.request(call('read'))).toBe(`of ${first}`);
    expect(await provider.request(call('read', second))).toBe(`of ${second}`);
    expect(fixture.rpc.calls[0]).toEqual({ url: serviceUrl(`${name}:${first}`), method: 'read', params: [1] });
    expect(fixture.client.requests).toEqual([]);
  });

  it('rejects a chain that is not in use', async () => {
    const { provider } = open(new ProviderFixture(), first);
    expect(await thrown(provider.request(call('read', second)))).toMatchObject({
      code: 'json-rpc/provider-not-found',
      message: `JSON-RPC provider for ${name}:${second} not found`,
    });
  });

  it('rejects a chain without an RPC URL', async () => {
    const provider = createNamespaceProvider(name, undefined, approved(name, first), fixture.namespaceDeps({}));
    expect(await thrown(provider.request(call('read')))).toMatchObject({
      code: 'json-rpc/url-missing',
      message: `No RPC url provided for chainId: ${name}:${first}`,
    });
  });

  it('returns the accounts of its default chain, which is the first unless set', () => {
    const { provider, deps } = open(new ProviderFixture(), first, second);
    expect([provider.getDefaultChain(), provider.requestAccounts()]).toEqual([first, ['a', 'b']]);
    provider.setDefaultChain(second);
    expect(provider.getDefaultChain()).toBe(second);
    expect(deps.chains).toEqual([[`${name}:${second}`, null]]);
  });
});

describe('NamespaceProvider of any namespace', () => {
  const open = (fixture: ProviderFixture, requested?: Parameters<typeof createNamespaceProvider>[1]) =>
    new NamespaceProvider('cosmos', requested, approved('cosmos', 'one', 'two'), fixture.namespaceDeps());
  const read = { topic: 't', request: { method: 'read' }, chainId: 'cosmos:one' };

  it('merges requested and granted methods, on chains with accounts', () => {
    const requested = {
      chains: ['cosmos:one', 'cosmos:three'],
      methods: ['other'],
      events: ['e'],
      rpcMap: { one: 'https://one' },
      defaultChain: 'two',
    };
    const provider = open(new ProviderFixture(), requested);
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

  it('uses the app’s RPC URL, and a new one once set', async () => {
    fixture.rpc.setResponse('https://one', 'read', { result: 1 });
    fixture.rpc.setResponse('https://new', 'read', { result: 2 });
    const provider = open(fixture, { chains: ['cosmos:one'], methods: [], events: [], rpcMap: { one: 'https://one' } });
    expect(await provider.request(read)).toBe(1);
    provider.setDefaultChain('one', 'https://new');
    expect(await provider.request(read)).toBe(2);
    provider.updateNamespace(approved('cosmos', 'one'));
    expect([await provider.request(read), provider.namespace.rpcMap]).toEqual([2, { one: 'https://new' }]);
  });

  it('rejects an RPC URL without HTTP without changing anything', async () => {
    const deps = fixture.namespaceDeps();
    const provider = new NamespaceProvider('cosmos', undefined, approved('cosmos', 'one', 'two'), deps);
    expect(() => provider.setDefaultChain('two', 'ws://two')).toThrow('Provided URL is not compatible with HTTP connection: ws://two');
    expect([provider.getDefaultChain(), deps.chains]).toEqual(['one', []]);
    const requested = open(fixture, { chains: [], methods: [], events: [], rpcMap: { one: 'wss://one' } });
    expect(await thrown(requested.request(read))).toMatchObject({ code: 'json-rpc/invalid-url' });
    expect(await requested.request({ ...read, request: { method: 'sign' } })).toBe('response to sign');
  });

  it('reports the addresses of a new default chain if they differ', () => {
    const deps = new ProviderFixture().namespaceDeps();
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

  it('applies new grants: closes the RPC endpoints of removed chains and replaces a removed default chain', async () => {
    const provider = open(fixture);
    provider.setDefaultChain('two');
    const removedNode = provider.httpProviders['two'];
    provider.updateNamespace({ accounts: ['cosmos:one:c', 'cosmos:three:c'], methods: ['read'], events: [] });
    expect(provider.getDefaultChain()).toBe('one');
    expect(Object.keys(provider.httpProviders)).toEqual(['one', 'three']);
    expect(await thrown(removedNode?.request({ method: 'read' }) ?? Promise.resolve())).toMatchObject({ code: 'json-rpc/already-closed' });
    expect(await provider.request(read)).toBe('response to read');
    expect(provider.namespace.methods).toEqual(['read']);
  });

  it('keeps a chain that the wallet switched to, whatever it grants', () => {
    const provider = open(new ProviderFixture());
    provider.setDefaultChain('other');
    provider.updateNamespace(approved('cosmos', 'one'));
    expect(provider.getDefaultChain()).toBe('other');
    expect(Object.keys(provider.httpProviders).sort()).toEqual(['one', 'other']);
  });

  it('throws without a chain', () => {
    const provider = new NamespaceProvider(
      'cosmos',
      undefined,
      { accounts: [], methods: [], events: [] },
      new ProviderFixture().namespaceDeps(),
    );
    expect(() => provider.getDefaultChain()).toThrow('ChainId not found');
  });

  it('rejects pending requests when disposed', async () => {
    fixture.rpc.modes.set(serviceUrl('cosmos:one'), 'never');
    const provider = open(fixture);
    const pending = thrown(provider.request(read));
    provider.dispose();
    expect(await pending).toMatchObject({ code: 'json-rpc/already-closed' });
  });

  it('sends requests in parallel', async () => {
    fixture.rpc.modes.set(serviceUrl('cosmos:one'), 'never');
    fixture.rpc.setResponse(serviceUrl('cosmos:two'), 'read', { result: 2 });
    const provider = open(fixture);
    const pending = thrown(provider.request(read));
    expect(await provider.request({ ...read, chainId: 'cosmos:two' })).toBe(2);
    provider.dispose();
    await pending;
  });
});

describe('NamespaceProvider of Solana', () => {
  const FORMER = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';

  it('accepts the former id of a chain, and uses the session’s id for the wallet', async () => {
    const provider = createNamespaceProvider('solana', undefined, approved('solana', FORMER), fixture.namespaceDeps());
    await provider.request({ topic: 't', request: { method: 'sign' }, chainId: `solana:${SOLANA}` });
    expect(fixture.client.requests[0]?.chainId).toBe(`solana:${FORMER}`);
    provider.setDefaultChain(SOLANA);
    expect(provider.requestAccounts()).toEqual(['a', 'b']);
  });

  it('uses the app’s RPC URL for either id', async () => {
    fixture.rpc.setResponse('https://node', 'getBalance', { result: 5 });
    const requested = { chains: [], methods: [], events: [], rpcMap: { [SOLANA]: 'https://node' } };
    const provider = createNamespaceProvider('solana', requested, approved('solana', FORMER), fixture.namespaceDeps());
    for (const reference of [SOLANA, FORMER])
      expect(await provider.request({ topic: 't', request: { method: 'getBalance' }, chainId: `solana:${reference}` })).toBe(5);
  });
});
