import { Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { LazyPart } from '../../application/shared/lazy-part.js';
import { loadPart } from '../../application/shared/load-part.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type HostExtension, hostExtensions } from './host-extensions.js';
import type { Listen } from './injected-extension.js';
import { PolkadotDiscovery } from './polkadot-discovery.js';
import type { HostNodes } from './sdk/node-urls.js';
import type { PolkadotReader } from './sdk/polkadot-reader.js';

/** What an address of an account looks like; its checksum is looked at where it is used. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/;

/** What the adapter needs and finds wallets with. */
export interface PolkadotChainOptions {
  readonly clock: Clock;
  /** The page's `window`; absent outside of a page. */
  readonly window?: object | undefined;
  /** Extensions that the host brings. */
  readonly extensions?: readonly HostExtension[] | undefined;
  /** What extensions show as the name of the site. */
  readonly originName: string;
  /** Where the host reads networks, before their own addresses. Default: nowhere else. */
  readonly hostNodes?: HostNodes;
  /** Loads what reads from nodes. Default: the chunk with @polkadot/api. */
  readonly loadReader?: () => Promise<{ readonly PolkadotReader: new (clock: Clock, hostNodes?: HostNodes) => PolkadotReader }>;
}

/**
 * Polkadot's chains: extensions by `injectedWeb3`, reads and transfers by @polkadot/api. Nothing is touched before the first subscription or call;
 * what signs is loaded when a wallet is picked, the SDK when a node is read.
 * @throws LatchkeyError `config/invalid-option` for a host's extension that is none
 */
export class PolkadotChain implements Chain {
  readonly namespace = 'polkadot';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: Pick<ChainServices, 'estimateFees' | 'getBalanceParts' | 'getCoinBalances' | 'verifyMessage' | 'judgeSignature'>;
  readonly #clock: Clock;
  readonly #originName: string;
  readonly #discovery: PolkadotDiscovery;
  /** How the extensions that let the site in are listened to, by connector id. */
  readonly #listens = new Map<string, Listen>();
  /** One for all networks. */
  readonly #reader: LazyPart<PolkadotReader>;

  constructor(options: PolkadotChainOptions) {
    const { clock, window, extensions = [], originName, hostNodes, loadReader = () => import('./sdk/polkadot-reader.js') } = options;
    this.#clock = clock;
    this.#originName = originName;
    this.#reader = new LazyPart(
      async () => {
        const { PolkadotReader } = await loadPart('the reader of Polkadot nodes', loadReader, '@polkadot/api');
        return new PolkadotReader(clock, hostNodes);
      },
      (reader) => reader.dispose(),
    );
    this.#discovery = new PolkadotDiscovery(window, clock, hostExtensions(extensions));
    this.connectors$ = this.#discovery.connectors$;
    const verifyMessage: ChainServices['verifyMessage'] = async (request) => {
      const { verifyMessage: verify } = await loadPart('what verifies signatures', () => import('./signatures/verify-message.js'));
      return verify(request);
    };
    this.services = {
      getCoinBalances: async (request, signal) => (await this.#reader.get()).getCoinBalances(request, signal),
      getBalanceParts: async (request, signal) => (await this.#reader.get()).getBalanceParts(request, signal),
      estimateFees: async (request, signal) => (await this.#reader.get()).estimateFees(request, signal),
      verifyMessage,
      // An account of no key, such as one of several owners, signs no texts.
      judgeSignature: async (request, signal) => ((await verifyMessage(request, signal)) ? 'own' : 'foreign'),
    };
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    signal.throwIfAborted();
    const found = this.#discovery.find(connectorId);
    if (found === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    const { openExtension } = await loadSession();
    const session = await openExtension({ found, ...this.#parts(connectorId, network) }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  /**
   * Extensions have no way to be asked in silence: one whose owner took the site's permission back asks again. So this is for
   * connections that are remembered only.
   */
  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    const { awaitExtension, openExtension } = await loadSession();
    const found = await awaitExtension(this.#discovery, connectorId, this.#clock, signal);
    return openExtension({ found, ...this.#parts(connectorId, network) }, signal);
  }

  sharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      let isShared = false;
      return this.#listens.get(connectorId)?.((accounts) => {
        if (accounts.length > 0 && !isShared) subscriber.next();
        isShared = accounts.length > 0;
      });
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemote } = await loadSession();
    signal.throwIfAborted();
    return openRemote(adoption, this.#reader.get);
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
    this.#listens.clear();
    this.#reader.dispose();
  }

  #parts(connectorId: string, network: Network) {
    const keep = (listen: Listen): void => {
      this.#listens.set(connectorId, listen);
    };
    return { network, originName: this.#originName, clock: this.#clock, reader: this.#reader.get, keep };
  }
}

const loadSession = () => loadPart('the code of Polkadot wallets', () => import('./open-session.js'));
