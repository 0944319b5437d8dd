import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { Eip155Provider } from '../../../../../application/wallet-protocol/provider/eip155-provider.js';
import { SENT_CALLS_TTL } from '../../../../../domain/wallet-protocol/provider/sent-calls.js';
import { ADDRESS, aSession, FakeClient, OTHER } from './support/fake-client.js';
import { ProviderWorld, serviceUrl } from './support/provider-world.js';

const GRANT = {
  accounts: [`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`, `eip155:137:${OTHER}`],
  methods: ['personal_sign', 'wallet_sendCalls', 'wallet_getCapabilities'],
  events: [],
};

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

describe('the provider of EVM chains', () => {
  let world: ProviderWorld;
  let provider: Eip155Provider;
  let told: unknown[][];

  const open = (grant = GRANT, session = aSession()): void => {
    world = new ProviderWorld(new FakeClient(session));
    const deps = world.deps();
    told = deps.chains;
    provider = new Eip155Provider(undefined, grant, deps);
  };
  const call = (method: string, params: unknown = [], chainId = 'eip155:1') => ({ topic: 'topic', request: { method, params }, chainId });
  const ask = (method: string, params?: unknown, chainId?: string): Promise<unknown> => provider.request(call(method, params, chainId));
  const asked = (): readonly string[] => world.client.requests.map(({ request }) => request.method);

  beforeEach(() => open());

  it('knows the accounts and the id of a chain itself', async () => {
    expect(await ask('eth_accounts')).toEqual([ADDRESS]);
    expect(await ask('eth_requestAccounts', [], 'eip155:137')).toEqual([ADDRESS, OTHER]);
    expect(await ask('eth_chainId')).toBe('0x1');
    expect(await ask('eth_chainId', [], 'eip155:137')).toBe('0x89');
    expect([provider.chainId, asked(), world.rpc.calls]).toEqual([1, [], []]);
  });

  it('gives the wallet its calls, and a node all others', async () => {
    world.rpc.answer(serviceUrl('eip155:137'), 'eth_blockNumber', { result: '0x10' });
    expect(await ask('personal_sign', ['0x00', ADDRESS])).toBe('answered personal_sign');
    expect(await ask('eth_blockNumber', [], 'eip155:137')).toBe('0x10');
    expect(asked()).toEqual(['personal_sign']);
  });

  describe('wallet_switchEthereumChain', () => {
    const SWITCH = 'wallet_switchEthereumChain';

    it('goes to an approved chain without asking the wallet', async () => {
      expect(await ask(SWITCH, [{ chainId: '0x89' }])).toBeNull();
      expect([provider.getDefaultChain(), asked(), told]).toEqual(['137', [], [['eip155:137', [ADDRESS, OTHER]]]]);
    });

    it('asks the wallet for another one, on a chain that the wallet knows, and goes there once it agrees', async () => {
      open({ ...GRANT, methods: [SWITCH] });
      world.client.answer = () => null;
      expect(await ask(SWITCH, [{ chainId: '0xA' }], 'eip155:999')).toBeNull();
      expect(world.client.requests).toEqual([call(SWITCH, [{ chainId: '0xa' }])]);
      expect(provider.getDefaultChain()).toBe('10');
      world.rpc.answer(serviceUrl('eip155:10'), 'eth_blockNumber', { result: '0x1' });
      expect(await ask('eth_blockNumber', [], 'eip155:10')).toBe('0x1');
    });

    it('stays where it is when the wallet refuses', async () => {
      open({ ...GRANT, methods: [SWITCH] });
      world.client.answer = () => Promise.reject(Object.assign(new Error('User rejected.'), { code: 5000 }));
      expect(await thrown(ask(SWITCH, [{ chainId: '0xa' }]))).toMatchObject({ code: 5000 });
      expect([provider.getDefaultChain(), told]).toEqual(['1', []]);
    });

    it.each([
      [[{ chainId: '0xa' }], 'eip155:10'],
      [[{ chainId: 'ten' }], 'eip155:ten'],
      [[], 'eip155:undefined'],
    ])('refuses %j where the wallet allows neither the chain nor the call, though the host asked for the call', async (params, named) => {
      const configured = { chains: [], methods: [SWITCH], events: [] };
      provider = new Eip155Provider(configured, GRANT, world.deps());
      expect(await thrown(ask(SWITCH, params))).toMatchObject({
        code: 'wallet-protocol/switch-failed',
        message: `Failed to switch to chain '${named}'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`,
      });
      expect(asked()).toEqual([]);
    });
  });

  describe('wallet_getCapabilities', () => {
    const CAPABILITIES = 'wallet_getCapabilities';
    const ANSWER = { '0x1': { atomic: { status: 'supported' } } };

    beforeEach(() => {
      world.client.answer = () => ANSWER;
    });

    it('asks the wallet once, also for the next page and in other letters', async () => {
      expect(await ask(CAPABILITIES, [ADDRESS])).toEqual(ANSWER);
      await settle();
      expect(await ask(CAPABILITIES, [ADDRESS.toLowerCase()])).toEqual(ANSWER);
      provider = new Eip155Provider(undefined, GRANT, world.deps());
      expect(await ask(CAPABILITIES, [ADDRESS])).toEqual(ANSWER);
      expect(asked()).toEqual([CAPABILITIES]);
      const { sessionProperties } = world.client.session.get('topic');
      expect(JSON.parse(sessionProperties?.['capabilities'] ?? '')).toEqual({ [ADDRESS.toLowerCase()]: ANSWER });
    });

    it('asks once for questions that come at once, and again for other ones', async () => {
      const questions = [[ADDRESS], [ADDRESS], [ADDRESS, ['0x1', '0x89']], [ADDRESS, ['0x89', '0x1']], [OTHER]];
      expect(await Promise.all(questions.map((params) => ask(CAPABILITIES, params)))).toEqual(questions.map(() => ANSWER));
      expect(world.client.requests.map(({ request }) => request.params)).toEqual([[ADDRESS], [ADDRESS, ['0x1', '0x89']], [OTHER]]);
    });

    it('keeps no failure: the next one asks again', async () => {
      world.client.answer = () => Promise.reject(new Error('busy'));
      const failures = await Promise.all([thrown(ask(CAPABILITIES, [ADDRESS])), thrown(ask(CAPABILITIES, [ADDRESS]))]);
      expect(failures.map(String)).toEqual(['Error: busy', 'Error: busy']);
      world.client.answer = () => ANSWER;
      await settle();
      expect(await ask(CAPABILITIES, [ADDRESS])).toEqual(ANSWER);
      expect(asked()).toHaveLength(2);
    });

    it('gives the answer also where it cannot be kept, and keeps nothing that is no answer', async () => {
      world.client.failsToUpdate = true;
      expect(await ask(CAPABILITIES, [ADDRESS])).toEqual(ANSWER);
      await settle();
      expect(world.logger.messages('warn')).toEqual(['Failed to update session with capabilities']);
      world.client.failsToUpdate = false;
      world.client.answer = () => 'none';
      expect(await ask(CAPABILITIES, [OTHER])).toBe('none');
      await settle();
      expect(world.client.session.get('topic').sessionProperties).toBeUndefined();
    });

    it('takes what the wallet said when it approved', async () => {
      open(GRANT, aSession({ sessionProperties: { atomic: '{"status":"ready"}' } }));
      expect(await ask(CAPABILITIES, [ADDRESS, ['0x1']])).toEqual({ '0x1': { atomic: { status: 'ready' } } });
      expect(asked()).toEqual([]);
    });

    it.each([[undefined], [[]], [[null]], [['0x1']], [[5]]])('refuses %j, which names no address', async (params) => {
      expect(await thrown(ask(CAPABILITIES, params))).toMatchObject({
        message: 'Missing address parameter in `wallet_getCapabilities` request',
      });
      expect(asked()).toEqual([]);
    });
  });

  describe('wallet_getCallsStatus', () => {
    const STATUS = 'wallet_getCallsStatus';
    const NAMED = 'https://rpc.walletconnect.org/v1/bundler?projectId=project&chainId=eip155:1&bundler=pimlico';
    const OWN = 'https://bundler.example';
    const ASKED = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [] }];
    const SENT = { id: '0xid', capabilities: { caip345: { caip2: 'eip155:137', transactionHashes: ['0xa', '0xb'] } } };

    const send = async (): Promise<void> => {
      world.client.answer = () => SENT;
      expect(await ask('wallet_sendCalls', ASKED)).toEqual(SENT);
    };

    it('asks the wallet’s bundler by its name, and gives the whole answer', async () => {
      open(GRANT, aSession({ sessionProperties: { bundler_name: 'pimlico', bundler_url: OWN } }));
      world.bundler.receipts.set('0xid', { success: true });
      expect(await ask(STATUS, ['0xid'])).toEqual({ id: 1, jsonrpc: '2.0', result: { success: true } });
      expect(world.bundler.calls).toEqual([{ url: NAMED, operation: '0xid' }]);
    });

    it('asks the wallet’s own bundler where the other fails, then the wallet, and says why', async () => {
      open({ ...GRANT, methods: [STATUS] }, aSession({ sessionProperties: { bundler_name: 'pimlico', bundler_url: OWN } }));
      world.bundler.modes.set(NAMED, { status: 500 });
      world.bundler.receipts.set('0xid', { success: true });
      expect(await ask(STATUS, ['0xid'])).toMatchObject({ result: { success: true } });
      world.bundler.modes.set(OWN, 'down');
      expect(await ask(STATUS, ['0xid'])).toBe(`answered ${STATUS}`);
      expect(world.logger.messages('warn')).toEqual([
        'Failed to fetch call status from bundler',
        'Failed to fetch call status from bundler',
        'Failed to fetch call status from custom bundler',
      ]);
      expect(world.logger.entries[0]?.detail).toMatchObject({ message: 'Failed to fetch user operation receipt - 500' });
    });

    it('refuses where nobody may be asked', async () => {
      expect(await thrown(ask(STATUS, ['0xid']))).toMatchObject({
        code: 'wallet-protocol/call-status-not-approved',
        message: 'Fetching call status not approved by the wallet.',
      });
      expect(asked()).toEqual([]);
    });

    it('reads from the chain what became of the transactions that the wallet named', async () => {
      await send();
      const url = serviceUrl('eip155:137');
      world.rpc.answer(url, 'eth_getTransactionReceipt', { result: { status: '0x1' } });
      expect(await ask(STATUS, ['0xid'])).toMatchObject({ id: '0xid', atomic: true, chainId: '0x1', status: 200 });
      expect(world.rpc.calls.map(({ url: node, params }) => [node, params])).toEqual([
        [url, ['0xa']],
        [url, ['0xb']],
      ]);
      world.rpc.answer(url, 'eth_getTransactionReceipt', { result: null });
      expect(await ask(STATUS, ['0xid'])).toMatchObject({ status: 100, receipts: [] });
    });

    it('asks the wallet where the chain cannot be read, and where the calls were sent long ago', async () => {
      open({ ...GRANT, methods: [...GRANT.methods, STATUS] });
      await send();
      world.client.answer = () => 'from the wallet';
      world.rpc.modes.set(serviceUrl('eip155:137'), 'down');
      expect(await ask(STATUS, ['0xid'])).toBe('from the wallet');
      expect(world.logger.messages('warn')).toEqual(['Failed to fetch call status from stored send calls']);
      world.rpc.modes.clear();
      world.rpc.answer(serviceUrl('eip155:137'), 'eth_getTransactionReceipt', { result: { status: '0x1' } });
      expect(await ask(STATUS, ['0xid'])).toMatchObject({ status: 200 });
      world.clock.advance(SENT_CALLS_TTL * 1_000);
      expect(await ask(STATUS, ['0xid'])).toBe('from the wallet');
      expect(await ask(STATUS, [])).toBe('from the wallet');
      expect(await world.client.storage.getKeys()).toEqual([]);
    });

    it('remembers nothing of an answer that names no transactions, and gives every answer even where nothing can be kept', async () => {
      world.client.answer = () => ({ id: '0xid' });
      await ask('wallet_sendCalls', ASKED);
      expect(await world.client.storage.getKeys()).toEqual([]);
      world.client.storage.mode = 'full';
      await send();
      expect(world.logger.messages('warn')).toEqual(['Failed to store send calls']);
      world.client.answer = () => Promise.reject(new Error('User rejected.'));
      expect(await thrown(ask('wallet_sendCalls', ASKED))).toMatchObject({ message: 'User rejected.' });
    });
  });
});
