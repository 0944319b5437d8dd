import type { Chain, TransactionProgress, TypedData, WalletSession } from '../../application/ports/chain.port.js';
import { type SettledTransaction, settledTransaction } from '../../application/shared/settled-transaction.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { Network } from '../../domain/network/network.js';
import { patient, settled } from './test-api.js';

/** What the owner of a wallet is asked to approve. */
export type Approval = 'connect' | 'switchNetwork' | 'addNetwork' | 'signMessage' | 'signTypedData' | 'sendTransaction';

/** How the next request for an approval ends. */
export type Verdict = 'rejected' | 'pending' | 'unsupported' | 'garbage';

/** The person with the wallet in hand: approves everything at once unless told otherwise. */
export interface WalletOwner {
  /** The next request ends this way. */
  answerNext(approval: Approval, verdict: Verdict): void;
  /** The next request stays on screen until {@link approveHeld}. */
  holdNext(approval: Approval): void;
  /** Approves what is on screen. */
  approveHeld(): void;
  /** How often this approval was on screen so far. What the wallet answers without showing it does not count. */
  asked(approval: Approval): number;
  /** The wallet does not know how to forget a site. */
  refuseToForget(): void;
  lock(): void;
  unlock(): void;
  selectAccount(address: string): void;
  selectNetwork(network: Network): void;
  /** Disconnects the site in the wallet. */
  forgetSite(): void;
  /** Whether the site may see accounts when the wallet is unlocked. */
  allowsSite(): boolean;
  /** How many listeners, or sessions that listen, the wallet has. */
  listeners(): number;
}

/**
 * What the wallets of a chain, or one kind of them, do not do. The contract then expects what the port says of it.
 * - `signMessage`, `signTypedData`, `sendTransaction`: ends with `wallet/unsupported-method`, the wallet shows nothing.
 * - `addNetwork`: ends with `network/not-supported`, the wallet shows nothing.
 * - `switchNetwork`: the wallet is not asked to move; the session moves by itself.
 * - `networks`: nobody but its owner moves the wallet to another network: `switchNetwork` ends with `network/not-supported`.
 * - `selectNetwork`: the wallet is on no network of its own that its owner could change.
 * - `selectAccount`: the owner cannot pick another account while a session lives.
 * - `events`: the wallet never says by itself that it was locked, unlocked or disconnected.
 * - `forgetSite`: the owner cannot disconnect a site in the wallet, or the wallet does not say so.
 * - `revoke`: a session cannot make the wallet forget the site.
 * - `silence`: the wallet cannot be asked for accounts without its owner, unless it was connected before.
 * - `pending`: the wallet has no word for a request that is on screen already.
 */
export type Lack =
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

/** What is the same in all harnesses of a chain: what answers look like, and what is not there. */
export interface ChainTraits {
  /** What a signature of `signMessage` or `signTypedData` looks like. */
  readonly signature: RegExp;
  /** What the hash of a transaction looks like. */
  readonly hash: RegExp;
  /** The status that a transaction is settled with. */
  readonly settledAs: TransactionProgress['status'];
  /** Default: nothing. */
  readonly lacks?: readonly Lack[];
  /** What the chain knows beyond balances and blocks, to be tested too. Default: nothing. */
  readonly offers?: readonly Offer[];
}

/**
 * Services of a chain. `fees` and `signatures` need nothing more of a harness than wallets that really sign and nodes that know
 * prices; `assets` and `names` need the facts of the same name.
 */
export type Offer = 'assets' | 'fees' | 'signatures' | 'names';

/** Assets that a harness' nodes know. */
export interface ChainAssets {
  readonly address: string;
  /** What the address has. */
  readonly held: readonly { readonly asset: AssetId; readonly value: bigint; readonly decimals: number }[];
  /** Well formed, and there is none. */
  readonly unknown: AssetId;
  /** How many requests the nodes had so far, where they count. */
  readonly requests?: () => number;
}

/** Makes a harness, runs a test with it, and leaves nothing of it behind. */
export type RunWithChain = (test: (harness: ChainHarness) => Promise<void>) => Promise<void>;

/** Nodes behind a chain. */
export interface ChainNodes {
  /** An address with a balance of its own, and that balance in base units. */
  readonly rich: { readonly address: string; readonly balance: bigint };
  /** The hash of a transaction that is as settled as it gets. */
  readonly confirmedHash: string;
  /** The hash of one that is in a block and failed there; `null` where no block takes such a one (Bitcoin). */
  readonly revertedHash: string | null;
  /** The hash of a transaction that no block has. */
  readonly unknownHash: string;
  /** From now on no node answers rightly. */
  breakDown(): void;
}

/** A chain to test, with one wallet on `network` that does not share anything yet. */
export interface ChainHarness {
  readonly chain: Chain;
  readonly connectorId: string;
  /** The wallet is on it. */
  readonly network: Network;
  /** The wallet knows it. */
  readonly otherNetwork: Network;
  /** The wallet does not know it; `null` when there is no network that it does not know. */
  readonly unknownNetwork: Network | null;
  /** The wallet's accounts as the port writes them on `network`, the active one first. */
  readonly accounts: readonly [string, ...string[]];
  /** An address of the wallet's that its owner may pick instead; the same as the active one where it has one account only. */
  readonly otherAccount: string;
  /** What the sessions send: an address of the chain's, and base units that a block takes, twice and a little more. */
  readonly transfer: { readonly to: string; readonly value: bigint };
  readonly owner: WalletOwner;
  readonly nodes: ChainNodes;
  /** For the offer `assets`. */
  readonly assets?: ChainAssets;
  /** For the offer `names`: a name, whose it is, and one that is free. */
  readonly names?: { readonly name: string; readonly address: string; readonly free: string };
  /** Lets time pass for a wallet that is not there: 3 seconds and more. */
  waitForNobody(): Promise<void>;
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
export const connected = ({ chain, connectorId, network }: ChainHarness): Promise<WalletSession> =>
  chain.connect({ connectorId, network }, patient());

/** Waits until an approval is on screen: a chain may have to ask its nodes before it asks the wallet. */
export const untilAsked = async ({ owner }: ChainHarness, approval: Approval): Promise<void> => {
  const before = Date.now();
  while (owner.asked(approval) === 0) {
    if (Date.now() - before > UNTIL_ASKED_MS) throw new Error(`The wallet was not asked: ${approval}`);
    await settled();
  }
};

/** A first question to a node may load its whole runtime before, on a machine that has other things to do. */
const UNTIL_ASKED_MS = 15_000;

/** Waits until a transaction is settled. */
export const settle = (
  chain: Chain,
  request: { readonly hash: string; readonly network: Network },
  signal: AbortSignal,
): Promise<SettledTransaction> =>
  settledTransaction(chain.followTransaction(request), { chainId: request.network.caipNetworkId, hash: request.hash }, signal);

/** The session's active account on the chain the session is on. */
export const activeAccount = ({ accounts: [active], chainId }: WalletSession): AccountId => {
  if (active === undefined) throw new Error('The wallet shares no account');
  return formatAccountId(chainId, active.address);
};
