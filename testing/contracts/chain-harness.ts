import type { Chain, TypedData, WalletSession } from '../../application/ports/chain.port.js';
import { type SettledTransaction, settledTransaction } from '../../application/shared/settled-transaction.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { Network } from '../../domain/network/network.js';
import { patient } from './test-api.js';

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
  /** How often the wallet was asked for this approval so far. */
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

/** Nodes behind a chain. */
export interface ChainNodes {
  /** An address with a balance of its own, and that balance in base units. */
  readonly rich: { readonly address: string; readonly balance: bigint };
  /** The hash of a transaction in a block, and of one that failed there. */
  readonly confirmedHash: string;
  readonly revertedHash: string;
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
  /** The wallet does not know it. */
  readonly unknownNetwork: Network;
  /** The wallet's accounts as the port writes them, the active one first. */
  readonly accounts: readonly [string, string];
  readonly owner: WalletOwner;
  readonly nodes: ChainNodes;
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
