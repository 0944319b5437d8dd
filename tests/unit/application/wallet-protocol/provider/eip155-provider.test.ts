import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { Eip155Provider, type Eip155ProviderDeps } from '../../../../../application/wallet-protocol/provider/eip155-provider.js';
import { SENT_CALLS_TTL } from '../../../../../domain/wallet-protocol/provider/sent-calls.js';
import { ADDRESS, FakeClient, OTHER, providerSession } from './support/fake-client.js';
import { ProviderFixture, serviceUrl } from './support/provider-fixture.js';

const GRANT = {
  accounts: [`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`, `eip155:137:${OTHER}`],
  methods: ['personal_sign', 'wallet_sendCalls', 'wallet_getCapabilities'],
  events: [],
};

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

describe('Eip155Provider', () => {
  let fixture: ProviderFixture;
  let provider: Eip155Provider;
  let chainChanges: unknown[][];

  const open = (grant = GRANT, session = providerSession(), service: Eip155ProviderDeps['service'] = {}): void => {
    fixture = new ProviderFixture(new FakeClient(session));
    const deps = fixture.namespaceDeps({ projectId: 'project', ...service });
    chainChanges = deps.chains;
    provider = new Eip155Provider(undefined, grant, deps);
  };
  const call = (method: string, params: unknown = [], chainId = 'eip155:1') => ({ topic: 'topic', request: { method, params }, chainId });
  const request = (method: string, params?: unknown, chainId?: string): Promise<unknown> => provider.request(call(method, params, chainId));
  const walletMethods = (): readonly string[] => fixture.client.requests.map(({ request }) => request.method);

  beforeEach(() => open());

  it('returns accounts and chain id locally', async () => {
    expect(await request('eth_accounts')).toEqual([ADDRESS]);
    expect(await request('eth_requestAccounts', [], 'eip155:137')).toEqual([ADDRESS, OTHER]);
    expect(await request('eth_chainId')).toBe('0x1');
    expect(await request('eth_chainId', [], 'eip155:137')).toBe('0x89');
    expect([provider.chainId, walletMethods(), fixture.rpc.calls]).toEqual([1, [], []]);
  });

  it('rejects a chain id that is not a number', async () => {
    expect(await thrown(request('eth_chainId', [], 'eip155:mainnet'))).toMatchObject({ code: 'json-rpc/provider-not-found' });
  });

  it('sends wallet methods to the wallet, and others to the RPC endpoint', async () => {
    fixture.rpc.setResponse(serviceUrl('eip155:137'), 'eth_blockNumber', { result: '0x10' });
    expect(await request('personal_sign', ['0x00', ADDRESS])).toBe('response to personal_sign');
    expect(await request('eth_blockNumber', [], 'eip155:137')).toBe('0x10');
    expect(walletMethods()).toEqual(['personal_sign']);
  });

  describe('wallet_switchEthereumChain', () => {
    const SWITCH = 'wallet_switchEthereumChain';

    it('switches to a granted chain without the wallet', async () => {
      expect(await request(SWITCH, [{ chainId: '0x89' }])).toBeNull();
      expect([provider.getDefaultChain(), walletMethods(), chainChanges]).toEqual(['137', [], [['eip155:137', [ADDRESS, OTHER]]]]);
    });

    it('requests the switch to another chain on a chain of the session, and applies it once approved', async () => {
      open({ ...GRANT, methods: [SWITCH] });
      fixture.client.respondTo = () => null;
      expect(await request(SWITCH, [{ chainId: '0xA' }], 'eip155:999')).toBeNull();
      expect(fixture.client.requests).toEqual([call(SWITCH, [{ chainId: '0xa' }])]);
      expect(provider.getDefaultChain()).toBe('10');
      fixture.rpc.setResponse(serviceUrl('eip155:10'), 'eth_blockNumber', { result: '0x1' });
      expect(await request('eth_blockNumber', [], 'eip155:10')).toBe('0x1');
    });

    it('keeps the chain if the wallet rejects', async () => {
      open({ ...GRANT, methods: [SWITCH] });
      fixture.client.respondTo = () => Promise.reject(Object.assign(new Error('User rejected.'), { code: 5000 }));
      expect(await thrown(request(SWITCH, [{ chainId: '0xa' }]))).toMatchObject({ code: 5000 });
      expect([provider.getDefaultChain(), chainChanges]).toEqual(['1', []]);
    });

    it.each([
      [[{ chainId: '0xa' }], 'eip155:10'],
      [[{ chainId: 'ten' }], 'eip155:ten'],
      [[], 'eip155:undefined'],
    ])('rejects %j if the wallet granted neither the chain nor the method, even if the app requested it', async (params, chainId) => {
      const configured = { chains: [], methods: [SWITCH], events: [] };
      provider = new Eip155Provider(configured, GRANT, fixture.namespaceDeps());
      expect(await thrown(request(SWITCH, params))).toMatchObject({
        code: 'wallet-protocol/switch-failed',
        message: `Failed to switch to chain '${chainId}'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`,
      });
      expect(walletMethods()).toEqual([]);
    });
  });

  describe('wallet_getCapabilities', () => {
    const CAPABILITIES = 'wallet_getCapabilities';
    const RESULT = { '0x1': { atomic: { status: 'supported' } } };

    beforeEach(() => {
      fixture.client.respondTo = () => RESULT;
    });

    it('requests the capabilities once, also after a reload and for another case of the address', async () => {
      expect(await request(CAPABILITIES, [ADDRESS])).toEqual(RESULT);
      await flushPromises();
      expect(await request(CAPABILITIES, [ADDRESS.toLowerCase()])).toEqual(RESULT);
      provider = new Eip155Provider(undefined, GRANT, fixture.namespaceDeps());
      expect(await request(CAPABILITIES, [ADDRESS])).toEqual(RESULT);
      expect(walletMethods()).toEqual([CAPABILITIES]);
      const { sessionProperties } = fixture.client.session.get('topic');
      expect(JSON.parse(sessionProperties?.['capabilities'] ?? '')).toEqual({ [ADDRESS.toLowerCase()]: RESULT });
    });

    it('shares concurrent identical requests', async () => {
      const requests = [[ADDRESS], [ADDRESS], [ADDRESS, ['0x1', '0x89']], [ADDRESS, ['0x89', '0x1']], [OTHER]];
      expect(await Promise.all(requests.map((params) => request(CAPABILITIES, params)))).toEqual(requests.map(() => RESULT));
      expect(fixture.client.requests.map(({ request }) => request.params)).toEqual([[ADDRESS], [ADDRESS, ['0x1', '0x89']], [OTHER]]);
    });

    it('does not cache an error', async () => {
      fixture.client.respondTo = () => Promise.reject(new Error('busy'));
      const failures = await Promise.all([thrown(request(CAPABILITIES, [ADDRESS])), thrown(request(CAPABILITIES, [ADDRESS]))]);
      expect(failures.map(String)).toEqual(['Error: busy', 'Error: busy']);
      fixture.client.respondTo = () => RESULT;
      await flushPromises();
      expect(await request(CAPABILITIES, [ADDRESS])).toEqual(RESULT);
      expect(walletMethods()).toHaveLength(2);
    });

    it('returns a result that cannot be stored, and does not store an invalid one', async () => {
      fixture.client.shouldFailUpdate = true;
      expect(await request(CAPABILITIES, [ADDRESS])).toEqual(RESULT);
      await flushPromises();
      expect(fixture.logger.messages('warn')).toEqual(['Failed to update session with capabilities']);
      fixture.client.shouldFailUpdate = false;
      fixture.client.respondTo = () => 'none';
      expect(await request(CAPABILITIES, [OTHER])).toBe('none');
      await flushPromises();
      expect(fixture.client.session.get('topic').sessionProperties).toBeUndefined();
    });

    it('uses the session properties of the approval', async () => {
      open(GRANT, providerSession({ sessionProperties: { atomic: '{"status":"ready"}' } }));
      expect(await request(CAPABILITIES, [ADDRESS, ['0x1']])).toEqual({ '0x1': { atomic: { status: 'ready' } } });
      expect(walletMethods()).toEqual([]);
    });

    it.each([[undefined], [[]], [[null]], [['0x1']], [[5]]])('rejects %j, which has no address', async (params) => {
      expect(await thrown(request(CAPABILITIES, params))).toMatchObject({
        message: 'Missing address parameter in `wallet_getCapabilities` request',
      });
      expect(walletMethods()).toEqual([]);
    });
  });

  describe('wallet_getCallsStatus', () => {
    const STATUS = 'wallet_getCallsStatus';
    const NAMED = 'https://rpc.walletconnect.org/v1/bundler?projectId=project&chainId=eip155:1&bundler=pimlico';
    const OWN = 'https://bundler.example';
    const PARAMS = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [] }];
    const SENT = { id: '0xid', capabilities: { caip345: { caip2: 'eip155:137', transactionHashes: ['0xa', '0xb'] } } };

    const send = async (): Promise<void> => {
      fixture.client.respondTo = () => SENT;
      expect(await request('wallet_sendCalls', PARAMS)).toEqual(SENT);
    };

    it('queries the wallet’s bundler by name and returns the complete response', async () => {
      open(GRANT, providerSession({ sessionProperties: { bundler_name: 'pimlico', bundler_url: OWN } }));
      fixture.bundler.receipts.set('0xid', { success: true });
      expect(await request(STATUS, ['0xid'])).toEqual({ id: 1, jsonrpc: '2.0', result: { success: true } });
      expect(fixture.bundler.calls).toEqual([{ url: NAMED, operation: '0xid' }]);
    });

    it('sends nothing to a bundler URL of the wallet unless the app allows it', async () => {
      open({ ...GRANT, methods: [STATUS] }, providerSession({ sessionProperties: { bundler_url: OWN } }));
      expect(await request(STATUS, ['0xid'])).toBe(`response to ${STATUS}`);
      expect([fixture.bundler.calls, fixture.logger.entries]).toEqual([[], []]);
    });

    it.each(['http://bundler.example', 'https://user:secret@bundler.example', 'https://127.1/', 'https://[::1]', 'https://a.localhost'])(
      'never sends anything to the bundler URL %s',
      async (url) => {
        open({ ...GRANT, methods: [STATUS] }, providerSession({ sessionProperties: { bundler_url: url } }), { allowWalletUrls: true });
        expect(await request(STATUS, ['0xid'])).toBe(`response to ${STATUS}`);
        expect(fixture.bundler.calls).toEqual([]);
        expect(fixture.logger.messages('warn')).toEqual(['Ignored a bundler URL of the wallet: it is not a public https address']);
      },
    );

    it('queries the wallet’s bundler by URL if the other fails and the app allows it, then the wallet, and logs the errors', async () => {
      const sessionProperties = { bundler_name: 'pimlico', bundler_url: OWN };
      open({ ...GRANT, methods: [STATUS] }, providerSession({ sessionProperties }), { allowWalletUrls: true });
      fixture.bundler.modes.set(NAMED, { status: 500 });
      fixture.bundler.receipts.set('0xid', { success: true });
      expect(await request(STATUS, ['0xid'])).toMatchObject({ result: { success: true } });
      fixture.bundler.modes.set(OWN, 'down');
      expect(await request(STATUS, ['0xid'])).toBe(`response to ${STATUS}`);
      expect(fixture.logger.messages('warn')).toEqual([
        'Failed to fetch call status from bundler',
        'Failed to fetch call status from bundler',
        'Failed to fetch call status from custom bundler',
      ]);
      expect(fixture.logger.entries[0]?.detail).toMatchObject({ message: 'Failed to fetch user operation receipt - 500' });
    });

    it('rejects if neither a bundler nor the wallet can be queried', async () => {
      expect(await thrown(request(STATUS, ['0xid']))).toMatchObject({
        code: 'wallet-protocol/call-status-not-approved',
        message: 'Fetching call status not approved by the wallet.',
      });
      expect(walletMethods()).toEqual([]);
    });

    it('reads the receipts of the transactions from the chain', async () => {
      await send();
      const url = serviceUrl('eip155:137');
      fixture.rpc.setResponse(url, 'eth_getTransactionReceipt', { result: { status: '0x1' } });
      expect(await request(STATUS, ['0xid'])).toMatchObject({ id: '0xid', atomic: true, chainId: '0x1', status: 200 });
      expect(fixture.rpc.calls.map(({ url: node, params }) => [node, params])).toEqual([
        [url, ['0xa']],
        [url, ['0xb']],
      ]);
      fixture.rpc.setResponse(url, 'eth_getTransactionReceipt', { result: null });
      expect(await request(STATUS, ['0xid'])).toMatchObject({ status: 100, receipts: [] });
    });

    it('queries the wallet if the chain cannot be read or the calls were sent too long ago', async () => {
      open({ ...GRANT, methods: [...GRANT.methods, STATUS] });
      await send();
      fixture.client.respondTo = () => 'from the wallet';
      fixture.rpc.modes.set(serviceUrl('eip155:137'), 'down');
      expect(await request(STATUS, ['0xid'])).toBe('from the wallet');
      expect(fixture.logger.messages('warn')).toEqual(['Failed to fetch call status from stored send calls']);
      fixture.rpc.modes.clear();
      fixture.rpc.setResponse(serviceUrl('eip155:137'), 'eth_getTransactionReceipt', { result: { status: '0x1' } });
      expect(await request(STATUS, ['0xid'])).toMatchObject({ status: 200 });
      fixture.clock.advance(SENT_CALLS_TTL * 1_000);
      expect(await request(STATUS, ['0xid'])).toBe('from the wallet');
      expect(await request(STATUS, [])).toBe('from the wallet');
      expect(await fixture.client.storage.getKeys()).toEqual([]);
    });

    it('stores no result without transactions, and returns every result even if nothing can be stored', async () => {
      fixture.client.respondTo = () => ({ id: '0xid' });
      await request('wallet_sendCalls', PARAMS);
      expect(await fixture.client.storage.getKeys()).toEqual([]);
      fixture.client.storage.mode = 'full';
      await send();
      expect(fixture.logger.messages('warn')).toEqual(['Failed to store send calls']);
      fixture.client.respondTo = () => Promise.reject(new Error('User rejected.'));
      expect(await thrown(request('wallet_sendCalls', PARAMS))).toMatchObject({ message: 'User rejected.' });
    });
  });
});
