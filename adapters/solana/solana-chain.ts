import { defer, Observable } from 'rxjs';
import type {
  Adoption,
  Chain,
  ConnectRequest,
  FollowRequest,
  TransactionProgress,
  WalletSession,
} from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Locks } from '../../application/ports/locks.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { fromAbortable } from '../../application/shared/from-abortable.js';
import { LazyResource } from '../../application/shared/lazy-resource.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { isStandardWallet, type StandardWallet, type StandardWalletFilter } from '../../application/shared/standard-wallet.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type RegistryWindow, StandardWallets } from '../shared/standard-wallets.js';
import type { SolanaNode } from './solana-node.js';
import type { SolanaSessionDeps } from './solana-session.js';
import { featureOf, onChange } from './standard-features.js';

export interface SolanaChainOptions {
  readonly clock: Clock;
  /** Shared by all tabs of the site, as the locks. */
  readonly storage: Storage;
  readonly locks: Locks;
  /** The page's `window`; absent on a server. */
  readonly window?: RegistryWindow | undefined;
  /** Wallets supplied by the app: in Node, in tests, or when the app embeds a wallet. */
  readonly wallets?: readonly StandardWallet[] | undefined;
}

const WALLET_FILTER: StandardWalletFilter = { chainPrefix: 'solana:', connectFeature: 'standard:connect' };

/**
 * Solana: wallets by the Wallet Standard, reads by JSON-RPC. No side effects before the first subscription or call. Signing code loads when
 * a wallet is picked, the RPC reader on the first read, `@solana/web3.js` when a transfer is built.
 * @throws LatchkeyError `config/invalid-option` if an app's wallet is not a Wallet Standard wallet for Solana
 */
export class SolanaChain implements Chain {
  readonly namespace = 'solana';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: Pick<
    ChainServices,
    'getAssetBalances' | 'getBalances' | 'getCoinBalances' | 'estimateFees' | 'simulate' | 'verifyMessage' | 'verifySignature'
  >;
  readonly #clock: Clock;
  readonly #wallets: StandardWallets;
  /** Shared by all networks. */
  readonly #node: LazyResource<SolanaNode>;

  constructor({ clock, storage, locks, window, wallets = [] }: SolanaChainOptions) {
    const invalid = wallets.findIndex((wallet) => !isStandardWallet(wallet, WALLET_FILTER));
    if (invalid >= 0) {
      const fix = 'pass a Wallet Standard wallet with a Solana chain and the feature standard:connect';
      throw new LatchkeyError('config/invalid-option', { field: `solana.wallets[${invalid}]`, fix });
    }
    this.#clock = clock;
    this.#node = new LazyResource(
      async () => {
        const [{ SolanaNode }, { UniqueLimits }] = await Promise.all([
          loadChunk('the Solana node reader', () => import('./solana-node.js')),
          loadChunk('the Solana node reader', () => import('./unique-limits.js')),
        ]);
        return new SolanaNode(clock, new UniqueLimits(storage, locks));
      },
      (node) => node.dispose(),
    );
    this.#wallets = new StandardWallets({ window, namespace: this.namespace, filter: WALLET_FILTER, appWallets: wallets });
    this.connectors$ = defer(() => {
      this.#wallets.start();
      return this.#wallets.connectors$;
    });
    this.services = {
      getAssetBalances: async (request, signal) => (await this.#node.get()).getAssetBalances(request, signal),
      getBalances: async (request, signal) => (await this.#node.get()).getBalances(request, signal),
      getCoinBalances: async (request, signal) => (await this.#node.get()).getCoinBalances(request, signal),
      estimateFees: async (request, signal) => (await this.#node.get()).estimateFees(request, signal),
      simulate: async (request, signal) => (await this.#node.get()).simulate(request, signal),
      verifyMessage: async (request) => (await loadVerifier()).verifyMessage(request),
      verifySignature: async (request) => (await loadVerifier()).verifySignature(request),
    };
  }

  async connect({ connectorId, network, signIn }: ConnectRequest, signal: AbortSignal): Promise<WalletSession> {
    this.#wallets.start();
    const listed = this.#wallets.find(connectorId);
    if (listed === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    signal.throwIfAborted();
    const deps = { ...listed, network, node: this.#node.get };
    const requestAccounts = (): Promise<unknown> =>
      abortable(new Promise((resolve) => resolve(featureOf(listed.wallet, 'standard:connect')?.connect())), signal);
    const message =
      signIn === undefined || featureOf(listed.wallet, 'solana:signIn') === undefined ? null : await abortable(signIn(), signal);
    // Without a message, requested inside the click handler, before any await: wallets that open a window need the user activation.
    const session = await (message === null
      ? openConnected(deps, requestAccounts(), signal)
      : loadSession().then(({ openSignInSession }) => openSignInSession({ ...deps, message, requestAccounts }, signal)));
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#wallets.start();
    const { resumeSession } = await loadSession();
    const options = { connectorId, network, wallets: this.#wallets, clock: this.#clock, node: this.#node.get };
    return resumeSession(options, signal);
  }

  watchSharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const wallet = this.#wallets.find(connectorId)?.wallet;
      if (wallet === undefined) return undefined;
      return onChange(wallet, () => {
        if (wallet.accounts.length > 0) subscriber.next();
      });
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemoteSession } = await loadChunk('the remote Solana wallet code', () => import('./remote-wallet.js'));
    signal.throwIfAborted();
    return openRemoteSession({ ...adoption, node: this.#node.get }, signal);
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    return (await this.#node.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return fromAbortable(async (signal, emit) => (await this.#node.get()).follow(request, emit, signal));
  }

  isAddress(value: string): boolean {
    return isSolanaAddress(value);
  }

  dispose(): void {
    this.#wallets.dispose();
    this.#node.dispose();
  }
}

const openConnected = async (
  deps: SolanaSessionDeps,
  pendingResponse: Promise<unknown>,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  // It may reject while the session's code is still loading; the session handles that rejection.
  pendingResponse.catch(() => undefined);
  const { openSession } = await loadSession();
  return openSession({ ...deps, pendingResponse }, signal);
};

const loadSession = () => loadChunk('the Solana wallet code', () => import('./open-session.js'));
const loadVerifier = () => loadChunk('the signature verifier', () => import('./verify-message.js'));
