import { filter, map } from 'rxjs';
import { ConnectWallet } from '../../../../../application/connect/connect-wallet.use-case.js';
import { DisconnectWallet } from '../../../../../application/connect/disconnect-wallet.use-case.js';
import { ReconnectWallets } from '../../../../../application/connect/reconnect-wallets.use-case.js';
import { FakeChain } from '../../../../../application/ports/chain.fake.js';
import type { Adoption, Chains, SessionEvent, WalletSession } from '../../../../../application/ports/chain.port.js';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../../application/ports/remote-session.fake.js';
import type { RemoteSession } from '../../../../../application/ports/remote-session.port.js';
import { PairWallet } from '../../../../../application/wallet-protocol/pair-wallet.use-case.js';
import type { PairRequest } from '../../../../../application/wallet-protocol/protocol-client.js';
import { RemoteChain } from '../../../../../application/wallet-protocol/remote-chain.js';
import { type PairingEngine, RemoteWallets } from '../../../../../application/wallet-protocol/remote-wallets.js';
import { addressOf, chainIdOf, toAccountId } from '../../../../../domain/caip/caip-10.js';
import type { Namespace } from '../../../../../domain/caip/namespace.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../../domain/wallet-protocol/session.js';
import { accountsOf } from '../../../../../domain/wallet-protocol/session-namespaces.js';
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

const forbidden = (): never => {
  throw new Error('The wallet is not to be asked here');
};

/** A session of any chain over one of the wallet protocol. */
const adopted = ({ remote, connector }: Adoption, namespace: Namespace): WalletSession | null => {
  const accounts = () => (remote.live ? accountsOf(remote.namespaces, namespace) : []);
  const [first] = accounts();
  if (first === undefined) return null;
  return {
    connector,
    provider: {},
    get accounts() {
      return accounts()
        .slice(0, 1)
        .map((account) => ({ namespace, address: addressOf(account), type: 'eoa' as const }));
    },
    chainId: chainIdOf(first),
    events$: remote.events$.pipe(
      filter(({ type }) => type === 'ended'),
      map((): SessionEvent => ({ type: 'disconnected' })),
    ),
    switchNetwork: forbidden,
    addNetwork: forbidden,
    signMessage: forbidden,
    signTypedData: forbidden,
    sendTransaction: forbidden,
    disconnect: (signal) => remote.disconnect(signal),
    release: () => undefined,
  };
};

/** A chain that can take a session of the wallet protocol up. */
export class AdoptingChain extends FakeChain {
  readonly adoptions: Adoption[] = [];
  /** Adopting waits until {@link go}, as where its code is loaded. */
  slow = false;
  go: () => void = () => undefined;

  readonly adopt = async (adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> => {
    this.adoptions.push(adoption);
    if (this.slow) {
      await new Promise<void>((resolve) => {
        this.go = resolve;
      });
    }
    signal.throwIfAborted();
    return adopted(adoption, this.namespace);
  };
}

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
  disposals = 0;

  readonly pair = (request: PairRequest, signal: AbortSignal): Promise<RemoteSession> =>
    new Promise((approve, fail) => {
      this.pairings.push({ request, signal, approve, fail });
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    });

  readonly resume = async (): Promise<RemoteSession | null> => this.stored;

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
  const load = async (): Promise<PairingEngine> => {
    loading.count += 1;
    if (loading.failure !== null) throw loading.failure;
    return engine;
  };
  const remote = new RemoteWallets({ load, connections, memory, options, browser, clock });
  const evm = new AdoptingChain({ wallets: [{ id: 'com.example.wallet', name: 'Example' }] });
  const solana = new AdoptingChain({ namespace: 'solana', wallets: [] });
  const remoteEvm = new RemoteChain(evm, remote);
  const chains: Chains = new Map([
    ['eip155', remoteEvm],
    ['solana', new RemoteChain(solana, remote)],
  ]);
  const connectWallet = new ConnectWallet(chains, connections, memory, events);
  const reconnectWallets = new ReconnectWallets(chains, connections, memory, clock, logger);
  const disconnectWallet = new DisconnectWallet(connections, memory, events, clock, logger);
  const pairWallet = new PairWallet({ connect: connectWallet, reconnect: reconnectWallets, connections, memory, storage, remote });
  return {
    ...here,
    engine,
    loading,
    remote,
    evm,
    solana,
    chains,
    remoteEvm,
    connectWallet,
    reconnectWallets,
    disconnectWallet,
    pairWallet,
    pairing: () => connections.state.pairing,
    session: (namespace: Namespace) => connections.state.namespaces[namespace]?.session ?? null,
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
