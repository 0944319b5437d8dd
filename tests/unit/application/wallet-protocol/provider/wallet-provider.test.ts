import { beforeEach, describe, expect, it } from 'vitest';
import { toPublicError } from '../../../../../adapters/sign-client/public-error.js';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../../application/ports/key-value-storage.fake.js';
import { PeerError } from '../../../../../application/wallet-protocol/engine/calls.js';
import { WalletProvider } from '../../../../../application/wallet-protocol/provider/wallet-provider.js';
import { ProtocolError } from '../../../../../domain/wallet-protocol/fault-errors.js';
import { ADDRESS, FakeClient, OTHER, providerSession, SOLANA } from './support/fake-client.js';
import { ProviderFixture, serviceUrl, startedProvider } from './support/provider-fixture.js';

const EIP155 = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'] };
const PARAMS = {
  namespaces: { eip155: EIP155 },
  optionalNamespaces: { solana: { chains: [`solana:${SOLANA}`], methods: [], events: [] } },
};

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

let fixture: ProviderFixture;
let provider: WalletProvider;

beforeEach(async () => {
  ({ fixture, provider } = await startedProvider());
});

/** Connects, with an approval of the wallet. */
const connected = async (input: Parameters<WalletProvider['connect']>[0]): Promise<unknown> => {
  const connecting = provider.connect(input);
  await flushPromises();
  fixture.client.approve(providerSession());
  return connecting;
};

describe('calls of a JavaScript app with a session', () => {
  it.each([
    ['request() params: undefined', () => provider.request(undefined as never)],
    ['request() params: null', () => provider.request(null as never, 'eip155:1')],
    ['request() method: undefined', () => provider.request({} as never)],
    ['request() chainId: 1', () => provider.request({ method: 'personal_sign' }, 1 as never)],
    ['setDefaultChain() chainId: undefined', async () => provider.setDefaultChain(undefined as never)],
    ['setDefaultChain() chainId: 1', async () => provider.setDefaultChain(1 as never)],
  ])('fail with: %s', async (detail, call) => {
    await connected(PARAMS);
    expect(await thrown(call())).toMatchObject({ code: 'wallet-protocol/missing-or-invalid', message: `Missing or invalid. ${detail}` });
  });
});

describe('connect()', () => {
  beforeEach(async () => {
    ({ fixture, provider } = await startedProvider(new FakeClient()));
  });

  it.each([undefined, null])('rejects the params %s with the protocol’s message', async (params) => {
    expect(await thrown(provider.connect(params as never))).toMatchObject({ message: `Missing or invalid. connect() params: ${params}` });
  });

  it('pairs, emits the URI, and returns the approved session with its namespaces and providers', async () => {
    const connecting = provider.connect(PARAMS);
    await flushPromises();
    expect([provider.uri, fixture.emitted]).toEqual(['wc:abc@2', [['display_uri', 'wc:abc@2']]]);
    fixture.client.approve(providerSession());
    expect(await connecting).toEqual(providerSession());
    expect(provider.session).toEqual(providerSession());
    expect(fixture.emittedOf('connect')).toEqual([['connect', { session: providerSession() }]]);
    expect(Object.keys(provider.rpcProviders)).toEqual(['eip155', 'solana']);
    expect(provider.namespaces?.['eip155']).toMatchObject({ chains: ['eip155:1', 'eip155:137'] });
    expect(provider.namespaces?.['eip155']?.methods).toEqual([
      'personal_sign',
      ...providerSession().namespaces['eip155']!.methods.slice(1),
    ]);
    expect(provider.namespaces?.['solana']?.chains).toEqual([`solana:${SOLANA}`]);
  });

  it('sends the params without RPC URLs and default chain', async () => {
    const eip155 = { ...EIP155, rpcMap: { 1: 'https://node/key' }, defaultChain: '137' };
    const params = { namespaces: { eip155 }, sessionProperties: { a: 'b' }, scopedProperties: { 'eip155:1': {} }, pairingTopic: 'known' };
    const connecting = provider.connect(params);
    await flushPromises();
    expect(fixture.client.proposals).toEqual([
      {
        pairingTopic: 'known',
        requiredNamespaces: { eip155: EIP155 },
        optionalNamespaces: {},
        sessionProperties: { a: 'b' },
        scopedProperties: { 'eip155:1': {} },
      },
    ]);
    fixture.client.approve(providerSession());
    await connecting;
    expect([provider.sessionProperties, provider.scopedProperties]).toEqual([{ a: 'b' }, { 'eip155:1': {} }]);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
  });

  it('lets the client validate the params', async () => {
    // Possible in untyped code.
    void provider.connect({ namespaces: { eip155: { chains: 'eip155:1' } } } as never);
    await flushPromises();
    expect(fixture.client.proposals[0]).toMatchObject({ requiredNamespaces: { eip155: { chains: 'eip155:1' } } });
  });

  it('unsubscribes earlier pairings, except the given one', async () => {
    const fixture = new ProviderFixture(new FakeClient());
    fixture.client.pairings = [{ topic: 'old' }, { topic: 'known' }];
    const provider = await fixture.start();
    void provider.connect({ ...PARAMS, pairingTopic: 'known' });
    await flushPromises();
    expect([fixture.client.unsubscribed, fixture.client.expired]).toEqual([['old'], []]);
  });

  it('only stores the params with skipPairing; enable() and pair() use them', async () => {
    expect(await provider.connect({ ...PARAMS, skipPairing: true })).toBeUndefined();
    expect([fixture.client.proposals, provider.optionalNamespaces]).toEqual([[], PARAMS.optionalNamespaces]);
    const enabling = provider.enable();
    await flushPromises();
    expect(fixture.client.proposals).toEqual([{ requiredNamespaces: PARAMS.namespaces, optionalNamespaces: PARAMS.optionalNamespaces }]);
    fixture.client.approve(providerSession());
    expect(await enabling).toEqual([ADDRESS]);
    expect(await provider.enable()).toEqual([ADDRESS]);
    expect(fixture.client.proposals).toHaveLength(1);
  });

  it('ignores a default chain that the wallet did not grant', async () => {
    await connected({ namespaces: { eip155: { ...EIP155, chains: ['eip155:10'], defaultChain: '10' } } });
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });

  it('rejects an RPC URL without HTTP before pairing', async () => {
    const rejected = provider.connect({ optionalNamespaces: { eip155: { ...EIP155, rpcMap: { 1: 'wss://node' } } } });
    expect(await thrown(rejected)).toMatchObject({ message: 'Provided URL is not compatible with HTTP connection: wss://node' });
    expect(fixture.client.proposals).toEqual([]);
  });

  it('rejects with the wallet’s code and message', async () => {
    const connecting = thrown(provider.connect(PARAMS));
    await flushPromises();
    // Converted as by our client, see public-error.test.ts.
    fixture.client.reject(toPublicError(new PeerError({ code: 5000, message: 'User rejected.' })));
    const error = await connecting;
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ name: 'Error', code: 5000, message: 'User rejected.' });
    expect([provider.session, fixture.emittedOf('connect')]).toEqual([undefined, []]);
  });

  it('keeps the previous session if the new one fails', async () => {
    ({ fixture, provider } = await startedProvider());
    const before = { namespaces: provider.namespaces, optionalNamespaces: provider.optionalNamespaces };
    const connecting = thrown(provider.connect({ namespaces: { cosmos: { chains: ['cosmos:x'], methods: [], events: [] } } }));
    await flushPromises();
    fixture.client.reject(new Error('User rejected.'));
    expect(String(await connecting)).toBe('Error: User rejected.');
    expect({ namespaces: provider.namespaces, optionalNamespaces: provider.optionalNamespaces }).toEqual(before);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
  });

  it('rejects when the pairing is aborted, and disconnects a session that is settled later', async () => {
    const connecting = thrown(provider.connect(PARAMS));
    await flushPromises();
    provider.abortPairingAttempt();
    expect(await connecting).toMatchObject({ code: 'wallet-protocol/pairing-aborted' });
    fixture.client.approve(providerSession());
    await flushPromises();
    expect(fixture.client.disconnected).toEqual([{ topic: 'topic', reason: { code: 6000, message: 'User disconnected.' } }]);
    expect([provider.session, fixture.emittedOf('connect')]).toEqual([undefined, []]);
    expect(await connected(PARAMS)).toEqual(providerSession());
    provider.abortPairingAttempt();
    await flushPromises();
    expect(fixture.client.disconnected).toHaveLength(1);
  });

  it('requires an initialized client', async () => {
    const provider = new WalletProvider(new ProviderFixture().providerDeps());
    for (const rejected of [
      provider.connect({}),
      provider.pair(undefined),
      provider.enable(),
      provider.disconnect(),
      provider.authenticate({}),
    ])
      expect(await thrown(rejected)).toMatchObject({
        code: 'wallet-protocol/client-not-initialized',
        message: 'Sign Client not initialized',
      });
  });
});

describe('authenticate()', () => {
  it('passes its params to the client and connects with the resulting session', async () => {
    const { fixture, provider } = await startedProvider(new FakeClient());
    fixture.client.sessions.set('signed-in', providerSession({ topic: 'signed-in' }));
    const params = { chains: ['eip155:1'], domain: 'app.example', uri: 'https://app.example', nonce: 'n' };
    expect(await provider.authenticate(params, 'https://wallet.example')).toMatchObject({ auths: [], session: { topic: 'signed-in' } });
    expect(fixture.client.signIns).toEqual([{ params, link: 'https://wallet.example' }]);
    expect(fixture.emitted.map(([name]) => name)).toEqual(['display_uri', 'connect']);
    expect(await provider.enable()).toEqual([ADDRESS]);
  });

  it('does not connect without a session, and emits no URI without one', async () => {
    const fixture = new ProviderFixture(new FakeClient());
    fixture.client.uri = '';
    const provider = await fixture.start();
    expect(await provider.authenticate({})).toEqual({ auths: [], session: undefined });
    expect([fixture.emitted, provider.session, provider.uri]).toEqual([[], undefined, undefined]);
  });
});

describe('request()', () => {
  it('sends wallet methods to the wallet, on the given chain', async () => {
    expect(await provider.request({ method: 'personal_sign', params: ['0x', ADDRESS] }, 'eip155:137', 400)).toBe(
      'response to personal_sign',
    );
    expect(await provider.request({ method: 'solana_signMessage' }, 'solana')).toBe('response to solana_signMessage');
    expect(fixture.client.requests).toEqual([
      { topic: 'topic', request: { method: 'personal_sign', params: ['0x', ADDRESS] }, chainId: 'eip155:137', expiry: 400 },
      { topic: 'topic', request: { method: 'solana_signMessage' }, chainId: `solana:${SOLANA}` },
    ]);
  });

  it('sends other methods to the RPC endpoints of their namespaces, in parallel', async () => {
    const fixture = new ProviderFixture();
    fixture.rpc.modes.set(serviceUrl('eip155:1'), 'never');
    fixture.rpc.setResponse(serviceUrl(`solana:${SOLANA}`), 'getBalance', { result: { value: 5 } });
    const provider = await fixture.start();
    const pending = thrown(provider.request({ method: 'eth_blockNumber' }));
    expect(await provider.request({ method: 'getBalance', params: ['4Nd1'] }, `solana:${SOLANA}`)).toEqual({ value: 5 });
    await provider.disconnect();
    expect(await pending).toMatchObject({ code: 'json-rpc/already-closed' });
  });

  it('uses fallback URLs and custom services', async () => {
    const fixture = new ProviderFixture();
    const provider = await fixture.start({ fallbackRpcUrls: { 'eip155:1': ['https://a', 'https://b'] }, rpcUrl: 'https://own/v1' });
    fixture.rpc.modes.set('https://a', 'down');
    fixture.rpc.setResponse('https://b', 'eth_blockNumber', { result: '0x1' });
    fixture.rpc.setResponse('https://own/v1?chainId=eip155:137&projectId=project', 'eth_blockNumber', { result: '0x2' });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(await provider.request({ method: 'eth_blockNumber' }, 'eip155:137')).toBe('0x2');
  });

  it('rejects an unknown namespace before a missing session', async () => {
    const { provider } = await startedProvider(new FakeClient());
    expect(await thrown(provider.request({ method: 'x' }, 'cosmos:x'))).toMatchObject({
      message: 'Please call connect() before request()',
    });
    await provider.connect({ ...PARAMS, skipPairing: true });
    expect(await thrown(provider.request({ method: 'x' }, 'cosmos:x'))).toMatchObject({
      message: "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    });
    expect(await thrown(provider.request({ method: 'x' }, 'eip155:1'))).toMatchObject({ code: 'wallet-protocol/not-connected' });
    expect(await thrown(provider.request({ method: 'x' }))).toMatchObject({ message: 'Please call connect() before request()' });
  });

  it('rejects a namespace that the wallet did not grant', async () => {
    ({ fixture, provider } = await startedProvider(new FakeClient()));
    await connected({ namespaces: { cosmos: { chains: ['cosmos:x'], methods: ['sign'], events: [] } } });
    expect(await thrown(provider.request({ method: 'sign' }, 'cosmos:x'))).toMatchObject({
      message: 'JSON-RPC provider for cosmos:x not found',
    });
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
  });

  it('sendAsync passes the result or the error to its callback', async () => {
    const responses: unknown[] = [];
    const add = (...response: readonly unknown[]): void => void responses.push(response);
    provider.sendAsync({ method: 'eth_accounts' }, add, 'eip155:137');
    await flushPromises();
    provider.sendAsync({ method: 'eth_accounts' }, add, 'cosmos:x');
    await flushPromises();
    expect(responses).toEqual([
      [null, { id: fixture.clock.now(), jsonrpc: '2.0', result: [ADDRESS, OTHER] }],
      [expect.objectContaining({ code: 'wallet-protocol/namespace-not-configured' })],
    ]);
  });
});

describe('setDefaultChain()', () => {
  it('sets the default chain and emits the change', async () => {
    const fixture = new ProviderFixture();
    fixture.rpc.setResponse('https://own', 'eth_blockNumber', { result: '0x5' });
    const provider = await fixture.start();
    provider.setDefaultChain('eip155:137', 'https://own');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x5');
    expect(fixture.emitted).toEqual([
      ['default_chain_changed', 'eip155:137'],
      ['chainChanged', '137'],
      ['accountsChanged', [ADDRESS, OTHER]],
    ]);
    expect(provider.namespaces?.['eip155']?.defaultChain).toBe('137');
  });

  it('persists across page loads', async () => {
    const fixture = new ProviderFixture();
    (await fixture.start()).setDefaultChain('eip155:137');
    await flushPromises();
    const next = await new ProviderFixture(new FakeClient(providerSession(), fixture.client.storage)).start();
    expect(await next.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(next.rpcProviders['eip155']?.getDefaultChain()).toBe('137');
  });

  it('does nothing without a session, for an unknown namespace, or for a namespace without a reference', async () => {
    const without = new ProviderFixture(new FakeClient());
    (await without.start()).setDefaultChain('eip155:137');
    provider.setDefaultChain('cosmos:x');
    provider.setDefaultChain('eip155');
    expect([without.emitted, fixture.emitted]).toEqual([[], []]);
  });

  it('rejects a chain that is neither granted nor requested, and an RPC URL without HTTP', async () => {
    const provider = await new ProviderFixture().start();
    expect(() => provider.setDefaultChain('eip155:10')).toThrow(
      `Chain 'eip155:10' not approved. Please use one of the following: eip155:1,eip155:137,solana:${SOLANA}`,
    );
    expect(() => provider.setDefaultChain('eip155:137', 'ws://own')).toThrow(
      'Provided URL is not compatible with HTTP connection: ws://own',
    );
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });
});

describe('disconnect()', () => {
  it('disconnects the session at the wallet and removes its records', async () => {
    const fixture = new ProviderFixture();
    fixture.client.pairings = [{ topic: 'p' }];
    const provider = await fixture.start();
    provider.setDefaultChain('eip155:137');
    await flushPromises();
    await provider.disconnect();
    expect(fixture.client.disconnected).toEqual([{ topic: 'topic', reason: { code: 6000, message: 'User disconnected.' } }]);
    expect([provider.session, provider.namespaces, provider.rpcProviders]).toEqual([undefined, undefined, {}]);
    expect([fixture.client.expired, await fixture.client.storage.getKeys()]).toEqual([['p'], []]);
    expect(await thrown(provider.disconnect())).toMatchObject({ message: 'Please call connect() before enable()' });
    expect(await thrown(provider.request({ method: 'eth_accounts' }))).toMatchObject({ code: 'wallet-protocol/not-connected' });
  });

  it('keeps the records of other sessions', async () => {
    provider.setDefaultChain('eip155:137');
    await flushPromises();
    fixture.client.sessions.set('other', providerSession({ topic: 'other' }));
    await fixture.client.storage.setItem('wc@2:universal_provider:/namespacesother', {});
    await provider.disconnect();
    expect(await fixture.client.storage.getKeys()).toEqual(['wc@2:universal_provider:/namespacesother']);
  });

  it('keeps the session if the client fails, and removes one that is already gone', async () => {
    fixture.client.shouldFailDisconnect = true;
    expect(String(await thrown(provider.disconnect()))).toBe('Error: No internet connection');
    expect(provider.session).toEqual(providerSession());
    fixture.client.sessions.clear();
    await provider.disconnect();
    expect(provider.session).toBeUndefined();
  });

  it('works with a broken storage and logs warnings', async () => {
    const fixture = new ProviderFixture();
    fixture.client.storage.mode = 'broken';
    const provider = await fixture.start();
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
    provider.setDefaultChain('eip155:137');
    await flushPromises();
    await provider.disconnect();
    expect(fixture.logger.messages('warn')).toEqual([
      'Failed to restore the provider',
      'Failed to persist the provider',
      'Failed to clean up storage',
    ]);
  });
});

describe('start', () => {
  it('restores the first session of the client, or the given one', async () => {
    const client = new FakeClient(providerSession());
    client.sessions.set('second', providerSession({ topic: 'second' }));
    expect((await new ProviderFixture(client).start()).session?.topic).toBe('topic');
    expect((await new ProviderFixture(client).start({}, 'second')).session?.topic).toBe('second');
    expect(await thrown(new ProviderFixture(client).start({}, 'third'))).toMatchObject({
      message: "The provided session: third doesn't exist in the Sign client",
    });
  });

  it('restores the records of the official provider', async () => {
    const namespaces = { eip155: { ...EIP155, rpcMap: { 137: 'https://node' }, defaultChain: '137' } };
    const fixture = new ProviderFixture(new FakeClient(providerSession()));
    await fixture.client.storage.setItem('wc@2:universal_provider:/namespacestopic', namespaces);
    fixture.rpc.setResponse('https://node', 'eth_blockNumber', { result: '0x7' });
    const provider = await fixture.start();
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7');
  });

  it('works without a session', async () => {
    const provider = await new ProviderFixture(new FakeClient()).start();
    expect([provider.isWalletConnect, provider.session, provider.namespaces, provider.rpcProviders]).toEqual([true, undefined, {}, {}]);
  });
});

describe('cleanupPendingPairings()', () => {
  it('unsubscribes pairings or lets them expire, and never fails', async () => {
    const fixture = new ProviderFixture();
    fixture.client.pairings = [{ topic: 'a' }, { topic: 'b' }];
    const provider = await fixture.start();
    await provider.cleanupPendingPairings();
    await provider.cleanupPendingPairings({ deletePairings: true });
    expect([fixture.client.unsubscribed, fixture.client.expired]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    Object.defineProperty(fixture.client, 'pairings', {
      get: () => {
        throw new Error('closed');
      },
    });
    await provider.cleanupPendingPairings();
    expect(fixture.logger.messages('warn')).toEqual(['Failed to clean up pending pairings']);
  });
});
describe('session events', () => {
  it('emit accountsChanged with addresses, and every event as session_event', async () => {
    const fixture = new ProviderFixture();
    await fixture.start();
    fixture.client.emitSessionEvent('accountsChanged', [`eip155:1:${OTHER}`, ADDRESS]);
    fixture.client.emitSessionEvent('accountsChanged', []);
    fixture.client.emitSessionEvent('accountsChanged', 'none');
    fixture.client.emitSessionEvent('message', { type: 'hello' });
    expect(fixture.emittedOf('accountsChanged', 'message')).toEqual([
      ['accountsChanged', [OTHER, ADDRESS]],
      ['accountsChanged', []],
      ['message', { type: 'hello' }],
    ]);
    expect(fixture.emittedOf('session_event')).toHaveLength(4);
    expect(fixture.logger.messages('warn')).toEqual(['A wallet emitted invalid accounts']);
  });

  it.each([['0x89'], [137], ['137'], ['eip155:137']])('switch to the chain that the wallet names as %j, and store it', async (data) => {
    fixture.client.emitSessionEvent('chainChanged', data);
    expect(fixture.emitted.slice(0, 3)).toEqual([
      ['default_chain_changed', 'eip155:137'],
      ['chainChanged', '137'],
      ['accountsChanged', [ADDRESS, OTHER]],
    ]);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
    await flushPromises();
    expect(fixture.client.storage.texts.get('wc@2:universal_provider:/namespacestopic')).toContain('"defaultChain":"137"');
  });

  it.each([['mainnet'], ['eip155:mainnet'], ['0xa'], [10], [null], [{ chainId: '0x89' }], ['NaN'], ['']])(
    'change and store nothing if the wallet names its chain as %j',
    async (data) => {
      const before = { namespaces: provider.namespaces, texts: [...fixture.client.storage.texts] };
      fixture.client.emitSessionEvent('chainChanged', data, 'eip155:137');
      await flushPromises();
      expect(fixture.emitted.map(([name]) => name)).toEqual(['session_event']);
      expect({ namespaces: provider.namespaces, texts: [...fixture.client.storage.texts] }).toEqual(before);
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
      expect(fixture.logger.messages('warn')).toEqual(['A wallet switched to a chain that is not approved']);
    },
  );

  it.each(['namespaces', 'optionalNamespaces'])('ignore an invalid default chain that an earlier version stored in %s', async (field) => {
    const storage = new FakeKeyValueStorage({
      [`wc@2:universal_provider:/${field}topic`]: { eip155: { ...EIP155, rpcMap: { 1: 'https://node' }, defaultChain: 'mainnet' } },
    });
    ({ fixture, provider } = await startedProvider(new FakeClient(providerSession(), storage)));
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    expect([await provider.enable(), provider.rpcProviders['eip155']?.getDefaultChain()]).toEqual([[ADDRESS], '1']);
    fixture.client.emitSessionEvent('chainChanged', '0x89');
    await flushPromises();
    expect(fixture.client.storage.texts.get('wc@2:universal_provider:/namespacestopic')).not.toContain('mainnet');
  });

  it('switch the chain of each namespace separately', async () => {
    fixture.client.emitSessionEvent('chainChanged', SOLANA, `solana:${SOLANA}`);
    expect(fixture.emitted[0]).toEqual(['default_chain_changed', `solana:${SOLANA}`]);
    expect(provider.rpcProviders['eip155']?.getDefaultChain()).toBe('1');
  });

  it('ignore a chain of a namespace that is not in use', async () => {
    fixture.client.emitSessionEvent('chainChanged', 'x', 'cosmos:x');
    expect(fixture.emitted.map(([name]) => name)).toEqual(['session_event']);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    expect(fixture.logger.messages('warn')).toEqual(['A wallet switched to a chain that is not approved']);
  });

  it('update chains, methods and namespaces to the new grants', async () => {
    provider.setDefaultChain('eip155:137');
    fixture.emitted.length = 0;
    const namespaces = {
      eip155: { accounts: [`eip155:10:${OTHER}`], methods: ['eth_sign'], events: [] },
      polkadot: { accounts: ['polkadot:91b171bb158e2d3848fa23a9f1c25182:5F'], methods: ['polkadot_sign'], events: [] },
    };
    fixture.client.emitEvent('session_update', { id: 1, topic: 'topic', params: { namespaces } });
    expect(provider.session?.namespaces).toEqual(namespaces);
    expect(Object.keys(provider.rpcProviders).sort()).toEqual(['eip155', 'polkadot']);
    expect(fixture.emitted).toEqual([
      ['default_chain_changed', 'eip155:10'],
      ['chainChanged', '10'],
      ['accountsChanged', [OTHER]],
      ['session_update', { topic: 'topic', params: { namespaces } }],
    ]);
    expect(await provider.request({ method: 'polkadot_sign' }, 'polkadot')).toBe('response to polkadot_sign');
    expect(await provider.request({ method: 'eth_sign' })).toBe('response to eth_sign');
    expect(fixture.client.requests.map(({ chainId }) => chainId)).toEqual(['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'eip155:10']);
  });

  it.each([
    ['session_delete', { code: 6000, message: 'User disconnected.' }],
    ['session_expire', { code: 6, message: 'Expired. session topic: topic' }],
  ])('remove the session after %s, with one event', async (name, reason) => {
    provider.setDefaultChain('eip155:137');
    fixture.emitted.length = 0;
    fixture.client.sessions.clear();
    const data = { id: 1, topic: 'topic' };
    fixture.client.emitEvent(name, data);
    fixture.client.emitEvent(name, data);
    await flushPromises();
    expect(fixture.emitted).toEqual([
      [name, data],
      ['disconnect', { ...reason, data: 'topic' }],
    ]);
    expect([provider.session, provider.namespaces]).toEqual([undefined, undefined]);
    expect(await fixture.client.storage.getKeys()).toEqual([]);
  });

  it('forward pings, and nothing of other sessions', async () => {
    fixture.client.emitEvent('session_ping', { id: 1, topic: 'topic' });
    for (const name of ['session_ping', 'session_delete', 'session_expire']) fixture.client.emitEvent(name, { id: 1, topic: 'other' });
    fixture.client.emitEvent('session_update', { id: 1, topic: 'other', params: { namespaces: {} } });
    fixture.client.emitSessionEvent('accountsChanged', [], 'eip155:1', 'other');
    await flushPromises();
    expect(fixture.emitted).toEqual([['session_ping', { id: 1, topic: 'topic' }]]);
    expect(provider.session).toEqual(providerSession());
  });

  it('respect removed and one-time listeners', async () => {
    const received: unknown[] = [];
    const listener = (addresses: readonly string[]): void => void received.push(addresses);
    provider.once('accountsChanged', listener);
    fixture.client.emitSessionEvent('accountsChanged', ['a']);
    fixture.client.emitSessionEvent('accountsChanged', ['b']);
    provider.on('accountsChanged', listener);
    provider.removeListener('accountsChanged', listener);
    provider.on('accountsChanged', listener);
    provider.off('accountsChanged', listener);
    fixture.client.emitSessionEvent('accountsChanged', ['c']);
    expect(received).toEqual([['a']]);
  });
});
