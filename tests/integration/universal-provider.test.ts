import type { SessionTypes, SignClientTypes } from '@walletconnect/types';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import type { ProviderClient } from '../../application/wallet-protocol/provider/provider-client.js';
import { SignClient } from '../../composition/sign-client.js';
import { UniversalProvider, type UniversalProviderOpts } from '../../composition/universal-provider.js';
import { OFFICIAL_UNHANDLED_REJECTIONS } from './support/interop/official-faults.js';
import { officialParty } from './support/interop/party.js';
import { UnhandledRejections } from './support/interop/unhandled-rejections.js';
import {
  FIRST,
  openOfficial,
  type ProviderNodes,
  SECOND,
  SOLANA_ACCOUNT,
  startProviderNodes,
  stopOfficial,
} from './support/provider-fixture.js';

/** Key of {@link FIRST}, the first account of the public test mnemonic. */
const OWNER = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const { buildAuthObject, populateAuthPayload } = officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename).signIn;
const METADATA = { name: 'App', description: 'An app of the tests', url: 'https://app.example', icons: [] };
const ETHER_10000 = '0x21e19e0c9bab2400000';

const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

interface OpenedClient {
  readonly client: ProviderClient<SessionTypes.Struct> & { on(event: 'session_request_sent', listener: () => void): unknown };
  stop(): Promise<void>;
}

type Provider = UniversalProvider<OpenedClient['client']>;

type Open = (relayUrl: string, storage: FakeKeyValueStorage) => Promise<OpenedClient>;

const openOurs: Open = async (relayUrl, storage) => {
  const client = await SignClient.init({ projectId: 'any-project', relayUrl, storage, metadata: METADATA, logger: 'silent' });
  return { client, stop: async () => client.dispose() };
};

const openTheirs: Open = async (relayUrl, storage) => {
  const client = await openOfficial(relayUrl, 'app', storage);
  return { client, stop: () => stopOfficial(client) };
};

describe('UniversalProvider with an official wallet and real nodes', () => {
  let nodes: ProviderNodes;
  let storage: FakeKeyValueStorage;
  let rejections: UnhandledRejections;
  const opened: OpenedClient[] = [];

  const start = async (options: Partial<UniversalProviderOpts<OpenedClient['client']>> = {}, open = openOurs): Promise<Provider> => {
    const { client, stop } = await open(nodes.relay.url, storage);
    opened.push({ client, stop });
    return UniversalProvider.init({ client, logger: 'silent', rpcUrl: nodes.service.url, ...options });
  };

  const connect = async (provider: Provider, rpcMap: Record<string, string> = {}): Promise<void> => {
    provider.once('display_uri', (uri: string) => void nodes.wallet.pair({ uri }));
    const eip155 = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'], rpcMap };
    const solana = { chains: [nodes.solana.chainId], methods: ['solana_signMessage'], events: [] };
    const session = await provider.connect({ namespaces: { eip155 }, optionalNamespaces: { solana } });
    expect(session?.topic).toBe(provider.session?.topic);
  };

  beforeAll(async () => {
    rejections = new UnhandledRejections();
    nodes = await startProviderNodes();
    const airdrop = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [SOLANA_ACCOUNT, 3_000_000_000] };
    const headers = { 'content-type': 'application/json' };
    await fetch(nodes.solana.rpcUrl, { method: 'POST', headers, body: JSON.stringify(airdrop) });
  });

  beforeEach(() => {
    storage = new FakeKeyValueStorage();
    nodes.service.requests.length = 0;
  });

  afterAll(async () => {
    await Promise.all(opened.map(({ stop }) => stop()));
    await nodes.stop();
    rejections.release();
    expect(rejections.unexpected(OFFICIAL_UNHANDLED_REJECTIONS)).toEqual([]);
  });

  it('reads eip155 and Solana from the RPC service by chain and project, after one ping each, and sends wallet methods to the wallet', async () => {
    const provider = await start();
    await connect(provider);
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    expect(await provider.request({ method: 'eth_getBalance', params: [FIRST, 'latest'] })).toBe(ETHER_10000);
    expect(await provider.request({ method: 'eth_getBalance', params: [SECOND, 'latest'] }, 'eip155:137')).toBe(ETHER_10000);
    const { value } = await provider.request<{ value: number }>({ method: 'getBalance', params: [SOLANA_ACCOUNT] }, nodes.solana.chainId);
    expect(value).toBe(3_000_000_000);
    expect(await provider.request({ method: 'getHealth' }, 'solana')).toBe('ok');
    const { chainId } = nodes.solana;
    expect(nodes.service.requests).toEqual(
      [
        ['eip155:1', 'test'],
        ['eip155:1', 'eth_getBalance'],
        ['eip155:137', 'test'],
        ['eip155:137', 'eth_getBalance'],
        [chainId, 'test'],
        [chainId, 'getBalance'],
        [chainId, 'getHealth'],
      ].map(([requestedChainId, method]) => ({ chainId: requestedChainId, projectId: 'any-project', method })),
    );
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', FIRST] }, 'eip155:137')).toBe('eip155:137 personal_sign');
    expect(await provider.request({ method: 'solana_signMessage', params: {} }, 'solana')).toBe(`${chainId} solana_signMessage`);
    expect(await thrown(provider.request({ method: 'getBalance', params: ['x'] }, chainId))).toMatchObject({ code: -32_602 });
    await provider.disconnect();
  });

  it("reads from the app's RPC URLs with fallback, and without pings if they are disabled", async () => {
    const fallbackRpcUrls = { 'eip155:1': [nodes.mainnet.rpcUrl] };
    const provider = await start({ disableProviderPing: true, fallbackRpcUrls });
    // A closed port.
    await connect(provider, { 1: 'http://127.0.0.1:9', 137: nodes.polygon.rpcUrl });
    expect(await provider.request({ method: 'eth_getBalance', params: [FIRST, 'latest'] })).toBe(ETHER_10000);
    expect(await provider.request({ method: 'eth_chainId' }, 'eip155:137')).toBe('0x89');
    expect(await provider.request({ method: 'net_version' }, 'eip155:137')).toBe('137');
    expect(nodes.service.requests).toEqual([]);
    await provider.disconnect();
  });

  it.each([
    ['our client', openOurs],
    ['the official client', openTheirs],
  ])(
    'on %s switches chains by itself where they are approved, goes with the wallet, and is there again after a restart',
    async (_, open) => {
      const provider = await start({}, open);
      await connect(provider);
      const emitted: unknown[] = [];
      provider.on('chainChanged', (reference: string) => emitted.push(reference));
      provider.on('accountsChanged', (addresses: string[]) => emitted.push(addresses));
      expect(await provider.enable()).toEqual([FIRST]);
      expect(await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })).toBeNull();
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([SECOND]);
      expect(emitted).toEqual(['137', [SECOND]]);
      const topic = provider.session?.topic ?? '';
      await nodes.wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: '0x1' } });
      await vi.waitFor(() => expect(emitted).toEqual(['137', [SECOND], '1', [FIRST]]), { timeout: 15_000 });
      provider.setDefaultChain('eip155:137');
      expect(await thrown(provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }))).toMatchObject({
        code: 'wallet-protocol/switch-failed',
      });
      await expect
        .poll(async () => JSON.stringify(await storage.getItem(`wc@2:universal_provider:/namespaces${topic}`)))
        .toContain('"defaultChain":"137"');
      await opened.find(({ client }) => client === provider.client)?.stop();
      const next = await start({}, open);
      expect(next.session?.topic).toBe(topic);
      expect(await next.request({ method: 'eth_accounts' })).toEqual([SECOND]);
      expect(await next.request({ method: 'eth_getBalance', params: [SECOND, 'latest'] })).toBe(ETHER_10000);
      await next.disconnect();
      expect((await storage.getKeys()).filter((key) => key.startsWith('wc@2:universal_provider:'))).toEqual([]);
    },
  );

  it('signs in with one-click auth and has the session', async () => {
    const iss = `did:pkh:eip155:1:${FIRST}`;
    // Subscribed for longer than the request, because otherwise the wallet would also receive its fallback proposal.
    const sign = async ({ id, params }: SignClientTypes.EventArguments['session_authenticate']): Promise<void> => {
      const authPayload = populateAuthPayload({ authPayload: params.authPayload, chains: ['eip155:1'], methods: ['personal_sign'] });
      const message = nodes.wallet.formatAuthMessage({ request: authPayload, iss });
      const signature = { t: 'eip191' as const, s: await OWNER.signMessage({ message }) };
      await nodes.wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(authPayload, signature, iss)] });
    };
    nodes.wallet.on('session_authenticate', sign);
    const provider = await start();
    const emitted: unknown[] = [];
    provider.on('connect', ({ session }: { session: { topic: string } }) => emitted.push(session.topic));
    provider.once('display_uri', (uri: string) => void nodes.wallet.pair({ uri }));
    const { auths, session } = (await provider.authenticate({
      chains: ['eip155:1'],
      uri: 'https://app.example/login',
      domain: 'app.example',
      nonce: 'abcdefgh',
      methods: ['personal_sign'],
    })) as { auths?: { p: { iss: string } }[]; session?: { topic: string } };
    expect(auths?.map(({ p }) => p.iss)).toEqual([iss]);
    expect([provider.session?.topic, emitted]).toEqual([session?.topic, [session?.topic]]);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([FIRST]);
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', FIRST] })).toBe('eip155:1 personal_sign');
    expect(await provider.request({ method: 'eth_getBalance', params: [FIRST, 'latest'] })).toBe(ETHER_10000);
    await provider.disconnect();
    nodes.wallet.off('session_authenticate', sign);
  });

  it('requests the capabilities of the wallet once, and emits one disconnect', async () => {
    const provider = await start();
    await connect(provider);
    const capabilities = { '0x1': { atomic: { status: 'supported' } } };
    const onCapabilitiesRequest = vi.fn();
    provider.client.on('session_request_sent', onCapabilitiesRequest);
    const getCapabilities = (): Promise<unknown> => provider.request({ method: 'wallet_getCapabilities', params: [FIRST] });
    expect(await Promise.all([getCapabilities(), getCapabilities()])).toEqual([capabilities, capabilities]);
    await expect.poll(() => provider.client.session.get(provider.session?.topic ?? '').sessionProperties).toBeDefined();
    expect(await getCapabilities()).toEqual(capabilities);
    expect(onCapabilitiesRequest).toHaveBeenCalledTimes(1);
    const emitted: unknown[] = [];
    for (const name of ['session_delete', 'disconnect']) provider.on(name, (data: unknown) => emitted.push([name, data]));
    const topic = provider.session?.topic ?? '';
    await nodes.wallet.disconnect({ topic, reason: { code: 6000, message: 'Bye' } });
    await vi.waitFor(() => expect(emitted).toHaveLength(2), { timeout: 15_000 });
    expect(emitted[1]).toEqual(['disconnect', { code: 6000, message: 'User disconnected.', data: topic }]);
    expect([provider.session, provider.namespaces]).toEqual([undefined, undefined]);
    expect(await thrown(provider.request({ method: 'eth_accounts' }))).toMatchObject({ message: 'Please call connect() before request()' });
  });

  it('creates a client from its options if the app passes none', async () => {
    const { relay, service, wallet } = nodes;
    const provider = await UniversalProvider.init({ projectId: 'mine', relayUrl: relay.url, rpcUrl: service.url, metadata: METADATA });
    try {
      provider.once('display_uri', (uri: string) => void wallet.pair({ uri }));
      await provider.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } } });
      expect(provider.session?.self.metadata).toMatchObject(METADATA);
      expect(await provider.request({ method: 'eth_getBalance', params: [FIRST, 'latest'] })).toBe(ETHER_10000);
      expect(service.requests.at(-1)).toMatchObject({ projectId: 'mine' });
    } finally {
      provider.client.dispose();
    }
  });
});
