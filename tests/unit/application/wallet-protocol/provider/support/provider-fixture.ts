import { Emitter } from '../../../../../../adapters/sign-client/emitter.js';
import { FakeBundler } from '../../../../../../application/ports/bundler.fake.js';
import { FakeClock } from '../../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../../application/ports/json-rpc.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import type { WalletProviderDeps } from '../../../../../../application/wallet-protocol/provider/base-provider.js';
import type { Eip155ProviderDeps } from '../../../../../../application/wallet-protocol/provider/eip155-provider.js';
import type { ProviderAuthentication, ProviderSession } from '../../../../../../application/wallet-protocol/provider/provider-client.js';
import { ProviderRecords } from '../../../../../../application/wallet-protocol/provider/provider-records.js';
import { WalletProvider } from '../../../../../../application/wallet-protocol/provider/wallet-provider.js';
import { FakeClient, providerSession } from './fake-client.js';

/** A provider that tests can start. */
class StartedProvider extends WalletProvider {
  static async start(deps: WalletProviderDeps<ProviderSession, ProviderAuthentication<ProviderSession>>): Promise<StartedProvider> {
    const provider = new StartedProvider(deps);
    await provider.start();
    return provider;
  }
}

/** RPC URL of a chain in tests. */
export const serviceUrl = (chainId: string): string => `https://rpc.walletconnect.org/v1/?chainId=${chainId}&projectId=project`;

/** A provider with its dependencies and emitted events. */
export class ProviderFixture {
  readonly rpc = new FakeJsonRpc();
  readonly bundler = new FakeBundler();
  readonly clock = new FakeClock();
  readonly logger = new FakeLogger();
  readonly client: FakeClient;
  /** Emitted events, the oldest first. */
  readonly emitted: (readonly [name: string, ...data: readonly unknown[]])[] = [];

  constructor(client = new FakeClient(providerSession())) {
    this.client = client;
  }

  providerDeps(
    service: WalletProviderDeps<ProviderSession, ProviderAuthentication<ProviderSession>>['service'] = {},
    topic?: string,
  ): WalletProviderDeps<ProviderSession, ProviderAuthentication<ProviderSession>> {
    const { rpc, bundler, clock, logger, client } = this;
    return { rpc, bundler, clock, logger, openClient: async () => client, events: new Emitter(), service, topic };
  }

  async start(
    service: WalletProviderDeps<ProviderSession, ProviderAuthentication<ProviderSession>>['service'] = {},
    topic?: string,
  ): Promise<WalletProvider> {
    const provider = await StartedProvider.start(this.providerDeps(service, topic));
    for (const name of [
      ...['display_uri', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'default_chain_changed', 'message'],
      ...['session_ping', 'session_event', 'session_update', 'session_delete', 'session_expire'],
    ])
      provider.on(name, (...data) => this.emitted.push([name, ...data]));
    return provider;
  }

  /** Emitted events with these names. */
  emittedOf(...names: readonly string[]): readonly (readonly unknown[])[] {
    return this.emitted.filter(([name]) => names.includes(name));
  }

  /** Dependencies of a namespace provider. */
  namespaceDeps(service: Eip155ProviderDeps['service'] = { projectId: 'project' }): Eip155ProviderDeps & { readonly chains: unknown[][] } {
    const { rpc, bundler, clock, logger, client } = this;
    const chains: unknown[][] = [];
    const records = new ProviderRecords(client.core.storage);
    return { rpc, bundler, clock, logger, client, records, service, chains, onDefaultChain: (...change) => void chains.push(change) };
  }
}

/** A started provider with its fixture. */
export const startedProvider = async (client?: FakeClient) => {
  const fixture = new ProviderFixture(client);
  return { fixture, provider: await fixture.start() };
};
