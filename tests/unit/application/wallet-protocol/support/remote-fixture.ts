import { ConnectWallet } from '../../../../../application/connect/connect-wallet.use-case.js';
import { ConnectorExclusion } from '../../../../../application/connect/connector-exclusion.js';
import { DisconnectWallet } from '../../../../../application/connect/disconnect-wallet.use-case.js';
import { ReconnectWallets } from '../../../../../application/connect/reconnect-wallets.use-case.js';
import { WatchConnectors } from '../../../../../application/connect/watch-connectors.use-case.js';
import { FakeChain } from '../../../../../application/ports/chain.fake.js';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../../application/ports/remote-session.fake.js';
import type { RemoteSession } from '../../../../../application/ports/remote-session.port.js';
import { STORAGE_KEYS } from '../../../../../application/shared/storage-keys.js';
import { PairWallet } from '../../../../../application/wallet-protocol/pair-wallet.use-case.js';
import type { PairRequest } from '../../../../../application/wallet-protocol/pairing-attempt.js';
import { type LoadedEngine, type PairingEngine, RemoteWallets } from '../../../../../application/wallet-protocol/remote-wallets.js';
import { SessionRepository } from '../../../../../application/wallet-protocol/session-repository.js';
import { toAccountId } from '../../../../../domain/caip/caip-10.js';
import type { Namespace } from '../../../../../domain/caip/namespace.js';
import { missingPermissionsOf } from '../../../../../domain/wallet-protocol/missing-permissions.js';
import { requestedNamespaces } from '../../../../../domain/wallet-protocol/requested-namespaces.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../../domain/wallet-protocol/session.js';
import { ADDRESS, type ClientFixtureInit, clientFixture, SOLANA } from '../../support/client-fixture.js';

const entry = (...accounts: readonly string[]): SessionNamespace => ({
  accounts: accounts.map(toAccountId),
  methods: ['personal_sign'],
  events: [],
});

/** Namespaces that wallets grant. */
export const EVM: SessionNamespaces = { eip155: entry(`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`) };
export const SOLANA_ONLY: SessionNamespaces = { solana: entry(`${SOLANA}:8ZU8yR1zKPYKPYkSPLFCG9EyFkMEp5JBrVUNcU9nXsUA`) };
export const BOTH: SessionNamespaces = { ...EVM, ...SOLANA_ONLY };

/** A pending pairing. */
export interface Pairing {
  readonly request: PairRequest;
  readonly signal: AbortSignal;
  readonly approve: (remote: RemoteSession) => void;
  readonly fail: (error: unknown) => void;
}

/** An engine controlled by the test. */
export class FakeEngine implements PairingEngine {
  readonly pairings: Pairing[] = [];
  /** The stored session. */
  stored: RemoteSession | null = null;
  /** Further stored sessions, with earlier expiries. */
  others: readonly RemoteSession[] = [];
  disposals = 0;

  readonly pair = (request: PairRequest, signal: AbortSignal): Promise<RemoteSession> =>
    new Promise((approve, fail) => {
      this.pairings.push({ request, signal, approve, fail });
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    });

  readonly resume = async (topic?: string): Promise<RemoteSession | null> =>
    [this.stored, ...this.others].find((each) => each !== null && (topic === undefined || each.topic === topic)) ?? null;

  readonly dispose = (): void => {
    this.disposals += 1;
  };

  /** The latest pairing. */
  get last(): Pairing {
    const last = this.pairings.at(-1);
    if (last === undefined) throw new Error('No pairing has been started');
    return last;
  }
}

/** A client on fakes, with chains that adopt remote sessions. */
export const remoteFixture = (given: ClientFixtureInit = {}) => {
  const base = clientFixture(given);
  const { connections, connectionRepository, options, browser, clock, events, storage, logger } = base;
  const engine = new FakeEngine();
  /** Number of engine loads, and the error of others ones. */
  const loading: { count: number; failure: Error | null } = { count: 0, failure: null };
  const load = async (): Promise<LoadedEngine> => {
    loading.count += 1;
    if (loading.failure !== null) throw loading.failure;
    return { engine, requestedNamespaces, missingPermissionsOf, createSessionRepository: (deps) => new SessionRepository(deps) };
  };
  const evm = new FakeChain({ wallets: [{ id: 'com.example.wallet', name: 'Example' }] });
  const solana = new FakeChain({ namespace: 'solana', wallets: [] });
  // Namespaces without a configured network are not proposed.
  const others = (['bip122', 'polkadot'] as const).map((namespace) => new FakeChain({ namespace, wallets: [] }));
  const chains = new Map<Namespace, FakeChain>([evm, solana, ...others].map((chain) => [chain.namespace, chain]));
  const remote = new RemoteWallets({
    load,
    chains,
    connections,
    repository: connectionRepository,
    options,
    events,
    browser,
    clock,
    signIn: given.signIn ?? null,
    hasPendingPairing: () => storage.get(STORAGE_KEYS.pendingPairing) !== null,
  });
  const remotes = [remote];
  const reconnectWallets = new ReconnectWallets(chains, connections, connectionRepository, clock, logger, remotes);
  const connectWallet = new ConnectWallet({
    chains,
    connections,
    repository: connectionRepository,
    events,
    reconnect: reconnectWallets,
    remotes,
    signIn: null,
  });
  const disconnectWallet = new DisconnectWallet(connections, connectionRepository, events, clock, logger);
  const pairWallet = new PairWallet({ connect: connectWallet, connections, storage, remotes });
  const watchConnectors = new WatchConnectors(chains, connections, options, new ConnectorExclusion(), remotes);
  return {
    ...base,
    engine,
    loading,
    remote,
    evm,
    solana,
    chains,
    watchConnectors,
    connectWallet,
    reconnectWallets,
    disconnectWallet,
    pairWallet,
    pairing: () => connections.state.pairing,
    session: (namespace: Namespace) => connections.state.namespaces[namespace]?.session ?? null,
    /** Approves the latest pairing. */
    approve: (session: RemoteSession): Promise<void> => {
      engine.last.approve(session);
      return flushPromises();
    },
    /** Rejects the latest pairing. */
    fail: (error: unknown): Promise<void> => {
      engine.last.fail(error);
      return flushPromises();
    },
    /** Pairs and approves. */
    paired: async (namespaces: SessionNamespaces = EVM, topic = 'a'.repeat(64)): Promise<FakeRemoteSession> => {
      const session = new FakeRemoteSession({ topic, namespaces, peer: { name: 'Phone' } });
      pairWallet.execute().subscribe();
      await flushPromises();
      engine.last.approve(session);
      await flushPromises();
      return session;
    },
  };
};

export type RemoteFixture = ReturnType<typeof remoteFixture>;
