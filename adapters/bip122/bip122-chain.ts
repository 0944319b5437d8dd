import { defer, Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Locks } from '../../application/ports/locks.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { fromAbortable } from '../../application/shared/from-abortable.js';
import { LazyResource } from '../../application/shared/lazy-resource.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { hasBitcoinAddressFormat } from '../../domain/account/bitcoin-address-format.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { RegistryWindow } from '../shared/standard-wallets.js';
import { type AppBitcoinWallet, appBitcoinWallets } from './app-wallets.js';
import type { OpenSessionOptions } from './bip122-session.js';
import type { SendBitcoin } from './bitcoinjs/send-bitcoin.js';
import type { DiscoveredWallet } from './discovered-wallet.js';
import type { EsploraUrls } from './esplora/esplora.js';
import type { EsploraReader } from './esplora/esplora-reader.js';
import { areExclusive } from './esplora/transaction-trace.js';
import { WalletDiscovery } from './wallet-discovery.js';
import { listenTo, member } from './wallets/member.js';

export interface Bip122ChainOptions {
  readonly clock: Clock;
  /** Shared by all tabs of the site, as the locks. */
  readonly storage: Storage;
  readonly locks: Locks;
  /** The page's `window`; absent on a server. */
  readonly window?: RegistryWindow | undefined;
  /** Wallets supplied by the app. */
  readonly providers?: readonly AppBitcoinWallet[] | undefined;
  /** Esplora base URLs by network. */
  readonly esplora: EsploraUrls;
  /** Number of confirmations, counting the transaction's own block, before it is settled. Default 1. */
  readonly confirmations?: number | undefined;
}

const loadSession = () => loadChunk('the Bitcoin wallet code', () => import('./open-session.js'));
const loadOpenWallet = () => loadChunk('the Bitcoin wallet code', () => import('./wallets/open-wallet.js'));
const loadRemoteWallet = () => loadChunk('the Bitcoin wallet code', () => import('./wallets/remote-wallet.js'));
const loadReader = () => loadChunk('the Bitcoin node reader', () => import('./esplora/esplora-reader.js'));
const loadSender = () => loadChunk('the Bitcoin transaction builder', () => import('./bitcoinjs/send-bitcoin.js'), 'bitcoinjs-lib');
const loadCoinsInUse = () => loadChunk('the Bitcoin transaction builder', () => import('./coins-in-use.js'));
const loadVerifier = () => loadChunk('the Bitcoin signature verifier', () => import('./verify-message.js'));

/**
 * Bitcoin: wallets by the Wallet Standard, WBIP004 and injected providers; reads from an Esplora service. No side effects before the first
 * subscription or call. Wallet and reader code loads when it is needed.
 * @throws LatchkeyError `config/invalid-option` if an app's wallet is invalid
 */
export class Bip122Chain implements Chain {
  readonly namespace = 'bip122';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly areExclusive = areExclusive;
  readonly services: Partial<ChainServices>;
  readonly #options: Bip122ChainOptions;
  readonly #discovery: WalletDiscovery;
  /** Networks seen so far: a session may send on any of them. */
  readonly #networks = new Map<string, Network>();
  /** Shared by all networks. */
  readonly #reader: LazyResource<EsploraReader>;

  constructor(options: Bip122ChainOptions) {
    const { window, clock, providers = [], esplora, confirmations = 1 } = options;
    this.#options = options;
    this.#reader = new LazyResource(
      async () => {
        const { EsploraReader } = await loadReader();
        return new EsploraReader({ clock, esplora, confirmations });
      },
      (reader) => reader.dispose(),
    );
    this.#discovery = new WalletDiscovery(window, clock, appBitcoinWallets(providers));
    this.connectors$ = defer(() => {
      this.#discovery.start();
      return this.#discovery.connectors$;
    });
    this.services = {
      getAssetBalances: async (request, signal) => (await this.#reader.get()).getAssetBalances(request, signal),
      getHistory: async (request, signal) => (await this.#reader.get()).getHistory(request, signal),
      getBalances: async (request, signal) => (await this.#reader.get()).getBalances(request, signal),
      estimateFees: async (request, signal) => (await this.#sender(request.network)).estimateFees(request, signal),
      verifyMessage: async (request) => (await loadVerifier()).verifyMessage(request),
      verifySignature: async (request) => (await loadVerifier()).verifySignature(request),
    };
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    this.#discovery.start();
    const found = this.#discovery.find(connectorId);
    if (found === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    signal.throwIfAborted();
    const { connector, dialect } = found;
    const [{ openSession }, { openWallet }] = await Promise.all([loadSession(), loadOpenWallet()]);
    const request = { wallet: openWallet(found), connector, dialect, network, canPrompt: true };
    const session = await openSession({ ...request, clock: this.#options.clock, ...this.#sessionDeps(network) }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#discovery.start();
    const { resumeSession } = await loadSession();
    return resumeSession(
      { connectorId, discovery: this.#discovery, network, clock: this.#options.clock, ...this.#sessionDeps(network) },
      signal,
    );
  }

  watchSharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const found = this.#discovery.find(connectorId);
      return found === undefined ? undefined : watchSharing(found, () => subscriber.next());
    });
  }

  async adopt({ remote, connector, network, networks }: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const [{ openSession }, { remoteWallet }] = await Promise.all([loadSession(), loadRemoteWallet()]);
    const wallet = remoteWallet(remote, network.caipNetworkId);
    for (const each of networks()) this.#registerNetwork(each);
    const request = { wallet, connector, dialect: 'remote', network, canPrompt: true } as const;
    return openSession({ ...request, clock: this.#options.clock, ...this.#sessionDeps(network) }, signal);
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    this.#registerNetwork(request.network);
    return (await this.#reader.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return fromAbortable(async (signal, emit) => (await this.#reader.get()).follow(request, emit, signal));
  }

  /** Checks the format only; checksums are verified before sending, with code that loads lazily. */
  isAddress(value: string): boolean {
    return hasBitcoinAddressFormat(value);
  }

  dispose(): void {
    this.#discovery.dispose();
    this.#reader.dispose();
  }

  /** The last definition of a network wins. */
  #registerNetwork(network: Network): void {
    this.#networks.set(network.caipNetworkId, network);
  }

  #sessionDeps(network: Network): Pick<OpenSessionOptions, 'sender' | 'registerNetwork'> {
    this.#registerNetwork(network);
    return { sender: () => this.#sender(), registerNetwork: (other) => this.#registerNetwork(other) };
  }

  async #sender(network?: Network): Promise<SendBitcoin> {
    if (network !== undefined) this.#registerNetwork(network);
    const [{ SendBitcoin }, { CoinsInUse }, reader] = await Promise.all([loadSender(), loadCoinsInUse(), this.#reader.get()]);
    const { clock, storage, locks } = this.#options;
    const coinsInUse = new CoinsInUse(storage, clock);
    return new SendBitcoin({ esplora: reader.esplora, networks: () => [...this.#networks.values()], coinsInUse, locks, clock });
  }
}

/**
 * Watches for a wallet that starts to share addresses, without prompting it or loading its wallet code, since this runs from page load for
 * every stored connection. Returns the unsubscribe function.
 */
const watchSharing = ({ provider, dialect }: DiscoveredWallet, onSharing: () => void): (() => void) => {
  const isStandard = dialect === 'standard';
  const emitter = isStandard ? member(member(provider, 'features'), 'standard:events') : provider;
  const event = isStandard ? 'change' : dialect === 'unisat' || dialect === 'okx' ? 'accountsChanged' : 'accountChange';
  return listenTo(emitter, event, (payload) => {
    const accounts = isStandard ? member(payload, 'accounts') : payload;
    if (!Array.isArray(accounts) ? !isStandard : accounts.length > 0) onSharing();
  });
};
