import { beforeEach, describe, expect, it } from 'vitest';
import { hostErrorOf } from '../../../../../adapters/sign-client/host-error.js';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { PeerError } from '../../../../../application/wallet-protocol/engine/calls.js';
import { WalletProvider } from '../../../../../application/wallet-protocol/provider/wallet-provider.js';
import { ProtocolError } from '../../../../../domain/wallet-protocol/fault-errors.js';
import { ADDRESS, aSession, FakeClient, OTHER, SOLANA } from './support/fake-client.js';
import { ProviderWorld, serviceUrl, started } from './support/provider-world.js';

const EIP155 = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'] };
const WANTED = {
  namespaces: { eip155: EIP155 },
  optionalNamespaces: { solana: { chains: [`solana:${SOLANA}`], methods: [], events: [] } },
};

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

let world: ProviderWorld;
let provider: WalletProvider;

beforeEach(async () => {
  ({ world, provider } = await started());
});

/** The app connects, and the wallet approves. */
const connected = async (input: Parameters<WalletProvider['connect']>[0]): Promise<unknown> => {
  const connecting = provider.connect(input);
  await settle();
  world.client.approve(aSession());
  return connecting;
};

describe('connect()', () => {
  beforeEach(async () => {
    ({ world, provider } = await started(new FakeClient()));
  });

  it('pairs, shows the URI, and has the session, its namespaces and its providers when the wallet approves', async () => {
    const connecting = provider.connect(WANTED);
    await settle();
    expect([provider.uri, world.told]).toEqual(['wc:abc@2', [['display_uri', 'wc:abc@2']]]);
    world.client.approve(aSession());
    expect(await connecting).toEqual(aSession());
    expect(provider.session).toEqual(aSession());
    expect(world.toldOf('connect')).toEqual([['connect', { session: aSession() }]]);
    expect(Object.keys(provider.rpcProviders)).toEqual(['eip155', 'solana']);
    expect(provider.namespaces?.['eip155']).toMatchObject({ chains: ['eip155:1', 'eip155:137'] });
    expect(provider.namespaces?.['eip155']?.methods).toEqual(['personal_sign', ...aSession().namespaces['eip155']!.methods.slice(1)]);
    expect(provider.namespaces?.['solana']?.chains).toEqual([`solana:${SOLANA}`]);
  });

  it('asks as the host asks, without the addresses of its nodes and its default chain', async () => {
    const eip155 = { ...EIP155, rpcMap: { 1: 'https://node/key' }, defaultChain: '137' };
    const asked = { namespaces: { eip155 }, sessionProperties: { a: 'b' }, scopedProperties: { 'eip155:1': {} }, pairingTopic: 'known' };
    const connecting = provider.connect(asked);
    await settle();
    expect(world.client.proposals).toEqual([
      {
        pairingTopic: 'known',
        requiredNamespaces: { eip155: EIP155 },
        optionalNamespaces: {},
        sessionProperties: { a: 'b' },
        scopedProperties: { 'eip155:1': {} },
      },
    ]);
    world.client.approve(aSession());
    await connecting;
    expect([provider.sessionProperties, provider.scopedProperties]).toEqual([{ a: 'b' }, { 'eip155:1': {} }]);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
  });

  it('leaves the judgement of what is malformed to the client', async () => {
    // Hosts without types can do this.
    void provider.connect({ namespaces: { eip155: { chains: 'eip155:1' } } } as never);
    await settle();
    expect(world.client.proposals[0]).toMatchObject({ requiredNamespaces: { eip155: { chains: 'eip155:1' } } });
  });

  it('leaves the pairings of before, but not one that is used again', async () => {
    const world = new ProviderWorld(new FakeClient());
    world.client.pairings = [{ topic: 'old' }, { topic: 'known' }];
    const provider = await world.start();
    void provider.connect({ ...WANTED, pairingTopic: 'known' });
    await settle();
    expect([world.client.left, world.client.expired]).toEqual([['old'], []]);
  });

  it('only takes over what is asked for where the pairing is skipped; enable() and pair() ask for that then', async () => {
    expect(await provider.connect({ ...WANTED, skipPairing: true })).toBeUndefined();
    expect([world.client.proposals, provider.optionalNamespaces]).toEqual([[], WANTED.optionalNamespaces]);
    const enabling = provider.enable();
    await settle();
    expect(world.client.proposals).toEqual([{ requiredNamespaces: WANTED.namespaces, optionalNamespaces: WANTED.optionalNamespaces }]);
    world.client.approve(aSession());
    expect(await enabling).toEqual([ADDRESS]);
    expect(await provider.enable()).toEqual([ADDRESS]);
    expect(world.client.proposals).toHaveLength(1);
  });

  it('uses no default chain that the wallet did not approve', async () => {
    await connected({ namespaces: { eip155: { ...EIP155, chains: ['eip155:10'], defaultChain: '10' } } });
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });

  it('refuses the address of a node that HTTP cannot be spoken with before it pairs', async () => {
    const refused = provider.connect({ optionalNamespaces: { eip155: { ...EIP155, rpcMap: { 1: 'wss://node' } } } });
    expect(await thrown(refused)).toMatchObject({ message: 'Provided URL is not compatible with HTTP connection: wss://node' });
    expect(world.client.proposals).toEqual([]);
  });

  it('rejects with the code and the message of the wallet where the wallet declines', async () => {
    const connecting = thrown(provider.connect(WANTED));
    await settle();
    // As our client tells it, see host-error.test.ts.
    world.client.reject(hostErrorOf(new PeerError({ code: 5000, message: 'User rejected.' })));
    const error = await connecting;
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ name: 'Error', code: 5000, message: 'User rejected.' });
    expect([provider.session, world.toldOf('connect')]).toEqual([undefined, []]);
  });

  it('lets the session of before go on as it was where no new one comes about', async () => {
    ({ world, provider } = await started());
    const before = { namespaces: provider.namespaces, optionalNamespaces: provider.optionalNamespaces };
    const connecting = thrown(provider.connect({ namespaces: { cosmos: { chains: ['cosmos:x'], methods: [], events: [] } } }));
    await settle();
    world.client.reject(new Error('User rejected.'));
    expect(String(await connecting)).toBe('Error: User rejected.');
    expect({ namespaces: provider.namespaces, optionalNamespaces: provider.optionalNamespaces }).toEqual(before);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
  });

  it('ends when the attempt is given up, and ends a session that still comes of it', async () => {
    const connecting = thrown(provider.connect(WANTED));
    await settle();
    provider.abortPairingAttempt();
    expect(await connecting).toMatchObject({ code: 'wallet-protocol/pairing-aborted' });
    world.client.approve(aSession());
    await settle();
    expect(world.client.ended).toEqual([{ topic: 'topic', reason: { code: 6000, message: 'User disconnected.' } }]);
    expect([provider.session, world.toldOf('connect')]).toEqual([undefined, []]);
    expect(await connected(WANTED)).toEqual(aSession());
    provider.abortPairingAttempt();
    await settle();
    expect(world.client.ended).toHaveLength(1);
  });

  it('needs a client', async () => {
    const provider = new WalletProvider(new ProviderWorld().parts());
    for (const refused of [
      provider.connect({}),
      provider.pair(undefined),
      provider.enable(),
      provider.disconnect(),
      provider.authenticate({}),
    ])
      expect(await thrown(refused)).toMatchObject({
        code: 'wallet-protocol/client-not-initialized',
        message: 'Sign Client not initialized',
      });
  });
});

describe('authenticate()', () => {
  it('hands everything to the client and connects with the session that comes of it', async () => {
    const { world, provider } = await started(new FakeClient());
    world.client.sessions.set('signed-in', aSession({ topic: 'signed-in' }));
    const params = { chains: ['eip155:1'], domain: 'app.example', uri: 'https://app.example', nonce: 'n' };
    expect(await provider.authenticate(params, 'https://wallet.example')).toMatchObject({ auths: [], session: { topic: 'signed-in' } });
    expect(world.client.signIns).toEqual([{ params, link: 'https://wallet.example' }]);
    expect(world.told.map(([name]) => name)).toEqual(['display_uri', 'connect']);
    expect(await provider.enable()).toEqual([ADDRESS]);
  });

  it('tells of no connection where there is no session, and shows nothing where the client links to the wallet itself', async () => {
    const world = new ProviderWorld(new FakeClient());
    world.client.uri = '';
    const provider = await world.start();
    expect(await provider.authenticate({})).toEqual({ auths: [], session: undefined });
    expect([world.told, provider.session, provider.uri]).toEqual([[], undefined, undefined]);
  });
});

describe('request()', () => {
  it('goes to the wallet of the session, on the chain that is named', async () => {
    expect(await provider.request({ method: 'personal_sign', params: ['0x', ADDRESS] }, 'eip155:137', 400)).toBe('answered personal_sign');
    expect(await provider.request({ method: 'solana_signMessage' }, 'solana')).toBe('answered solana_signMessage');
    expect(world.client.requests).toEqual([
      { topic: 'topic', request: { method: 'personal_sign', params: ['0x', ADDRESS] }, chainId: 'eip155:137', expiry: 400 },
      { topic: 'topic', request: { method: 'solana_signMessage' }, chainId: `solana:${SOLANA}` },
    ]);
  });

  it('goes to the nodes of every namespace, none of which waits for another', async () => {
    const world = new ProviderWorld();
    world.rpc.modes.set(serviceUrl('eip155:1'), 'never');
    world.rpc.answer(serviceUrl(`solana:${SOLANA}`), 'getBalance', { result: { value: 5 } });
    const provider = await world.start();
    const stuck = thrown(provider.request({ method: 'eth_blockNumber' }));
    expect(await provider.request({ method: 'getBalance', params: ['4Nd1'] }, `solana:${SOLANA}`)).toEqual({ value: 5 });
    await provider.disconnect();
    expect(await stuck).toMatchObject({ code: 'json-rpc/already-closed' });
  });

  it('asks the further addresses of a chain, and the services where the host has them', async () => {
    const world = new ProviderWorld();
    const provider = await world.start({ fallbackRpcUrls: { 'eip155:1': ['https://a', 'https://b'] }, rpcUrl: 'https://own/v1' });
    world.rpc.modes.set('https://a', 'down');
    world.rpc.answer('https://b', 'eth_blockNumber', { result: '0x1' });
    world.rpc.answer('https://own/v1?chainId=eip155:137&projectId=project', 'eth_blockNumber', { result: '0x2' });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(await provider.request({ method: 'eth_blockNumber' }, 'eip155:137')).toBe('0x2');
  });

  it('refuses a namespace that nobody asked for, before it looks for a session', async () => {
    const { provider } = await started(new FakeClient());
    expect(await thrown(provider.request({ method: 'x' }, 'cosmos:x'))).toMatchObject({
      message: 'Please call connect() before request()',
    });
    await provider.connect({ ...WANTED, skipPairing: true });
    expect(await thrown(provider.request({ method: 'x' }, 'cosmos:x'))).toMatchObject({
      message: "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    });
    expect(await thrown(provider.request({ method: 'x' }, 'eip155:1'))).toMatchObject({ code: 'wallet-protocol/not-connected' });
    expect(await thrown(provider.request({ method: 'x' }))).toMatchObject({ message: 'Please call connect() before request()' });
  });

  it('has no provider for a namespace that the wallet did not approve', async () => {
    ({ world, provider } = await started(new FakeClient()));
    await connected({ namespaces: { cosmos: { chains: ['cosmos:x'], methods: ['sign'], events: [] } } });
    expect(await thrown(provider.request({ method: 'sign' }, 'cosmos:x'))).toMatchObject({
      message: 'JSON-RPC provider for cosmos:x not found',
    });
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
  });

  it('answers by a callback too, with the answer or the error', async () => {
    const answers: unknown[] = [];
    const add = (...answer: readonly unknown[]): void => void answers.push(answer);
    provider.sendAsync({ method: 'eth_accounts' }, add, 'eip155:137');
    await settle();
    provider.sendAsync({ method: 'eth_accounts' }, add, 'cosmos:x');
    await settle();
    expect(answers).toEqual([
      [null, { id: world.clock.now(), jsonrpc: '2.0', result: [ADDRESS, OTHER] }],
      [expect.objectContaining({ code: 'wallet-protocol/namespace-not-configured' })],
    ]);
  });
});

describe('setDefaultChain()', () => {
  it('uses a chain for what names none, and tells of it', async () => {
    const world = new ProviderWorld();
    world.rpc.answer('https://mine', 'eth_blockNumber', { result: '0x5' });
    const provider = await world.start();
    provider.setDefaultChain('eip155:137', 'https://mine');
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x5');
    expect(world.told).toEqual([
      ['default_chain_changed', 'eip155:137'],
      ['chainChanged', '137'],
      ['accountsChanged', [ADDRESS, OTHER]],
    ]);
    expect(provider.namespaces?.['eip155']?.defaultChain).toBe('137');
  });

  it('keeps it over a restart', async () => {
    const world = new ProviderWorld();
    (await world.start()).setDefaultChain('eip155:137');
    await settle();
    const next = await new ProviderWorld(new FakeClient(aSession(), world.client.storage)).start();
    expect(await next.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(next.rpcProviders['eip155']?.getDefaultChain()).toBe('137');
  });

  it('does nothing without a session, for a namespace that nobody asked for, and for a namespace alone', async () => {
    const without = new ProviderWorld(new FakeClient());
    (await without.start()).setDefaultChain('eip155:137');
    provider.setDefaultChain('cosmos:x');
    provider.setDefaultChain('eip155');
    expect([without.told, world.told]).toEqual([[], []]);
  });

  it('refuses a chain that is neither approved nor asked for, and a node that HTTP cannot be spoken with', async () => {
    const provider = await new ProviderWorld().start();
    expect(() => provider.setDefaultChain('eip155:10')).toThrow(
      `Chain 'eip155:10' not approved. Please use one of the following: eip155:1,eip155:137,solana:${SOLANA}`,
    );
    expect(() => provider.setDefaultChain('eip155:137', 'ws://mine')).toThrow(
      'Provided URL is not compatible with HTTP connection: ws://mine',
    );
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });
});

describe('disconnect()', () => {
  it('ends the session at the wallet and forgets all that belongs to it', async () => {
    const world = new ProviderWorld();
    world.client.pairings = [{ topic: 'p' }];
    const provider = await world.start();
    provider.setDefaultChain('eip155:137');
    await settle();
    await provider.disconnect();
    expect(world.client.ended).toEqual([{ topic: 'topic', reason: { code: 6000, message: 'User disconnected.' } }]);
    expect([provider.session, provider.namespaces, provider.rpcProviders]).toEqual([undefined, undefined, {}]);
    expect([world.client.expired, await world.client.storage.getKeys()]).toEqual([['p'], []]);
    expect(await thrown(provider.disconnect())).toMatchObject({ message: 'Please call connect() before enable()' });
    expect(await thrown(provider.request({ method: 'eth_accounts' }))).toMatchObject({ code: 'wallet-protocol/not-connected' });
  });

  it('keeps what other sessions have stored', async () => {
    provider.setDefaultChain('eip155:137');
    await settle();
    world.client.sessions.set('other', aSession({ topic: 'other' }));
    await world.client.storage.setItem('wc@2:universal_provider:/namespacesother', {});
    await provider.disconnect();
    expect(await world.client.storage.getKeys()).toEqual(['wc@2:universal_provider:/namespacesother']);
  });

  it('keeps the session where the client cannot end it, and forgets one that is gone already', async () => {
    world.client.failsToEnd = true;
    expect(String(await thrown(provider.disconnect()))).toBe('Error: No internet connection');
    expect(provider.session).toEqual(aSession());
    world.client.sessions.clear();
    await provider.disconnect();
    expect(provider.session).toBeUndefined();
  });

  it('goes on where the storage of the host is broken, and says so', async () => {
    const world = new ProviderWorld();
    world.client.storage.mode = 'broken';
    const provider = await world.start();
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
    provider.setDefaultChain('eip155:137');
    await settle();
    await provider.disconnect();
    expect(world.logger.messages('warn')).toEqual([
      'Failed to restore the provider',
      'Failed to persist the provider',
      'Failed to cleanup storage',
    ]);
  });
});

describe('a start', () => {
  it('takes up the first session of the client, or the one that is named', async () => {
    const client = new FakeClient(aSession());
    client.sessions.set('second', aSession({ topic: 'second' }));
    expect((await new ProviderWorld(client).start()).session?.topic).toBe('topic');
    expect((await new ProviderWorld(client).start({}, 'second')).session?.topic).toBe('second');
    expect(await thrown(new ProviderWorld(client).start({}, 'third'))).toMatchObject({
      message: "The provided session: third doesn't exist in the Sign client",
    });
  });

  it('takes over what the official provider has stored of the session', async () => {
    const namespaces = { eip155: { ...EIP155, rpcMap: { 137: 'https://node' }, defaultChain: '137' } };
    const world = new ProviderWorld(new FakeClient(aSession()));
    await world.client.storage.setItem('wc@2:universal_provider:/namespacestopic', namespaces);
    world.rpc.answer('https://node', 'eth_blockNumber', { result: '0x7' });
    const provider = await world.start();
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89');
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7');
  });

  it('is a provider of the wallet protocol without a session too', async () => {
    const provider = await new ProviderWorld(new FakeClient()).start();
    expect([provider.isWalletConnect, provider.session, provider.namespaces, provider.rpcProviders]).toEqual([true, undefined, {}, {}]);
  });
});

describe('cleanupPendingPairings()', () => {
  it('listens to pairings no longer, or lets them expire, and never fails', async () => {
    const world = new ProviderWorld();
    world.client.pairings = [{ topic: 'a' }, { topic: 'b' }];
    const provider = await world.start();
    await provider.cleanupPendingPairings();
    await provider.cleanupPendingPairings({ deletePairings: true });
    expect([world.client.left, world.client.expired]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    Object.defineProperty(world.client, 'pairings', {
      get: () => {
        throw new Error('closed');
      },
    });
    await provider.cleanupPendingPairings();
    expect(world.logger.messages('warn')).toEqual(['Failed to cleanup pending pairings']);
  });
});
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
    world.client.tellEvent('chainChanged', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', `solana:${SOLANA}`);
    expect(provider.rpcProviders['solana']?.getDefaultChain()).toBe('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z');
    expect(provider.rpcProviders['eip155']?.getDefaultChain()).toBe('1');
  });

  it('stays where it is when the wallet names a chain of a namespace that is not in use', async () => {
    world.client.tellEvent('chainChanged', 'x', 'cosmos:x');
    expect(world.told.map(([name]) => name)).toEqual(['session_event']);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    expect(world.logger.messages('warn')).toEqual(['A wallet changed to a chain of no use here: cosmos:x']);
  });

  it('takes over what the wallet allows from now on: chains, calls and whole namespaces', async () => {
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
    world.client.tell('session_ping', { id: 1, topic: 'topic' });
    for (const name of ['session_ping', 'session_delete', 'session_expire']) world.client.tell(name, { id: 1, topic: 'other' });
    world.client.tell('session_update', { id: 1, topic: 'other', params: { namespaces: {} } });
    world.client.tellEvent('accountsChanged', [], 'eip155:1', 'other');
    await settle();
    expect(world.told).toEqual([['session_ping', { id: 1, topic: 'topic' }]]);
    expect(provider.session).toEqual(aSession());
  });

  it('tells nobody any more who left, and once who came for one event', async () => {
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
