import { distinctUntilChanged, map, Subscription } from 'rxjs';
import { networkOf } from '../../../domain/connection/connection-views.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { grantedChains } from '../../../domain/wallet-protocol/rules/grants.js';
import type { ConnectionStore } from '../../connect/connection.store.js';
import type { WalletProviderDeps } from './base-provider.js';
import type { ProviderAuthentication, ProviderClient } from './provider-client.js';
import type { SharedProviderSession, SharedUniversalProvider } from './shared-universal-provider.js';
import { WalletProvider } from './wallet-provider.js';

/** A client over the sessions that the modal's connections use. */
export interface SharedProviderClient extends ProviderClient<SharedProviderSession, ProviderAuthentication<SharedProviderSession>> {
  /** Cancels pending pairings. Their approvals never settle. */
  cancelPairings(): void;
  dispose(): void;
}

export interface SharedProviderDeps
  extends Omit<WalletProviderDeps<SharedProviderSession, ProviderAuthentication<SharedProviderSession>>, 'openClient' | 'topic'> {
  readonly client: SharedProviderClient;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$'>;
}

/** Provider whose session is the one that the user connected last. It has no connection of its own. */
export class SharedProvider extends WalletProvider<SharedProviderSession> implements SharedUniversalProvider {
  readonly #client: SharedProviderClient;
  readonly #connections: SharedProviderDeps['connections'];
  readonly #subscriptions = new Subscription();
  #starting: Promise<void> | null = null;
  /** Number of own calls that change the session. */
  #pendingChanges = 0;
  /** Serializes the changes of the session. */
  #following: Promise<void> = Promise.resolve();
  /** Networks of the client that were last made default chains of the session. */
  #networks: ReadonlySet<string> = new Set();

  constructor({ client, connections, ...deps }: SharedProviderDeps) {
    super({ ...deps, openClient: async () => client });
    this.#client = client;
    this.#connections = connections;
  }

  /** Follows the connections of the client. Further calls return the same promise. */
  override start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  override async pair(pairingTopic: string | undefined): Promise<SharedProviderSession> {
    return this.#change(() => super.pair(pairingTopic));
  }

  override async disconnect(): Promise<void> {
    await this.#change(() => super.disconnect());
  }

  override abortPairingAttempt(): void {
    super.abortPairingAttempt();
    this.#client.cancelPairings();
  }

  /** Stops following. The session stays connected. */
  dispose(): void {
    this.#subscriptions.unsubscribe();
    for (const provider of Object.values(this.rpcProviders)) provider.dispose();
    this.#client.dispose();
  }

  async #start(): Promise<void> {
    await super.start();
    // Values of a session that ended while this provider was not in use.
    if (this.session === undefined) await this.forget();
    const { state$ } = this.#connections;
    const uri$ = state$.pipe(
      map(({ pairing }) => pairing.wcUri),
      distinctUntilChanged(),
    );
    this.#subscriptions.add(uri$.subscribe((uri) => this.emitUri(uri)));
    this.#subscriptions.add(state$.subscribe(() => this.#follow()));
    await this.#following;
  }

  protected override async adoptSession(session: SharedProviderSession): Promise<void> {
    this.#networks = new Set();
    await super.adoptSession(session);
  }

  /** Runs an own change of the session, during which the connections are not followed. */
  async #change<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#pendingChanges += 1;
    try {
      return await run();
    } finally {
      this.#pendingChanges -= 1;
      this.#follow();
    }
  }

  #follow(): void {
    // In a microtask, after the events of the engine about the same change.
    this.#following = this.#following.then(async () => {
      if (this.#subscriptions.closed) return;
      await this.#followSession();
      this.#followNetworks();
    });
  }

  async #followSession(): Promise<void> {
    if (this.#pendingChanges > 0) return;
    const session = this.#client.session.getAll()[0];
    const ended = this.session;
    if (session?.topic === ended?.topic) return;
    if (ended !== undefined) {
      await this.forget();
      this.events.emit('disconnect', { ...describeProtocolError('USER_DISCONNECTED'), data: ended.topic });
    }
    // Another call may have connected meanwhile.
    if (session !== undefined && this.session === undefined) await this.adoptSession(session);
  }

  /** Makes the networks of the client the default chains of their namespaces, when they change. */
  #followNetworks(): void {
    const granted = grantedChains(this.session?.namespaces ?? {});
    const networks = Object.values(this.#connections.state.namespaces)
      .map((own) => networkOf(own).caipNetworkId)
      .filter((chainId) => granted.includes(chainId));
    const changed = networks.filter((chainId) => !this.#networks.has(chainId));
    this.#networks = new Set(networks);
    for (const chainId of changed) {
      const [namespace = '', reference] = chainId.split(':');
      if (this.rpcProviders[namespace]?.getDefaultChain() !== reference) this.setDefaultChain(chainId);
    }
  }
}
