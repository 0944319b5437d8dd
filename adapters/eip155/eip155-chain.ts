import { BehaviorSubject, defer, Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { LazyPart } from '../../application/shared/lazy-part.js';
import { loadPart } from '../../application/shared/load-part.js';
import { isEvmAddress } from '../../domain/account/evm-address.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { attempt, membersOf } from '../../domain/wire.js';
import { type DiscoveryWindow, Eip6963Discovery, type WantedWallets } from './eip-6963-discovery.js';
import type { EvmServices, ServicesParts } from './eip155-services.js';
import { ask, type Eip1193Provider } from './eip1193.js';
import { type HostProvider, hostWallets } from './host-wallets.js';
import type { Eip155Reader, ReaderOptions } from './nodes/eip155-reader.js';

/** The wallet shows a question already. @see https://eips.ethereum.org/EIPS/eip-1474 */
const REQUEST_PENDING = -32_002;

/** What the adapter needs and finds wallets with. */
export interface Eip155ChainOptions {
  readonly clock: Clock;
  /** The page's `window`; absent outside of a page. */
  readonly window?: DiscoveryWindow | undefined;
  /** Providers that the host brings: in Node, in tests, in a host that embeds a wallet. */
  readonly providers?: readonly HostProvider[] | undefined;
  /** Which of the page's wallets are listed, now and after each change. Default: those that announce themselves, and the legacy one. */
  readonly wanted$?: Observable<WantedWallets> | undefined;
  /** Orders the URLs of a network by how they answer. Default: the host's order. */
  readonly rankEndpoints?: boolean | undefined;
  /** How many blocks, its own included, make a transaction settled. Default 1. */
  readonly confirmations?: number | undefined;
  /** Loads what reads from nodes. */
  readonly loadReader?: () => Promise<{ readonly Eip155Reader: new (options: ReaderOptions) => Eip155Reader }>;
}

/**
 * EVM chains: wallets by EIP-6963 and EIP-1193, reads by JSON-RPC. Nothing is touched before the first subscription
 * or call; what signs is loaded when a wallet is picked, what reads when a node is asked, viem for tokens, signatures and names.
 * @throws LatchkeyError `config/invalid-option` for a host's provider that is none
 */
export class Eip155Chain implements Chain {
  readonly namespace = 'eip155';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: EvmServices;
  readonly #clock: Clock;
  /** Answers that are awaited, also by nobody any more. */
  readonly #opened = new WeakMap<Eip1193Provider, Promise<unknown>>();
  readonly #discovery: Eip6963Discovery;
  /** One for all networks. */
  readonly #reader: LazyPart<Eip155Reader>;

  constructor({
    clock,
    window,
    providers = [],
    wanted$ = new BehaviorSubject({ announced: true, injected: true }),
    rankEndpoints,
    confirmations,
    loadReader = () => import('./nodes/eip155-reader.js'),
  }: Eip155ChainOptions) {
    this.#clock = clock;
    this.#reader = new LazyPart(
      async () => {
        const { Eip155Reader } = await loadPart('the reader of EVM nodes', loadReader);
        return new Eip155Reader({ clock, rank: rankEndpoints, confirmations });
      },
      (reader) => reader.dispose(),
    );
    this.services = lazyServices({ clock, reader: this.#reader.get });
    this.#discovery = new Eip6963Discovery({ window, clock, hostWallets: hostWallets(providers), wanted$ });
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
    // Asked within the click that led here, before anything is awaited: wallets that open a window need it.
    const asked = abortable(this.#open(wallet.provider), signal);
    // It may fail while the session's code is still loading; the session takes the failure then.
    asked.catch(() => undefined);
    const { openSession } = await loadSession();
    const session = await openSession({ wallet, clock: this.#clock, method, asked }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#discovery.start();
    const { resumeSession } = await loadSession();
    return resumeSession({ connectorId, discovery: this.#discovery, clock: this.#clock }, signal);
  }

  sharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const provider = this.#discovery.find(connectorId)?.provider;
      const hear = (accounts: unknown): void => {
        if (Array.isArray(accounts) && accounts.length > 0) subscriber.next();
      };
      attempt(() => provider?.on?.('accountsChanged', hear));
      return () => attempt(() => provider?.removeListener?.('accountsChanged', hear));
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemoteSession } = await loadPart('the code of EVM wallets elsewhere', () => import('./remote-provider.js'));
    return openRemoteSession({ ...adoption, clock: this.#clock, reader: this.#reader.get }, signal);
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    return (await this.#reader.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return this.#reader.watch((reader) => reader.followTransaction(request));
  }

  isAddress(value: string): boolean {
    return isEvmAddress(value);
  }

  dispose(): void {
    this.#discovery.dispose();
    this.#reader.dispose();
  }

  /**
   * Opens the wallet. One that is open already, because the person went back or picked it twice, refuses a second
   * question: then the answer to the first one counts.
   */
  #open(provider: Eip1193Provider): Promise<unknown> {
    const earlier = this.#opened.get(provider);
    const answer = ask(provider, { method: 'eth_requestAccounts' }, new AbortController().signal).catch((error: unknown) => {
      if (earlier !== undefined && membersOf(error)['code'] === REQUEST_PENDING) return earlier;
      throw error;
    });
    this.#opened.set(provider, answer);
    const forget = (): void => {
      if (this.#opened.get(provider) === answer) this.#opened.delete(provider);
    };
    answer.then(forget, forget);
    return answer;
  }
}

const loadSession = () => loadPart('the code of EVM wallets', () => import('./eip155-session.js'));

/** The services of the chain, whose code comes with the first call. A failed load is tried again by the next one. */
const lazyServices = (parts: ServicesParts): EvmServices => {
  const { get: load } = new LazyPart(async () => {
    const { Eip155Services } = await loadPart('the services of EVM chains', () => import('./eip155-services.js'));
    return new Eip155Services(parts);
  });
  return {
    getAssetBalances: async (request, signal) => (await load()).getAssetBalances(request, signal),
    getBalances: async (request, signal) => (await load()).getBalances(request, signal),
    getCoinBalances: async (request, signal) => (await load()).getCoinBalances(request, signal),
    estimateFees: async (request, signal) => (await load()).estimateFees(request, signal),
    verifyMessage: async (request, signal) => (await load()).verifyMessage(request, signal),
    judgeSignature: async (request, signal) => (await load()).judgeSignature(request, signal),
    names: {
      resolve: async (request, signal) => (await load()).names.resolve(request, signal),
      lookUp: async (request, signal) => (await load()).names.lookUp(request, signal),
      avatar: async (request, signal) => (await load()).names.avatar(request, signal),
    },
  };
};
