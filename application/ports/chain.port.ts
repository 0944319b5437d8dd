import type { Observable } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { manyToken, token } from '../shared/token.js';
import type { ChainServices } from './chain-services.js';
import type { RemoteSession } from './remote-session.port.js';
import type { TransactionRequest } from './transaction-request.js';
import type { WalletCalls } from './wallet-calls.js';

/** What a wallet says by itself while a session lives. */
export type SessionEvent =
  | { readonly type: 'accounts-changed'; readonly accounts: readonly AccountRecord[] }
  | { readonly type: 'chain-changed'; readonly chainId: ChainId }
  /** The wallet ended the session, or is locked. `accounts-changed` with accounts may follow when it is unlocked. */
  | { readonly type: 'disconnected' };

/** EIP-712 typed data as JSON. @see https://eips.ethereum.org/EIPS/eip-712 */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * A live connection to one wallet. Calls that ask for approval are never retried. All of them throw `LatchkeyError`
 * with a `wallet/…` or `network/…` code.
 */
export interface WalletSession {
  readonly connector: Connector;
  /**
   * Live: what the wallet shares, the active account first. Empty while it shares nothing: who takes the session reads
   * here whether the wallet was locked, or ended it, before anybody listened.
   */
  readonly accounts: readonly AccountRecord[];
  /** Live: the chain the wallet is on. */
  readonly chainId: ChainId;
  /** The wallet's own object (EIP-1193 provider, wallet-standard wallet …), for hosts that talk to it themselves. */
  readonly provider: unknown;
  /** Hot: what the wallet says from now on. Never errors. */
  readonly events$: Observable<SessionEvent>;
  /** Asks the wallet to change its network. `network/unrecognized-chain` when it does not know it. */
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>;
  /** Offers a network to the wallet. @see https://eips.ethereum.org/EIPS/eip-3085 */
  addNetwork(network: Network, signal: AbortSignal): Promise<void>;
  /** Signs a text; the answer is the namespace's usual encoding (eip155: hex of 65 bytes or more). */
  signMessage(request: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string>;
  /** Signs EIP-712 data; eip155 only, others throw `wallet/unsupported-method`. */
  signTypedData(request: { readonly account: AccountId; readonly typedData: TypedData }, signal: AbortSignal): Promise<string>;
  /**
   * Signs and broadcasts; resolves with the hash. What is on the wallet's screen cannot be taken back: `late` is told the hash of what
   * the wallet broadcasts by itself after the signal was aborted.
   */
  sendTransaction(request: TransactionRequest, signal: AbortSignal, late?: (hash: string) => void): Promise<string>;
  /** What only wallets of this namespace do. Absent where the wallet does nothing beyond this port. */
  readonly calls?: Partial<WalletCalls>;
  /** Whether {@link disconnect} also ends what the same wallet, by its `provider`, shares of other namespaces. Default false. */
  readonly endsAllNamespaces?: boolean;
  /** Ends the session on the wallet's side as far as the wallet lets us. Never asks the person. */
  disconnect(signal: AbortSignal): Promise<void>;
  /** Stops listening to the wallet; the wallet itself is left as it is. */
  release(): void;
}

/** How far a broadcast transaction has come. */
export interface TransactionProgress {
  /** `seen`: a node knows it; `included`: it is in a block; `finalized`: no re-org can take it out any more. */
  readonly status: 'seen' | 'included' | 'finalized';
  /** The block's height (on Solana the slot); `null` while it is in none. */
  readonly blockNumber: bigint | null;
  /** True for the last one: nothing further is waited for. */
  readonly settled: boolean;
  /**
   * Whether it says that one that pays more may take its place while it is in no block; left out where a chain has no such mark.
   * @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
   */
  readonly isReplaceable?: boolean;
  /**
   * What another page must know to follow the transaction as exactly as the one that sent it, where its hash does not tell:
   * it is kept with the transaction and given to `followTransaction` there. Nobody but the chain reads it.
   */
  readonly trace?: string;
}

/** A transaction to follow. */
export interface FollowRequest {
  readonly hash: string;
  readonly network: Network;
  /** The last {@link TransactionProgress.trace} that was told of it. */
  readonly trace?: string;
  /**
   * What it was to pay, where that is known; `value` in base units, `null` for all there was. A chain whose wallets may broadcast what nobody
   * here has seen says `network/unknown-outcome` of a transaction that pays something else, and never that it is in a block.
   */
  readonly payment?: { readonly to: string; readonly value: bigint | null };
}

/** A session with a remote wallet, from pairing or a login, that becomes a chain's own. */
export interface Adoption {
  readonly remote: RemoteSession;
  /** As the wallet is shown: the session's connector. */
  readonly connector: Connector;
  /** Where to begin, if the session allows it. */
  readonly network: Network;
  /** Live: the configured networks of the chain's namespace. */
  readonly networks: () => readonly Network[];
}

/** One chain family: its wallets, and reads from its nodes. */
export interface Chain {
  readonly namespace: Namespace;
  /** Wallets that can be picked, now and whenever one announces itself late. Shared; first value synchronous. */
  readonly connectors$: Observable<readonly Connector[]>;
  /** Opens the wallet and asks for accounts. */
  connect(request: { readonly connectorId: string; readonly network: Network }, signal: AbortSignal): Promise<WalletSession>;
  /**
   * Takes up an earlier connection without asking the person; `null` when the wallet shares nothing any more. Waits a
   * moment for a wallet that announces itself late, then fails with `connection/connector-not-found`.
   */
  resume(request: { readonly connectorId: string; readonly network: Network }, signal: AbortSignal): Promise<WalletSession | null>;
  /**
   * Emits when a wallet begins to share accounts with this site: it was unlocked, or its owner let the site in. Never
   * asks the wallet anything and never errors.
   */
  sharing(connectorId: string): Observable<void>;
  /**
   * Makes a session with a remote wallet this chain's, without a request to the wallet; `null` when it shares no account of this namespace.
   * The session follows the remote one: it is `disconnected` when that ends, and its `disconnect` ends that for all namespaces. After an
   * abort it rejects with the signal's reason and the remote session stays as it is. A chain without this is not offered to remote wallets.
   */
  adopt?(request: Adoption, signal: AbortSignal): Promise<WalletSession | null>;
  /** Balance of the chain's own coin, in base units. An idempotent read: the adapter may retry it on further URLs. */
  getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance>;
  /**
   * Follows a broadcast transaction, each status once unless a re-org takes it back, and completes when it is settled as
   * its chain's people understand it: in a block on eip155 and bip122, finalized on solana and polkadot. Cold; reads until
   * it is left. Fails with `network/transaction-reverted` when it is in a block and failed, `network/transaction-dropped`
   * when no block can take it any more, `network/unknown-outcome` when nobody can tell, `network/rpc-failed` or
   * `network/timeout` when nothing can be read. `trace` is what was told of it before, if anything was.
   */
  followTransaction(request: FollowRequest): Observable<TransactionProgress>;
  /** Whether a text is an address of this chain. */
  isAddress(value: string): boolean;
  /** What else this chain knows: asset balances, fees, signatures, names. */
  readonly services?: Partial<ChainServices>;
  /** Stops discovery and every listener. */
  dispose(): void;
}

/** All chains of the container, by namespace. */
export type Chains = ReadonlyMap<Namespace, Chain> & {
  /** Emits when a chain comes or goes; absent where the set is fixed. */
  readonly changes$?: Observable<void>;
};

/** Token of all chains, by namespace. */
export const CHAINS = token<Chains>('Chains');

/**
 * The chain of a namespace.
 * @throws LatchkeyError `connection/client-not-set` when there is no adapter at all, `connection/adapter-not-found` when there is none for the namespace
 */
export const requireChain = (chains: Chains, namespace: Namespace): Chain => {
  if (chains.size === 0) throw new LatchkeyError('connection/client-not-set', {});
  const chain = chains.get(namespace);
  if (chain === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
  return chain;
};

/** Each adapter binds its chain under this token; there may be several. */
export const CHAIN = manyToken<Chain>('Chain');
