import { Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Locks } from '../../application/ports/locks.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { LazyResource } from '../../application/shared/lazy-resource.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type AppExtension, appExtensions } from './app-extensions.js';
import type { ListenToAccounts } from './injected-extension.js';
import { PolkadotDiscovery } from './polkadot-discovery.js';
import type { AppRpcUrls } from './sdk/node-urls.js';
import type { PolkadotReader, PolkadotReaderDeps } from './sdk/polkadot-reader.js';

/**
 * Format of an SS58 address; its checksum is verified on use.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats
 */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/;

export interface PolkadotChainOptions {
  readonly clock: Clock;
  /** Shared by all tabs of the site, as the locks. */
  readonly storage: Storage;
  readonly locks: Locks;
  /** The page's `window`; absent on a server. */
  readonly window?: object | undefined;
  /** Extensions supplied by the app. */
  readonly extensions?: readonly AppExtension[] | undefined;
  /** App name shown by extensions. */
  readonly originName: string;
  /** The app's own RPC URLs, used before those of a network. Default: none. */
  readonly appRpcUrls?: AppRpcUrls;
  /** Loads the node reader. Default: the chunk with @polkadot/api. */
  readonly loadReader?: () => Promise<{ readonly PolkadotReader: new (deps: PolkadotReaderDeps) => PolkadotReader }>;
}

/**
 * Polkadot chains: extensions by `injectedWeb3`, reads and transfers by @polkadot/api. No side effects before the first subscription or
 * call. Signing code loads when a wallet is picked, the SDK on the first read.
 * @throws LatchkeyError `config/invalid-option` if an app's extension is invalid
 */
export class PolkadotChain implements Chain {
  readonly namespace = 'polkadot';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: Pick<ChainServices, 'estimateFees' | 'getBalanceBreakdown' | 'getCoinBalances' | 'verifyMessage' | 'verifySignature'>;
  readonly #clock: Clock;
  readonly #locks: Locks;
  readonly #originName: string;
  readonly #discovery: PolkadotDiscovery;
  /** Account subscriptions of authorized extensions, by connector id. */
  readonly #accountListeners = new Map<string, ListenToAccounts>();
  /** Shared by all networks. */
  readonly #reader: LazyResource<PolkadotReader>;

  constructor(options: PolkadotChainOptions) {
    const {
      clock,
      storage,
      locks,
      window,
      extensions = [],
      originName,
      appRpcUrls,
      loadReader = () => import('./sdk/polkadot-reader.js'),
    } = options;
    this.#clock = clock;
    this.#locks = locks;
    this.#originName = originName;
    this.#reader = new LazyResource(
      async () => {
        const { PolkadotReader } = await loadChunk('the Polkadot node reader', loadReader, '@polkadot/api');
        return new PolkadotReader({ clock, storage, appRpcUrls });
      },
      (reader) => reader.dispose(),
    );
    this.#discovery = new PolkadotDiscovery(window, clock, appExtensions(extensions));
    this.connectors$ = this.#discovery.connectors$;
    const verifyMessage: ChainServices['verifyMessage'] = async (request) => {
      const { verifyMessage: verify } = await loadChunk('the signature verifier', () => import('./verify-message.js'));
      return verify(request);
    };
    this.services = {
      getCoinBalances: async (request, signal) => (await this.#reader.get()).getCoinBalances(request, signal),
      getBalanceBreakdown: async (request, signal) => (await this.#reader.get()).getBalanceBreakdown(request, signal),
      estimateFees: async (request, signal) => (await this.#reader.get()).estimateFees(request, signal),
      verifyMessage,
      // A keyless account, such as a multisig, cannot sign messages.
      verifySignature: async (request, signal) => ((await verifyMessage(request, signal)) ? 'own' : 'foreign'),
    };
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    signal.throwIfAborted();
    const found = this.#discovery.find(connectorId);
    if (found === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    const { openExtension } = await loadSession();
    const session = await openExtension({ discovered: found, ...this.#sessionDeps(connectorId, network) }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  /**
   * Enables the extension again. Extensions have no silent request: if access was revoked, this prompts. Call it for stored connections
   * only.
   */
  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    const { awaitExtension, openExtension } = await loadSession();
    const found = await awaitExtension(this.#discovery, connectorId, this.#clock, signal);
    return openExtension({ discovered: found, ...this.#sessionDeps(connectorId, network) }, signal);
  }

  watchSharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      let isShared = false;
      return this.#accountListeners.get(connectorId)?.((accounts) => {
        if (accounts.length > 0 && !isShared) subscriber.next();
        isShared = accounts.length > 0;
      });
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemote } = await loadSession();
    signal.throwIfAborted();
    return openRemote(adoption, { reader: () => this.#reader.get(), clock: this.#clock, locks: this.#locks });
  }

  async getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance> {
    return (await this.#reader.get()).getBalance(request, signal);
  }

  followTransaction(request: FollowRequest): Observable<TransactionProgress> {
    return this.#reader.watch((reader) => reader.follow(request));
  }

  isAddress(value: string): boolean {
    return ADDRESS.test(value);
  }

  dispose(): void {
    this.#discovery.dispose();
    this.#accountListeners.clear();
    this.#reader.dispose();
  }

  #sessionDeps(connectorId: string, network: Network) {
    const registerListener = (listen: ListenToAccounts): void => {
      this.#accountListeners.set(connectorId, listen);
    };
    return {
      network,
      originName: this.#originName,
      clock: this.#clock,
      locks: this.#locks,
      reader: () => this.#reader.get(),
      registerListener,
    };
  }
}

const loadSession = () => loadChunk('the Polkadot wallet code', () => import('./open-session.js'));
