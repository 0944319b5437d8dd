import { UniversalProvider as OfficialProvider } from '@walletconnect/universal-provider';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { ProviderSession } from '../../../../../application/wallet-protocol/provider/provider-client.js';
import { ADDRESS, aSession, FakeClient, OTHER, SOLANA } from './support/fake-client.js';
import { ProviderWorld } from './support/provider-world.js';

/** What the official provider 2.21.8 uses of its client beyond what ours does. */
class OfficialFakeClient extends FakeClient {
  readonly on = (name: string, listener: (data: never) => void): unknown => this.events.on(name, listener);

  get pairing() {
    return { getAll: () => this.pairings };
  }
}

/** The part of either provider that is compared. */
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

/** Runs the same on both: what comes of it, what was told, what the wallet was asked, and what is stored. */
const onBoth = async (
  run: (provider: Compared, client: FakeClient) => Promise<unknown>,
  session: ProviderSession | null = aSession(),
): Promise<readonly [official: Outcome, own: Outcome]> => {
  const outcomes: Outcome[] = [];
  for (const isOfficial of [true, false]) {
    const client = new OfficialFakeClient(session);
    // The official class names classes of its own packages where it needs no more than these members.
    const provider = isOfficial
      ? ((await OfficialProvider.init({ client, logger: 'silent' } as never)) as Compared)
      : ((await new ProviderWorld(client).start()) as Compared);
    const told: unknown[] = [];
    for (const name of EVENTS) provider.on(name, (...data) => told.push([name, ...data]));
    const result = await run(provider, client).catch((error: Error) => `thrown: ${error.message}`);
    await settle();
    const stored = Object.fromEntries([...client.storage.texts].map(([key, text]) => [key, JSON.parse(text)]));
    outcomes.push({ result, told, requests: client.requests.map(withoutAbsent), stored });
  }
  const [official, own] = outcomes;
  if (official === undefined || own === undefined) throw new Error('Both have run');
  return [official, own];
};

interface Outcome {
  readonly result: unknown;
  readonly told: readonly unknown[];
  readonly requests: readonly unknown[];
  readonly stored: Readonly<Record<string, unknown>>;
}

const withoutAbsent = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** The official one shares its lists with its client; ours starts from what the session allows. */
const connectFirst = async (provider: Compared, client: FakeClient): Promise<void> => {
  const eip155 = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'] };
  const solana = { chains: [`solana:${SOLANA}`], methods: ['solana_signMessage'], events: [] };
  const connecting = provider.connect({ optionalNamespaces: { eip155, solana } });
  await settle();
  client.approve(aSession());
  await connecting;
};

describe('the official provider 2.21.8 and ours', () => {
  it.each<readonly [string, (provider: Compared, client: FakeClient) => Promise<unknown>]>([
    ['connect', async (provider) => [provider.session, provider.uri, await provider.enable()]],
    ['ask the wallet on the default chain', (provider) => provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] })],
    [
      'ask the wallet on a chain that is named',
      (provider) => provider.request({ method: 'personal_sign', params: ['0x00'] }, 'eip155:137'),
    ],
    ['ask the wallet of another namespace', (provider) => provider.request({ method: 'solana_signMessage' }, `solana:${SOLANA}`)],
    ['know the accounts', (provider) => provider.request({ method: 'eth_accounts' })],
    [
      'switch to an approved chain',
      (provider) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }),
    ],
    ['refuse a namespace that nobody asked for', (provider) => provider.request({ method: 'x' }, 'cosmos:x')],
    ['refuse capabilities of nobody', (provider) => provider.request({ method: 'wallet_getCapabilities', params: [] })],
    ['refuse the status of calls', (provider) => provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })],
    ['take no notice of a default chain of a namespace that nobody asked for', async (provider) => provider.setDefaultChain('cosmos:x')],
    ['go with the wallet to a chain by its number', async (_, client) => client.tellEvent('chainChanged', 137)],
    ['go with the wallet to a chain by hex', async (_, client) => client.tellEvent('chainChanged', '0x89')],
    ['go with the wallet to a chain by its id', async (_, client) => client.tellEvent('chainChanged', 'eip155:137')],
    ['tell of accounts', async (_, client) => client.tellEvent('accountsChanged', [`eip155:1:${OTHER}`, ADDRESS])],
    ['tell of any other event', async (_, client) => client.tellEvent('message', { type: 'hello' })],
    ['tell of a ping', async (_, client) => client.tell('session_ping', { id: 1, topic: 'topic' })],
    ['tell nothing of other sessions', async (_, client) => client.tell('session_ping', { id: 1, topic: 'other' })],
    [
      'take over what the wallet allows',
      async (provider, client) => {
        const { eip155, solana } = aSession().namespaces;
        const namespaces = { eip155: { ...eip155, methods: ['eth_sign', 'personal_sign'] }, solana };
        client.tell('session_update', { id: 1, topic: 'topic', params: { namespaces } });
        return [provider.session, await provider.request({ method: 'eth_sign' })];
      },
    ],
    [
      'end with the wallet',
      async (provider, client) => {
        client.sessions.clear();
        client.tell('session_delete', { id: 1, topic: 'topic' });
        await settle();
        return [provider.session, provider.namespaces];
      },
    ],
    [
      'disconnect',
      async (provider, client) => {
        await provider.disconnect();
        return [client.ended, provider.session, provider.namespaces];
      },
    ],
  ])('both %s: with the same result, events and calls of the wallet', async (_, run) => {
    const [official, own] = await onBoth(async (provider, client) => {
      await connectFirst(provider, client);
      return run(provider, client);
    }, null);
    expect({ result: own.result, requests: own.requests }).toEqual({ result: official.result, requests: official.requests });
    expect(own.told).toEqual(official.told);
    expect(Object.keys(own.stored).filter((key) => key.includes('/namespaces'))).toEqual(
      Object.keys(official.stored).filter((key) => key.includes('/namespaces')),
    );
  });

  it('both say the same without a session', async () => {
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
    ['the chain id is a number there, hex here', (provider) => provider.request({ method: 'eth_chainId' }), 1, '0x1'],
    [
      'accounts on a chain that is named are those of the default chain there',
      (provider) => provider.request({ method: 'eth_accounts' }, 'eip155:137'),
      [ADDRESS],
      [ADDRESS, OTHER],
    ],
    [
      'a switch that is refused says so in the words of the specification here',
      (provider) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
      expect.stringContaining("support 'wallet_switchEthereumChain' method."),
      expect.stringContaining('support wallet_switchEthereumChain method.'),
    ],
    [
      'reads of namespaces other than eip155 find no node there',
      (provider) => provider.request({ method: 'getBalance' }, `solana:${SOLANA}`),
      `thrown: JSON-RPC provider for solana:${SOLANA} not found`,
      'thrown: Method not found',
    ],
    [
      'a session that expires goes on there',
      async (provider, client) => {
        client.tell('session_expire', { topic: 'topic' });
        await settle();
        return provider.session?.topic ?? null;
      },
      'topic',
      null,
    ],
  ])('differ: %s', async (_, run, official, own) => {
    const [there, here] = await onBoth(async (provider, client) => {
      await connectFirst(provider, client);
      return run(provider, client);
    }, null);
    expect([there.result, here.result]).toEqual([official, own]);
  });

  it('differ in what a wallet gets to see: the addresses of the host’s nodes there, none here', async () => {
    const [there, here] = await onBoth(async (provider, client) => {
      const eip155 = { chains: ['eip155:1'], methods: [], events: [], rpcMap: { 1: 'https://node.example/key' } };
      void provider.connect({ optionalNamespaces: { eip155 } });
      await settle();
      return JSON.stringify(client.proposals);
    }, null);
    expect([String(there.result).includes('key'), String(here.result).includes('key')]).toEqual([true, false]);
  });
});
