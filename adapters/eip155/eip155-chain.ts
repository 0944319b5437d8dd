import { BehaviorSubject, defer, Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LazyResource } from '../../application/shared/lazy-resource.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { isPrefixedEvmAddress } from '../../domain/account/evm-address.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { asRecord, attempt } from '../../domain/wire.js';
import { type AppProvider, appWallets } from './app-wallets.js';
import { type DiscoveryWindow, Eip6963Discovery, type WalletFilter } from './eip-6963-discovery.js';
import type { EvmServices, ServicesDeps } from './eip155-services.js';
import { type Eip1193Provider, requestProvider } from './eip1193.js';
import type { Eip155Reader, ReaderOptions } from './nodes/eip155-reader.js';
import { areExclusive } from './transaction-trace.js';

/** The wallet already shows a prompt. @see https://eips.ethereum.org/EIPS/eip-1474 */
const REQUEST_PENDING = -32_002;

export interface Eip155ChainOptions {
  readonly clock: Clock;
  /** The page's `window`; absent on a server. */
  readonly window?: DiscoveryWindow | undefined;
  /** Providers supplied by the app: in Node, in tests, or when the app embeds a wallet. */
  readonly providers?: readonly AppProvider[] | undefined;
  /** Filter for the wallets in the page; emits again when it changes. Default: announced wallets (EIP-6963) and the legacy `window.ethereum`. */
  readonly walletFilter$?: Observable<WalletFilter> | undefined;
  /** Ranks a network's URLs by measured speed and stability. Default: the app's order. */
  readonly rankEndpoints?: boolean | undefined;
  /** Number of confirmations, counting the transaction's own block, before it is settled. Default 1. */
  readonly confirmations?: number | undefined;
  /** Loads the JSON-RPC reader. */
  readonly loadReader?: () => Promise<{ readonly Eip155Reader: new (options: ReaderOptions) => Eip155Reader }>;
}

/**
 * EVM chains: wallets by EIP-6963 and EIP-1193, reads by JSON-RPC. No side effects before the first subscription or call. Signing code
 * loads when a wallet is picked, the reader on the first read, viem for tokens, signatures and names.
 * @throws LatchkeyError `config/invalid-option` if an app's provider is not an EIP-1193 provider
 */
export class Eip155Chain implements Chain {
  readonly namespace = 'eip155';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly areExclusive = areExclusive;
  readonly services: EvmServices;
  readonly #clock: Clock;
  /** Pending `eth_requestAccounts` responses, including those whose caller has cancelled. */
  readonly #pendingAccounts = new WeakMap<Eip1193Provider, Promise<unknown>>();
  readonly #discovery: Eip6963Discovery;
  /** Shared by all networks. */
  readonly #reader: LazyResource<Eip155Reader>;

  constructor({
    clock,
    window,
    providers = [],
    walletFilter$ = new BehaviorSubject({ announced: true, injected: true }),
    rankEndpoints,
    confirmations,
    loadReader = () => import('./nodes/eip155-reader.js'),
  }: Eip155ChainOptions) {
    this.#clock = clock;
    this.#reader = new LazyResource(
      async () => {
        const { Eip155Reader } = await loadChunk('the EVM node reader', loadReader);
        return new Eip155Reader({ clock, rank: rankEndpoints, confirmations });
      },
      (reader) => reader.dispose(),
    );
    this.services = lazyServices({ clock, reader: this.#reader.get });
    this.#discovery = new Eip6963Discovery({ window, clock, appWallets: appWallets(providers), walletFilter$ });
    this.connectors$ = defer(() => {
      this.#discovery.start();
      return this.#discovery.connectors$;
    });
  }

  async connect({ connectorId }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    this.#discovery.start();
    const wallet = this.#discovery.find(connectorId);
    if (wallet === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    const method = 'eth_requestAccounts';
    signal.throwIfAborted();
    // Requested inside the click handler, before any await: wallets that open a window need the user activation.
    const pendingResponse = abortable(this.#requestAccounts(wallet.provider), signal);
    // It may reject while the session's code is still loading; the session handles that rejection.
    pendingResponse.catch(() => undefined);
    const { openSession } = await loadSession();
    const session = await openSession({ wallet, clock: this.#clock, method, pendingResponse }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#discovery.start();
    const { resumeSession } = await loadSession();
    return resumeSession({ connectorId, discovery: this.#discovery, clock: this.#clock }, signal);
  }

  watchSharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const provider = this.#discovery.find(connectorId)?.provider;
      const onAccountsChanged = (accounts: unknown): void => {
        if (Array.isArray(accounts) && accounts.length > 0) subscriber.next();
      };
      attempt(() => provider?.on?.('accountsChanged', onAccountsChanged));
      return () => attempt(() => provider?.removeListener?.('accountsChanged', onAccountsChanged));
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemoteSession } = await loadChunk('the remote EVM wallet code', () => import('./remote-provider.js'));
    return openRemoteSession({ ...adoption, clock: this.#clock, reader: this.#reader.get }, signal);
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    return (await this.#reader.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return this.#reader.watch((reader) => reader.followTransaction(request));
  }

  watchPending(request: { readonly network: Network; readonly pollMs: number }): Observable<void> {
    return this.#reader.watch((reader) => reader.watchPending(request));
  }

  isAddress(value: string): boolean {
    return isPrefixedEvmAddress(value);
  }

  dispose(): void {
    this.#discovery.dispose();
    this.#reader.dispose();
  }

  /**
   * Requests accounts. If a prompt is already open (the user went back or picked the wallet twice), the wallet rejects the second request;
   * then the first response is used.
   */
  #requestAccounts(provider: Eip1193Provider): Promise<unknown> {
    const pending = this.#pendingAccounts.get(provider);
    const response = requestProvider(provider, { method: 'eth_requestAccounts' }, new AbortController().signal).catch((error: unknown) => {
      if (pending !== undefined && asRecord(error)['code'] === REQUEST_PENDING) return pending;
      throw error;
    });
    this.#pendingAccounts.set(provider, response);
    const forget = (): void => {
      if (this.#pendingAccounts.get(provider) === response) this.#pendingAccounts.delete(provider);
    };
    response.then(forget, forget);
    return response;
  }
}

const loadSession = () => loadChunk('the EVM wallet code', () => import('./eip155-session.js'));

/** The chain's services, loaded on the first call. A failed load is retried by the next call. */
const lazyServices = (deps: ServicesDeps): EvmServices => {
  const { get: load } = new LazyResource(async () => {
    const { Eip155Services } = await loadChunk('the EVM services', () => import('./eip155-services.js'));
    return new Eip155Services(deps);
  });
  return {
    getAssetBalances: async (request, signal) => (await load()).getAssetBalances(request, signal),
    getBalances: async (request, signal) => (await load()).getBalances(request, signal),
    getCoinBalances: async (request, signal) => (await load()).getCoinBalances(request, signal),
    estimateFees: async (request, signal) => (await load()).estimateFees(request, signal),
    simulate: async (request, signal) => (await load()).simulate(request, signal),
    isContract: async (request, signal) => (await load()).isContract(request, signal),
    verifyMessage: async (request, signal) => (await load()).verifyMessage(request, signal),
    verifySignature: async (request, signal) => (await load()).verifySignature(request, signal),
    names: {
      resolve: async (request, signal) => (await load()).names.resolve(request, signal),
      lookUp: async (request, signal) => (await load()).names.lookUp(request, signal),
      avatar: async (request, signal) => (await load()).names.avatar(request, signal),
    },
  };
};
