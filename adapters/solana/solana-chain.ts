import { defer, Observable } from 'rxjs';
import type { Adoption, Chain, FollowRequest, TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import type { ChainServices } from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { fromAbortable } from '../../application/shared/from-abortable.js';
import { LazyPart } from '../../application/shared/lazy-part.js';
import { loadPart } from '../../application/shared/load-part.js';
import { isStandardWallet, type StandardFamily, type StandardWallet } from '../../application/shared/standard-wallet.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { type RegistryWindow, StandardWallets } from '../shared/standard-wallets.js';
import type { SolanaNode } from './solana-node.js';
import { featureOf, onChange } from './standard-features.js';

/** What the adapter needs and finds wallets with. */
export interface SolanaChainOptions {
  readonly clock: Clock;
  /** The page's `window`; absent outside of a page. */
  readonly window?: RegistryWindow | undefined;
  /** Wallets that the host brings: in Node, in tests, in a host that embeds a wallet. */
  readonly wallets?: readonly StandardWallet[] | undefined;
}

const FAMILY: StandardFamily = { chains: 'solana:', connect: 'standard:connect' };

/**
 * Solana: wallets by the Wallet Standard, reads by JSON-RPC. Nothing is touched before the first subscription or call; what
 * signs is loaded when a wallet is picked, what reads when a node is asked, `@solana/web3.js` when a transfer is built.
 * @throws LatchkeyError `config/invalid-option` for a host's wallet that is none
 */
export class SolanaChain implements Chain {
  readonly namespace = 'solana';
  readonly connectors$: Observable<readonly Connector[]>;
  readonly services: Pick<
    ChainServices,
    'getAssetBalances' | 'getBalances' | 'getCoinBalances' | 'estimateFees' | 'verifyMessage' | 'judgeSignature'
  >;
  readonly #clock: Clock;
  readonly #wallets: StandardWallets;
  /** One for all networks. */
  readonly #node: LazyPart<SolanaNode>;

  constructor({ clock, window, wallets = [] }: SolanaChainOptions) {
    const wrong = wallets.findIndex((wallet) => !isStandardWallet(wallet, FAMILY));
    if (wrong >= 0) {
      const fix = 'give a wallet of the Wallet Standard with a chain of Solana and the feature standard:connect';
      throw new LatchkeyError('config/invalid-option', { field: `solana.wallets[${wrong}]`, fix });
    }
    this.#clock = clock;
    this.#node = new LazyPart(
      async () => {
        const { SolanaNode } = await loadPart('the reader of Solana nodes', () => import('./solana-node.js'));
        return new SolanaNode(clock);
      },
      (node) => node.dispose(),
    );
    this.#wallets = new StandardWallets({ window, namespace: this.namespace, family: FAMILY, hostWallets: wallets });
    this.connectors$ = defer(() => {
      this.#wallets.start();
      return this.#wallets.connectors$;
    });
    this.services = {
      getAssetBalances: async (request, signal) => (await this.#node.get()).getAssetBalances(request, signal),
      getBalances: async (request, signal) => (await this.#node.get()).getBalances(request, signal),
      getCoinBalances: async (request, signal) => (await this.#node.get()).getCoinBalances(request, signal),
      estimateFees: async (request, signal) => (await this.#node.get()).estimateFees(request, signal),
      verifyMessage: async (request) => (await loadVerifier()).verifyMessage(request),
      judgeSignature: async (request) => (await loadVerifier()).judgeSignature(request),
    };
  }

  async connect({ connectorId, network }: Parameters<Chain['connect']>[0], signal: AbortSignal): Promise<WalletSession> {
    this.#wallets.start();
    const listed = this.#wallets.find(connectorId);
    if (listed === undefined) throw new LatchkeyError('connection/connector-not-found', { connectorId });
    signal.throwIfAborted();
    // Asked within the click that led here, before anything is awaited: wallets that open a window need it.
    const answer = new Promise((resolve) => resolve(featureOf(listed.wallet, 'standard:connect')?.connect()));
    const asked = abortable(answer, signal);
    // It may fail while the session's code is still loading; the session takes the failure then.
    asked.catch(() => undefined);
    const { openSession } = await loadSession();
    const session = await openSession({ ...listed, network, asked, node: this.#node.get }, signal);
    if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId });
    return session;
  }

  async resume({ connectorId, network }: Parameters<Chain['resume']>[0], signal: AbortSignal): Promise<WalletSession | null> {
    this.#wallets.start();
    const { resumeSession } = await loadSession();
    const parts = { connectorId, network, wallets: this.#wallets, clock: this.#clock, node: this.#node.get };
    return resumeSession(parts, signal);
  }

  sharing(connectorId: string): Observable<void> {
    return new Observable((subscriber) => {
      const wallet = this.#wallets.find(connectorId)?.wallet;
      if (wallet === undefined) return undefined;
      return onChange(wallet, () => {
        if (wallet.accounts.length > 0) subscriber.next();
      });
    });
  }

  async adopt(adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> {
    const { openRemoteSession } = await loadPart('the code of Solana wallets elsewhere', () => import('./remote-wallet.js'));
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

const loadSession = () => loadPart('the code of Solana wallets', () => import('./open-session.js'));
const loadVerifier = () => loadPart('the code that verifies signatures', () => import('./verify-message.js'));
