import type { Observable } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { SignInData, SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { manyToken, token } from '../shared/token.js';
import type { ChainServices } from './chain-services.js';
import type { RemoteSession } from './remote-session.port.js';
import type { OnSendEvent } from './send-event.js';
import type { SignInMessageRequest } from './sign-in.port.js';
import type { ReplacementRequest, TransactionRequest } from './transaction-request.js';
import type { WalletCalls } from './wallet-calls.js';

/** Events that a wallet emits during a session. */
export type SessionEvent =
  | { readonly type: 'accounts-changed'; readonly accounts: readonly AccountRecord[] }
  | { readonly type: 'chain-changed'; readonly chainId: ChainId }
  /** The wallet disconnected, or is locked. `accounts-changed` with accounts may follow when it is unlocked. */
  | { readonly type: 'disconnected' };

/** EIP-712 typed data as JSON. @see https://eips.ethereum.org/EIPS/eip-712 */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * A live session with one wallet. Requests that need the user's approval are never retried. All methods throw `LatchkeyError`
 * with a `wallet/…` or `network/…` code.
 */
export interface WalletSession {
  readonly connector: Connector;
  /**
   * Live: the shared accounts, the active one first. Empty when the wallet is locked or has disconnected, also if that happened before
   * the first subscription to `events$`.
   */
  readonly accounts: readonly AccountRecord[];
  /** Live: the chain the wallet is on. */
  readonly chainId: ChainId;
  /** The wallet's provider object (EIP-1193 provider, Wallet Standard wallet, …), for apps that call it directly. */
  readonly provider: unknown;
  /** Hot. Never errors. */
  readonly events$: Observable<SessionEvent>;
  /** Requests a network switch. `network/unrecognized-chain` if the wallet does not support the network. */
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>;
  /** Requests the wallet to add a network. @see https://eips.ethereum.org/EIPS/eip-3085 */
  addNetwork(network: Network, signal: AbortSignal): Promise<void>;
  /** Signs a text; resolves with the signature in the namespace's usual encoding (eip155: hex of 65 bytes or more). */
  signMessage(request: { readonly account: AccountId; readonly message: string }, signal: AbortSignal): Promise<string>;
  /**
   * Signs a sign-in message, `message` being its text, with the prompt that the wallet has for it; resolves with the same signature as
   * {@link signMessage}. Absent, or rejects with `wallet/unsupported-method`, if the wallet has no such prompt or it would sign another text.
   */
  signInMessage?(
    request: { readonly account: AccountId; readonly data: SignInData; readonly message: string },
    signal: AbortSignal,
  ): Promise<string>;
  /** Sign-in messages that the wallet signed while it connected. Not verified: the sign-in service does that. Default: none. */
  readonly signIns?: readonly SignInSession[] | undefined;
  /** Signs EIP-712 data; eip155 only, others throw `wallet/unsupported-method`. */
  signTypedData(request: { readonly account: AccountId; readonly typedData: TypedData }, signal: AbortSignal): Promise<string>;
  /**
   * Signs and broadcasts; resolves with the hash. `onEvent` is called before that with what must not be lost if the page is closed, or the
   * signal aborted, before the result arrives: see {@link SendEvent}.
   */
  sendTransaction(request: TransactionRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string>;
  /**
   * Replaces a waiting transaction of the account by one with a higher fee, or by one that moves nothing; resolves with the hash of the
   * replacement. Prompts once, `onEvent` as in {@link sendTransaction}. Absent if the wallet cannot be told which transaction to replace.
   * @throws LatchkeyError `send/not-replaceable` if nothing was sent; `send/not-replaced` if the wallet sent a second transaction instead,
   * after a `broadcast` event; as {@link sendTransaction}
   */
  replaceTransaction?(request: ReplacementRequest, signal: AbortSignal, onEvent?: OnSendEvent): Promise<string>;
  /** Calls that only wallets of this namespace support. Absent if the wallet supports none. */
  readonly calls?: Partial<WalletCalls>;
  /** True if {@link disconnect} also disconnects the other namespaces of the same `provider`. Default false. */
  readonly canOnlyDisconnectAll?: boolean;
  /** Disconnects in the wallet, if the wallet supports it. Never prompts the user. */
  disconnect(signal: AbortSignal): Promise<void>;
  /** Removes all listeners from the wallet without disconnecting it. */
  release(): void;
}

/** Status of a broadcast transaction. */
export interface TransactionProgress {
  /** `seen`: known to a node; `included`: in a block; `finalized`: no re-org can remove it any more. */
  readonly status: 'seen' | 'included' | 'finalized';
  /** Block height (on Solana the slot); `null` while the transaction is not in a block. */
  readonly blockNumber: bigint | null;
  /** True for the last emission. */
  readonly settled: boolean;
  /**
   * True if the transaction signals that it may be replaced by one with a higher fee; absent on chains without replace-by-fee.
   * @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
   */
  readonly isReplaceable?: boolean;
  /** Hash of the transaction that took the place of this one with the same content, as with a higher fee; its block is `blockNumber`. */
  readonly replacedBy?: string;
  /**
   * Opaque data of the chain adapter that lets another tab, or the app after a reload, follow the transaction as accurately as the sender.
   * Stored with the transaction and passed to `followTransaction`.
   */
  readonly trace?: string;
}

/** A transaction to follow. */
export interface FollowRequest {
  readonly hash: string;
  readonly network: Network;
  /** The last {@link TransactionProgress.trace} of the transaction. */
  readonly trace?: string;
  /**
   * The expected payment, if known; `value` in base units, `null` for the whole balance. If the wallet may have broadcast a different
   * transaction than requested, a chain reports `network/unknown-outcome` for one that pays something else, and never `included`.
   */
  readonly payment?: { readonly to: string; readonly value: bigint | null };
  /**
   * Address of the smart account that sent it. The transaction is its bundler's then: its block may hold a failed operation of the account
   * (`network/transaction-reverted`), and another transaction of the bundler may replace it, which proves nothing
   * (`network/unknown-outcome`). @see https://eips.ethereum.org/EIPS/eip-4337
   */
  readonly smartAccount?: string;
}

/** A remote session, from pairing or a login, to be adopted by a chain. */
export interface Adoption {
  readonly remote: RemoteSession;
  /** Connector of the new session, as shown to the user. */
  readonly connector: Connector;
  /** Initial network, if the session allows it. */
  readonly network: Network;
  /** Live: the configured networks of the chain's namespace. */
  readonly networks: () => readonly Network[];
}

/** A wallet to connect. */
export interface ConnectRequest {
  readonly connectorId: string;
  readonly network: Network;
  /**
   * Creates a message without an address to sign in with, `null` if there is none. Called only for a wallet that connects and signs in
   * with one prompt; the signed message is in {@link WalletSession.signIns}. A wallet that then signs nothing, or another text, is connected
   * all the same. Chains without such wallets ignore it. Never rejects.
   */
  readonly signIn?: () => Promise<SignInMessageRequest | null>;
}

/** One namespace: its wallets, and reads from its nodes. */
export interface Chain {
  readonly namespace: Namespace;
  /** Available wallets, including those that announce themselves later. Shared; first value synchronous. */
  readonly connectors$: Observable<readonly Connector[]>;
  /** Opens the wallet and requests accounts. */
  connect(request: ConnectRequest, signal: AbortSignal): Promise<WalletSession>;
  /**
   * Restores an earlier connection without prompting the user, and without a sign-in; `null` if the wallet no longer shares accounts. Waits a
   * moment for a wallet that announces itself late, then fails with `connection/connector-not-found`.
   */
  resume(request: { readonly connectorId: string; readonly network: Network }, signal: AbortSignal): Promise<WalletSession | null>;
  /**
   * Emits when a wallet starts to share accounts with this site: it was unlocked, or the user authorized the site. Sends no
   * request to the wallet and never errors.
   */
  watchSharing(connectorId: string): Observable<void>;
  /**
   * Creates a wallet session from a remote session, without a request to the wallet; `null` if the wallet shares no account of this namespace.
   * The wallet session emits `disconnected` when the remote session ends, and its `disconnect` ends the remote session for all namespaces. On
   * abort it rejects with the signal's reason and leaves the remote session open. Remote wallets cannot connect to a chain without this method.
   */
  adopt?(request: Adoption, signal: AbortSignal): Promise<WalletSession | null>;
  /** Balance of the native currency, in base units. An idempotent read: the adapter may retry it on further URLs. */
  getBalance(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<NativeBalance>;
  /**
   * Follows a broadcast transaction. Emits each status once, unless a re-org reverts it, and completes when the transaction is settled:
   * in a block on eip155 and bip122, finalized on solana and polkadot. Cold; polls until unsubscribed. Fails with
   * `network/transaction-reverted` if it failed in a block, `network/transaction-dropped` if it can no longer be included,
   * `network/unknown-outcome` if the outcome cannot be determined, `network/rpc-failed` or `network/timeout` if reads fail.
   */
  followTransaction(request: FollowRequest): Observable<TransactionProgress>;
  /**
   * Tests two traces of transactions of this chain: true if at most one of the two transactions can be in a block, because they use the same
   * nonce or input. Absent on chains without replacements.
   */
  areExclusive?(trace: string, other: string): boolean;
  /**
   * Emits when a node of the network has new pending transactions of anyone, as often as it is polled at most. Never fails. Absent on chains
   * whose nodes do not list them.
   */
  watchPending?(request: { readonly network: Network; readonly pollMs: number }): Observable<void>;
  /** Returns true if the text is a valid address of this chain. */
  isAddress(value: string): boolean;
  /** Optional services of this chain: asset balances, fees, signatures, names. */
  readonly services?: Partial<ChainServices>;
  /** Stops wallet discovery and removes every listener. */
  dispose(): void;
}

/** All chains of the container, by namespace. */
export type Chains = ReadonlyMap<Namespace, Chain> & {
  /** Emits when a chain is added or removed; absent if the set is fixed. */
  readonly changes$?: Observable<void>;
};

/** Token of the chains, by namespace. */
export const CHAINS = token<Chains>('Chains');

/**
 * The chain of a namespace.
 * @throws LatchkeyError `connection/client-not-set` if there is no adapter at all, `connection/adapter-not-found` if there is none for the namespace
 */
export const requireChain = (chains: Chains, namespace: Namespace): Chain => {
  if (chains.size === 0) throw new LatchkeyError('connection/client-not-set', {});
  const chain = chains.get(namespace);
  if (chain === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
  return chain;
};

/** Multi-binding token: each adapter binds its chain to it. */
export const CHAIN = manyToken<Chain>('Chain');
