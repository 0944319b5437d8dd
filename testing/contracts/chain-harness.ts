import type { Chain, TransactionProgress, TypedData, WalletSession } from '../../application/ports/chain.port.js';
import { type SettledTransaction, waitForTransaction } from '../../application/shared/wait-for-transaction.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { Network } from '../../domain/network/network.js';
import { flushPromises, neverAborted } from './test-api.js';

/** Requests that the wallet user approves. */
export type Approval = 'connect' | 'switchNetwork' | 'addNetwork' | 'signMessage' | 'signTypedData' | 'sendTransaction';

/** Outcome of the next request for an approval. */
export type ApprovalOutcome = 'rejected' | 'pending' | 'unsupported' | 'garbage';

/** The wallet user, who approves everything immediately by default. */
export interface WalletUser {
  /** Sets the outcome of the next request. */
  respondNext(approval: Approval, outcome: ApprovalOutcome): void;
  /** Keeps the next request on screen until {@link approvePending}. */
  holdNext(approval: Approval): void;
  /** Approves the prompts on screen. */
  approvePending(): void;
  /** Number of prompts shown for this approval so far. Requests that the wallet responds to without a prompt do not count. */
  promptCount(approval: Approval): number;
  /** Makes the wallet unable to revoke the permission of a site. */
  disableRevoke(): void;
  lock(): void;
  unlock(): void;
  selectAccount(address: string): void;
  selectNetwork(network: Network): void;
  /** Disconnects the site in the wallet. */
  forgetSite(): void;
  /** True if the site may see accounts while the wallet is unlocked. */
  isSiteAllowed(): boolean;
  /** Number of listeners, or of listening sessions, of the wallet. */
  listenerCount(): number;
}

/**
 * Features that the wallets of a chain do not support, and the behavior that the contract then expects.
 * - `signMessage`, `signTypedData`, `sendTransaction`: fails with `wallet/unsupported-method`, without a prompt.
 * - `addNetwork`: fails with `network/not-supported`, without a prompt.
 * - `switchNetwork`: the session switches without a request to the wallet.
 * - `networks`: only the user can switch the network in the wallet: `switchNetwork` fails with `network/not-supported`.
 * - `selectNetwork`: the wallet has no network that the user could change.
 * - `selectAccount`: the user cannot select another account during a session.
 * - `events`: the wallet emits nothing when it is locked, unlocked or disconnected.
 * - `forgetSite`: the user cannot disconnect a site in the wallet, or the wallet does not emit it.
 * - `revoke`: a session cannot revoke its permission in the wallet.
 * - `silence`: the wallet cannot return accounts without a prompt unless it was connected before.
 * - `pending`: the wallet has no error for a request that is already pending.
 */
export type UnsupportedFeature =
  | 'signMessage'
  | 'signTypedData'
  | 'sendTransaction'
  | 'addNetwork'
  | 'switchNetwork'
  | 'networks'
  | 'selectNetwork'
  | 'selectAccount'
  | 'events'
  | 'forgetSite'
  | 'revoke'
  | 'silence'
  | 'pending';

/** Properties of a chain that are the same for all its harnesses. */
export interface ChainTraits {
  /** Format of a signature of `signMessage` or `signTypedData`. */
  readonly signature: RegExp;
  /** Format of a transaction hash. */
  readonly hash: RegExp;
  /** Last status of a confirmed transaction. */
  readonly settledAs: TransactionProgress['status'];
  /** Default: none. */
  readonly unsupportedFeatures?: readonly UnsupportedFeature[];
  /** Optional services of the chain to test. Default: none. */
  readonly services?: readonly OptionalService[];
}

/**
 * Optional services of a chain. `fees` and `signatures` need wallets that really sign and nodes that return fees; `assets` and `names` need
 * the harness members of the same name.
 */
export type OptionalService = 'assets' | 'fees' | 'simulation' | 'signatures' | 'names';

/** Assets on the nodes of a harness. */
export interface ChainAssets {
  readonly address: string;
  /** Balances of the address. */
  readonly balances: readonly { readonly asset: AssetId; readonly value: bigint; readonly decimals: number }[];
  /** A well-formed id of an asset that does not exist. */
  readonly unknown: AssetId;
  /** Number of requests to the nodes so far, if they count them. */
  readonly requests?: () => number;
}

/** Runs a test with a new harness and disposes of it. */
export type RunWithChain = (test: (harness: ChainHarness) => Promise<void>) => Promise<void>;

/** Nodes behind a chain. */
export interface ChainNodes {
  /** An address with a balance of its own, and that balance in base units. */
  readonly fundedAccount: { readonly address: string; readonly balance: bigint };
  /** Hash of a transaction in its last status. */
  readonly confirmedHash: string;
  /** Hash of a transaction that failed in its block; `null` if blocks contain none (Bitcoin). */
  readonly revertedHash: string | null;
  /** Hash of a transaction that is in no block. */
  readonly unknownHash: string;
  /** Makes every node fail. */
  failAll(): void;
}

/** A chain to test, with one wallet on `network` that is not connected yet. */
export interface ChainHarness {
  readonly chain: Chain;
  readonly connectorId: string;
  /** The active network of the wallet. */
  readonly network: Network;
  /** Another network of the wallet. */
  readonly otherNetwork: Network;
  /** A network that the wallet does not have; `null` if there is none. */
  readonly unknownNetwork: Network | null;
  /** The wallet's accounts, formatted as the port formats them on `network`, the active one first. */
  readonly accounts: readonly [string, ...string[]];
  /** Another account of the wallet that the user can select; the active one if it has only one. */
  readonly otherAccount: string;
  /** Recipient and amount of test transfers, in base units. The balance must cover two of them and fees. */
  readonly transfer: { readonly to: string; readonly value: bigint };
  readonly user: WalletUser;
  readonly nodes: ChainNodes;
  /** For the service `assets`. */
  readonly assets?: ChainAssets;
  /** For the service `names`: a name, its address, and an unregistered name. */
  readonly names?: { readonly name: string; readonly address: string; readonly free: string };
  /** Advances time until the wait for a missing wallet ends: at least 3 seconds. */
  waitForMissingWallet(): Promise<void>;
  dispose?(): Promise<void> | void;
}

/** Typed data to sign. */
export const CONTRACT_TYPED_DATA: TypedData = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'hello' },
};

/** Connects the harness' wallet. */
export const connectWallet = ({ chain, connectorId, network }: ChainHarness): Promise<WalletSession> =>
  chain.connect({ connectorId, network }, neverAborted());

/** Waits until a prompt is on screen: a chain may call its nodes before it sends the request to the wallet. */
export const waitForPrompt = async ({ user }: ChainHarness, approval: Approval): Promise<void> => {
  const startedAt = Date.now();
  while (user.promptCount(approval) === 0) {
    if (Date.now() - startedAt > PROMPT_TIMEOUT_MS) throw new Error(`The wallet showed no prompt: ${approval}`);
    await flushPromises();
  }
};

/** A first call to a node may load a whole runtime on a busy machine. */
const PROMPT_TIMEOUT_MS = 15_000;

/** Waits until a transaction is confirmed. */
export const waitForSettlement = (
  chain: Chain,
  request: { readonly hash: string; readonly network: Network },
  signal: AbortSignal,
): Promise<SettledTransaction> =>
  waitForTransaction(chain.followTransaction(request), { chainId: request.network.caipNetworkId, hash: request.hash }, signal);

/** The active account of a session on its active chain. */
export const activeAccount = ({ accounts: [active], chainId }: WalletSession): AccountId => {
  if (active === undefined) throw new Error('The wallet shares no account');
  return formatAccountId(chainId, active.address);
};
