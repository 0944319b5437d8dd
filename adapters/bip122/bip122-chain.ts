import { defer, Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { fromAbortable } from '../../application/shared/from-abortable.js';
import { LazyPart } from '../../application/shared/lazy-part.js';
import { loadPart } from '../../application/shared/load-part.js';
import { hasBitcoinAddressForm } from '../../domain/account/bitcoin-address-form.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { RegistryWindow } from '../shared/standard-wallets.js';
import type { OpenSession } from './bip122-session.js';
import type { SendBitcoin } from './bitcoinjs/send-bitcoin.js';
import type { EsploraAddresses } from './esplora/esplora.js';
import type { EsploraReader } from './esplora/esplora-reader.js';
import type { FoundWallet } from './found-wallet.js';
import { type HostBitcoinWallet, hostBitcoinWallets } from './host-wallets.js';
import { WalletDiscovery } from './wallet-discovery.js';
import { listenTo, member } from './wallets/member.js';

/** What the adapter needs and finds wallets with. */
export interface Bip122ChainOptions {
  readonly clock: Clock;
  /** The page's `window`; absent outside of a page. */
  readonly window?: RegistryWindow | undefined;
  /** Wallets that the host brings. */
  readonly providers?: readonly HostBitcoinWallet[] | undefined;
  /** Where the networks are read. */
  readonly esplora: EsploraAddresses;
  /** How many blocks make a transaction settled. Default 1. */
  readonly confirmations?: number | undefined;
}

const loadSession = () => loadPart('the code of Bitcoin wallets', () => import('./open-session.js'));
const loadReader = () => loadPart('the reader of Bitcoin nodes', () => import('./esplora/esplora-reader.js'));
const loadSender = () => loadPart('what builds Bitcoin transactions', () => import('./bitcoinjs/send-bitcoin.js'), 'bitcoinjs-lib');
const loadVerifier = () => loadPart('what verifies Bitcoin signatures', () => import('./bitcoinjs/verify-message.js'), 'bitcoinjs-lib');

/**
 * Bitcoin: wallets by the Wallet Standard, WBIP004 and their own providers, reads from an Esplora service. Nothing is
 * touched before the first subscription or call; what talks to wallets and nodes is loaded when it is needed.
 * @throws LatchkeyError `config/invalid-option` for a host's wallet that is none
 */
export class Bip122Chain implements Chain {
  readonly namespace = 'bip122';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: Partial<ChainServices>;
  readonly #options: Bip122ChainOptions;
  readonly #discovery: WalletDiscovery;
  /** Those that were spoken of: a session may be asked to send on each. */
  readonly #networks = new Map<string, Network>();
  /** One for all networks. */
  readonly #reader: LazyPart<EsploraReader>;

  constructor(options: Bip122ChainOptions) {
    const { window, clock, providers = [], esplora, confirmations = 1 } = options;
    this.#options = options;
    this.#reader = new LazyPart(
      async () => {
        const { EsploraReader } = await loadReader();
        return new EsploraReader({ clock, esplora, confirmations });
      },
      (reader) => reader.dispose(),
    );
    this.#discovery = new WalletDiscovery(window, clock, hostBitcoinWallets(providers));
    this.connectors$ = defer(() => {
      this.#discovery.start();
      return this.#discovery.connectors$;
    });
    this.services = {
      getAssetBalances: async (request, signal) => (await this.#reader.get()).getAssetBalances(request, signal),
      getBalances: async (request, signal) => (await this.#reader.get()).getBalances(request, signal),
      estimateFees: async (request, signal) => (await this.#sender(request.network)).estimateFees(request, signal),
      verifyMessage: async (request) => (await loadVerifier()).verifyMessage(request),
      judgeSignature: async (request) => (await loadVerifier()).judgeSignature(request),
    };
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    this.#discovery.start();
    const found = this.#discovery.find(connectorId);
    if (found === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    signal.throwIfAborted();
    const { connector, dialect } = found;
    const [{ openSession }, { openWallet }] = await Promise.all([loadSession(), import('./wallets/open-wallet.js')]);
    const request = { wallet: openWallet(found), connector, dialect, network, asks: true };
    const session = await openSession({ ...request, clock: this.#options.clock, ...this.#forSession(network) }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#discovery.start();
    const { resumeSession } = await loadSession();
    return resumeSession(
      { connectorId, discovery: this.#discovery, network, clock: this.#options.clock, ...this.#forSession(network) },
      signal,
    );
  }

  sharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const found = this.#discovery.find(connectorId);
      return found === undefined ? undefined : watchSharing(found, () => subscriber.next());
    });
  }

  async adopt({ remote, connector, network, networks }: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const [{ openSession }, { remoteWallet }] = await Promise.all([loadSession(), import('./wallets/remote-wallet.js')]);
    const wallet = remoteWallet(remote, network.caipNetworkId);
    for (const each of networks()) this.#know(each);
    const request = { wallet, connector, dialect: 'remote', network, asks: true } as const;
    return openSession({ ...request, clock: this.#options.clock, ...this.#forSession(network) }, signal);
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    this.#know(request.network);
    return (await this.#reader.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return fromAbortable(async (signal, emit) => (await this.#reader.get()).follow(request, emit, signal));
  }

  /** By its form; the checksum is read where money moves, so that a page need not load what reads it. */
  isAddress(value: string): boolean {
    return hasBitcoinAddressForm(value);
  }

  dispose(): void {
    this.#discovery.dispose();
    this.#reader.dispose();
  }

  /** What is said of a network last counts. */
  #know(network: Network): void {
    this.#networks.set(network.caipNetworkId, network);
  }

  #forSession(network: Network): Pick<OpenSession, 'sender' | 'know'> {
    this.#know(network);
    return { sender: () => this.#sender(), know: (other) => this.#know(other) };
  }

  async #sender(network?: Network): Promise<SendBitcoin> {
    if (network !== undefined) this.#know(network);
    const [{ SendBitcoin }, reader] = await Promise.all([loadSender(), this.#reader.get()]);
    return new SendBitcoin(reader.esplora, () => [...this.#networks.values()]);
  }
}

/**
 * Listens for a wallet that begins to share addresses, without asking it anything and without the code of its language: a
 * page that remembers a wallet does this from its start. Gives a function that stops.
 */
const watchSharing = ({ provider, dialect }: FoundWallet, hear: () => void): (() => void) => {
  const isStandard = dialect === 'standard';
  const emitter = isStandard ? member(member(provider, 'features'), 'standard:events') : provider;
  const event = isStandard ? 'change' : dialect === 'unisat' || dialect === 'okx' ? 'accountsChanged' : 'accountChange';
  return listenTo(emitter, event, (payload) => {
    const accounts = isStandard ? member(payload, 'accounts') : payload;
    if (!Array.isArray(accounts) ? !isStandard : accounts.length > 0) hear();
  });
};
