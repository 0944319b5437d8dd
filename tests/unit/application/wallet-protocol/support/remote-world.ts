import { ConnectWallet } from '../../../../../application/connect/connect-wallet.use-case.js';
import { ConnectorExclusion } from '../../../../../application/connect/connector-exclusion.js';
import { DisconnectWallet } from '../../../../../application/connect/disconnect-wallet.use-case.js';
import { ReconnectWallets } from '../../../../../application/connect/reconnect-wallets.use-case.js';
import { WatchConnectors } from '../../../../../application/connect/watch-connectors.use-case.js';
import { FakeChain } from '../../../../../application/ports/chain.fake.js';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../../application/ports/remote-session.fake.js';
import type { RemoteSession } from '../../../../../application/ports/remote-session.port.js';
import { STORAGE_KEYS } from '../../../../../application/shared/storage-keys.js';
import { PairWallet } from '../../../../../application/wallet-protocol/pair-wallet.use-case.js';
import type { PairRequest } from '../../../../../application/wallet-protocol/pairing-run.js';
import { type LoadedEngine, type PairingEngine, RemoteWallets } from '../../../../../application/wallet-protocol/remote-wallets.js';
import { SessionMemory } from '../../../../../application/wallet-protocol/session-memory.js';
import { toAccountId } from '../../../../../domain/caip/caip-10.js';
import type { Namespace } from '../../../../../domain/caip/namespace.js';
import { requestedNamespaces } from '../../../../../domain/wallet-protocol/requested-namespaces.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../../domain/wallet-protocol/session.js';
import { ungrantedOf } from '../../../../../domain/wallet-protocol/ungranted.js';
import { ADDRESS, SOLANA, type WorldInit, world } from '../../support/world.js';

const entry = (...accounts: readonly string[]): SessionNamespace => ({
  accounts: accounts.map(toAccountId),
  methods: ['personal_sign'],
  events: [],
});

/** What a wallet may allow. */
export const EVM: SessionNamespaces = { eip155: entry(`eip155:1:${ADDRESS}`, `eip155:137:${ADDRESS}`) };
export const SOLANA_ONLY: SessionNamespaces = { solana: entry(`${SOLANA}:8ZU8yR1zKPYKPYkSPLFCG9EyFkMEp5JBrVUNcU9nXsUA`) };
export const BOTH: SessionNamespaces = { ...EVM, ...SOLANA_ONLY };

/** One pairing that is under way. */
export interface Pairing {
  readonly request: PairRequest;
  readonly signal: AbortSignal;
  readonly approve: (remote: RemoteSession) => void;
  readonly fail: (error: unknown) => void;
}

/** The engine, played by hand. */
export class FakeEngine implements PairingEngine {
  readonly pairings: Pairing[] = [];
  /** The session of an earlier page. */
  stored: RemoteSession | null = null;
  /** Others that are stored, and live no longer. */
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

  /** The pairing that began last. */
  get last(): Pairing {
    const last = this.pairings.at(-1);
    if (last === undefined) throw new Error('Nobody pairs');
    return last;
  }
}

/** A client's state on fakes, with chains that reach wallets elsewhere. */
export const remoteWorld = (given: WorldInit = {}) => {
  const here = world(given);
  const { connections, memory, options, browser, clock, events, storage, logger } = here;
  const engine = new FakeEngine();
  /** How often the engine was loaded, and with which failure it is not. */
  const loading: { count: number; failure: Error | null } = { count: 0, failure: null };
  const load = async (): Promise<LoadedEngine> => {
    loading.count += 1;
    if (loading.failure !== null) throw loading.failure;
    return { engine, requestedNamespaces, ungrantedOf, sessionMemory: (parts) => new SessionMemory(parts) };
  };
  const evm = new FakeChain({ wallets: [{ id: 'com.example.wallet', name: 'Example' }] });
  const solana = new FakeChain({ namespace: 'solana', wallets: [] });
  // Those without a network of theirs are proposed to no one.
  const further = (['bip122', 'polkadot'] as const).map((namespace) => new FakeChain({ namespace, wallets: [] }));
  const chains = new Map<Namespace, FakeChain>([evm, solana, ...further].map((chain) => [chain.namespace, chain]));
  const remote = new RemoteWallets({
    load,
    chains,
    connections,
    memory,
    options,
    events,
    browser,
    clock,
    isPending: () => storage.get(STORAGE_KEYS.pendingPairing) !== null,
  });
  const remotes = [remote];
  const reconnectWallets = new ReconnectWallets(chains, connections, memory, clock, logger, remotes);
  const connectWallet = new ConnectWallet({ chains, connections, memory, events, reconnect: reconnectWallets, remotes });
  const disconnectWallet = new DisconnectWallet(connections, memory, events, clock, logger);
  const pairWallet = new PairWallet({ connect: connectWallet, connections, storage, remotes });
  const watchConnectors = new WatchConnectors(chains, connections, options, new ConnectorExclusion(), remotes);
  return {
    ...here,
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
    /** The wallet approves what is shown last. */
    approve: (session: RemoteSession): Promise<void> => {
      engine.last.approve(session);
      return settle();
    },
    /** What is shown last comes to nothing. */
    fail: (error: unknown): Promise<void> => {
      engine.last.fail(error);
      return settle();
    },
    /** A person pairs and the wallet approves. */
    paired: async (namespaces: SessionNamespaces = EVM, topic = 'a'.repeat(64)): Promise<FakeRemoteSession> => {
      const session = new FakeRemoteSession({ topic, namespaces, peer: { name: 'Phone' } });
      pairWallet.execute().subscribe();
      await settle();
      engine.last.approve(session);
      await settle();
      return session;
    },
  };
};

/** The world of wallets elsewhere. */
export type RemoteWorld = ReturnType<typeof remoteWorld>;
