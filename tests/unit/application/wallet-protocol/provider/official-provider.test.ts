import { UniversalProvider as OfficialProvider } from '@walletconnect/universal-provider';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { ProviderSession } from '../../../../../application/wallet-protocol/provider/provider-client.js';
import { ADDRESS, FakeClient, OTHER, providerSession, SOLANA } from './support/fake-client.js';
import { ProviderFixture } from './support/provider-fixture.js';

/** Members of its client that the official provider 2.21.8 uses and ours does not. */
class OfficialFakeClient extends FakeClient {
  readonly on = (name: string, listener: (data: never) => void): unknown => this.events.on(name, listener);

  get pairing() {
    return { getAll: () => this.pairings };
  }
}

/** The compared API of both providers. */
interface Compared {
  readonly namespaces?: object | undefined;
  readonly session?: ProviderSession | undefined;
  readonly uri: string | undefined;
  connect(params: object): Promise<unknown>;
  enable(): Promise<string[]>;
  disconnect(): Promise<void>;
  request(args: { method: string; params?: unknown[] }, chain?: string): Promise<unknown>;
  setDefaultChain(chain: string): void;
  on(event: string, listener: (...data: never[]) => unknown): void;
}

const EVENTS = [
  ...['display_uri', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'],
  ...['session_ping', 'session_event', 'session_update', 'session_delete'],
];

/** Runs the same on both providers. Returns the result, the events, the wallet's requests and the stored records. */
const onBoth = async (
  run: (provider: Compared, client: FakeClient) => Promise<unknown>,
  session: ProviderSession | null = providerSession(),
): Promise<readonly [official: Outcome, own: Outcome]> => {
  const outcomes: Outcome[] = [];
  for (const isOfficial of [true, false]) {
    const client = new OfficialFakeClient(session);
    // The official class refers to classes of its own packages although it needs only these members.
    const provider = isOfficial
      ? ((await OfficialProvider.init({ client, logger: 'silent' } as never)) as Compared)
      : ((await new ProviderFixture(client).start()) as Compared);
    const events: unknown[] = [];
    for (const name of EVENTS) provider.on(name, (...data) => events.push([name, ...data]));
    const result = await run(provider, client).catch((error: Error) => `thrown: ${error.message}`);
    await flushPromises();
    const stored = Object.fromEntries([...client.storage.texts].map(([key, text]) => [key, JSON.parse(text)]));
    outcomes.push({ result, events, requests: client.requests.map(withoutAbsent), stored });
  }
  const [official, own] = outcomes;
  if (official === undefined || own === undefined) throw new Error('Expected two outcomes');
  return [official, own];
};

interface Outcome {
  readonly result: unknown;
  readonly events: readonly unknown[];
  readonly requests: readonly unknown[];
  readonly stored: Readonly<Record<string, unknown>>;
}

const withoutAbsent = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** Connects first: the official provider shares its lists with its client, while ours starts from the session's grants. */
const connectFirst = async (provider: Compared, client: FakeClient): Promise<void> => {
  const eip155 = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'] };
  const solana = { chains: [`solana:${SOLANA}`], methods: ['solana_signMessage'], events: [] };
  const connecting = provider.connect({ optionalNamespaces: { eip155, solana } });
  await flushPromises();
  client.approve(providerSession());
  await connecting;
};

describe('official provider 2.21.8 and ours', () => {
  it.each<readonly [string, (provider: Compared, client: FakeClient) => Promise<unknown>]>([
    ['connect', async (provider) => [provider.session, provider.uri, await provider.enable()]],
    ['send a request on the default chain', (provider) => provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] })],
    ['send a request on a given chain', (provider) => provider.request({ method: 'personal_sign', params: ['0x00'] }, 'eip155:137')],
    ['send a request in another namespace', (provider) => provider.request({ method: 'solana_signMessage' }, `solana:${SOLANA}`)],
    ['return the accounts', (provider) => provider.request({ method: 'eth_accounts' })],
    ['switch to a granted chain', (provider) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })],
    ['reject an unknown namespace', (provider) => provider.request({ method: 'x' }, 'cosmos:x')],
    ['reject capabilities without an address', (provider) => provider.request({ method: 'wallet_getCapabilities', params: [] })],
    ['reject the status of calls', (provider) => provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })],
    ['ignore the default chain of an unknown namespace', async (provider) => provider.setDefaultChain('cosmos:x')],
    ['switch to the chain of a wallet event by number', async (_, client) => client.emitSessionEvent('chainChanged', 137)],
    ['switch to the chain of a wallet event by hex', async (_, client) => client.emitSessionEvent('chainChanged', '0x89')],
    ['switch to the chain of a wallet event by id', async (_, client) => client.emitSessionEvent('chainChanged', 'eip155:137')],
    ['emit changed accounts', async (_, client) => client.emitSessionEvent('accountsChanged', [`eip155:1:${OTHER}`, ADDRESS])],
    ['emit other events', async (_, client) => client.emitSessionEvent('message', { type: 'hello' })],
    ['emit a ping', async (_, client) => client.emitEvent('session_ping', { id: 1, topic: 'topic' })],
    ['ignore events of other sessions', async (_, client) => client.emitEvent('session_ping', { id: 1, topic: 'other' })],
    [
      'apply updated grants',
      async (provider, client) => {
        const { eip155, solana } = providerSession().namespaces;
        const namespaces = { eip155: { ...eip155, methods: ['eth_sign', 'personal_sign'] }, solana };
        client.emitEvent('session_update', { id: 1, topic: 'topic', params: { namespaces } });
        return [provider.session, await provider.request({ method: 'eth_sign' })];
      },
    ],
    [
      'handle a session deletion',
      async (provider, client) => {
        client.sessions.clear();
        client.emitEvent('session_delete', { id: 1, topic: 'topic' });
        await flushPromises();
        return [provider.session, provider.namespaces];
      },
    ],
    [
      'disconnect',
      async (provider, client) => {
        await provider.disconnect();
        return [client.disconnected, provider.session, provider.namespaces];
      },
    ],
  ])('both %s: with the same result, events and requests', async (_, run) => {
    const [official, own] = await onBoth(async (provider, client) => {
      await connectFirst(provider, client);
      return run(provider, client);
    }, null);
    expect({ result: own.result, requests: own.requests }).toEqual({ result: official.result, requests: official.requests });
    expect(own.events).toEqual(official.events);
    expect(Object.keys(own.stored).filter((key) => key.includes('/namespaces'))).toEqual(
      Object.keys(official.stored).filter((key) => key.includes('/namespaces')),
    );
  });

  it('both reject the same without a session', async () => {
    for (const run of [
      (provider: Compared) => provider.request({ method: 'eth_accounts' }),
      (provider: Compared) => provider.request({ method: 'eth_accounts' }, 'eip155:1'),
      (provider: Compared) => provider.disconnect(),
    ]) {
      const [official, own] = await onBoth(run, null);
      expect(official.result).toMatch(/^thrown: Please call connect/);
      expect(own).toEqual(official);
    }
  });

  it.each<readonly [string, (provider: Compared, client: FakeClient) => Promise<unknown>, unknown, unknown]>([
    ['the official chain id is a number, ours is hex', (provider) => provider.request({ method: 'eth_chainId' }), 1, '0x1'],
    [
      'the official provider returns the default chain’s accounts for another chain',
      (provider) => provider.request({ method: 'eth_accounts' }, 'eip155:137'),
      [ADDRESS],
      [ADDRESS, OTHER],
    ],
    [
      'our error of a rejected switch has the specification’s text',
      (provider) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
      expect.stringContaining("support 'wallet_switchEthereumChain' method."),
      expect.stringContaining('support wallet_switchEthereumChain method.'),
    ],
    [
      'the official provider has no RPC endpoint for namespaces other than eip155',
      (provider) => provider.request({ method: 'getBalance' }, `solana:${SOLANA}`),
      `thrown: JSON-RPC provider for solana:${SOLANA} not found`,
      'thrown: Method not found',
    ],
    [
      'the official provider keeps an expired session',
      async (provider, client) => {
        client.emitEvent('session_expire', { topic: 'topic' });
        await flushPromises();
        return provider.session?.topic ?? null;
      },
      'topic',
      null,
    ],
  ])('differ: %s', async (_, run, official, own) => {
    const [officialOutcome, ownOutcome] = await onBoth(async (provider, client) => {
      await connectFirst(provider, client);
      return run(provider, client);
    }, null);
    expect([officialOutcome.result, ownOutcome.result]).toEqual([official, own]);
  });

  it('differ: the official provider sends RPC URLs to the wallet, ours does not', async () => {
    const [official, own] = await onBoth(async (provider, client) => {
      const eip155 = { chains: ['eip155:1'], methods: [], events: [], rpcMap: { 1: 'https://node.example/key' } };
      void provider.connect({ optionalNamespaces: { eip155 } });
      await flushPromises();
      return JSON.stringify(client.proposals);
    }, null);
    expect([String(official.result).includes('key'), String(own.result).includes('key')]).toEqual([true, false]);
  });
});
