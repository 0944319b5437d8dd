import { Emitter } from '../../../../../../adapters/sign-client/emitter.js';
import { FakeBundler } from '../../../../../../application/ports/bundler.fake.js';
import { FakeClock } from '../../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../../application/ports/json-rpc.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import type { Eip155ProviderDeps } from '../../../../../../application/wallet-protocol/provider/eip155-provider.js';
import type { ProviderAuthentication, ProviderSession } from '../../../../../../application/wallet-protocol/provider/provider-client.js';
import { ProviderRecords } from '../../../../../../application/wallet-protocol/provider/provider-records.js';
import type { WalletProviderParts } from '../../../../../../application/wallet-protocol/provider/served-session.js';
import { WalletProvider } from '../../../../../../application/wallet-protocol/provider/wallet-provider.js';
import { aSession, FakeClient } from './fake-client.js';

/** A provider whose start a test may call. */
class StartedProvider extends WalletProvider {
  static async start(parts: WalletProviderParts<ProviderSession, ProviderAuthentication<ProviderSession>>): Promise<StartedProvider> {
    const provider = new StartedProvider(parts);
    await provider.start();
    return provider;
  }
}

/** Where the service of all chains is in tests. */
export const serviceUrl = (chainId: string): string => `https://rpc.walletconnect.org/v1/?chainId=${chainId}&projectId=project`;

/** A provider, what it is made of, and all that it tells. */
export class ProviderWorld {
  readonly rpc = new FakeJsonRpc();
  readonly bundler = new FakeBundler();
  readonly clock = new FakeClock();
  readonly logger = new FakeLogger();
  readonly client: FakeClient;
  /** What was told, oldest first. */
  readonly told: (readonly [name: string, ...data: readonly unknown[]])[] = [];

  constructor(client = new FakeClient(aSession())) {
    this.client = client;
  }

  parts(
    service: WalletProviderParts<ProviderSession, ProviderAuthentication<ProviderSession>>['service'] = {},
    topic?: string,
  ): WalletProviderParts<ProviderSession, ProviderAuthentication<ProviderSession>> {
    const { rpc, bundler, clock, logger, client } = this;
    return { rpc, bundler, clock, logger, openClient: async () => client, events: new Emitter(), service, topic };
  }

  async start(
    service: WalletProviderParts<ProviderSession, ProviderAuthentication<ProviderSession>>['service'] = {},
    topic?: string,
  ): Promise<WalletProvider> {
    const provider = await StartedProvider.start(this.parts(service, topic));
    for (const name of [
      ...['display_uri', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'default_chain_changed', 'message'],
      ...['session_ping', 'session_event', 'session_update', 'session_delete', 'session_expire'],
    ])
      provider.on(name, (...data) => this.told.push([name, ...data]));
    return provider;
  }

  /** What was told under these names. */
  toldOf(...names: readonly string[]): readonly (readonly unknown[])[] {
    return this.told.filter(([name]) => names.includes(name));
  }

  /** What the provider of a namespace needs. */
  deps(service: Eip155ProviderDeps['service'] = { projectId: 'project' }): Eip155ProviderDeps & { readonly chains: unknown[][] } {
    const { rpc, bundler, clock, logger, client } = this;
    const chains: unknown[][] = [];
    const records = new ProviderRecords(client.core.storage);
    return { rpc, bundler, clock, logger, client, records, service, chains, onDefaultChain: (...told) => void chains.push(told) };
  }
}

/** A provider that has started, and its world. */
export const started = async (client?: FakeClient) => {
  const world = new ProviderWorld(client);
  return { world, provider: await world.start() };
};
