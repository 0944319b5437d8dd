import type { Address, Hex } from 'viem';
import type { Fault } from './fault.js';
import type { NamespaceAccount, OtherNamespace } from './keys/namespace.js';
import type { ProviderErrorJson } from './provider-error.js';
import type { PendingQuestion } from './question.js';
import type { LoggedRequest } from './request-log.js';

/** What a page knows of the wallet before it asks: enough to raise the EIP-1193 events and to open the window within the gesture. */
export interface PageState {
  readonly chainId: Hex;
  readonly accounts: readonly Address[];
  readonly locked: boolean;
  /** Hex ids of the chains the wallet can switch to. */
  readonly knownChains: readonly Hex[];
  /** Methods for which the wallet's window opens. */
  readonly windowMethods: readonly string[];
  /** Whether this site's question for accounts is already on screen. */
  readonly connecting: boolean;
  /** The fault `answer-twice`: the methods it concerns. */
  readonly twiceMethods: readonly string[];
  /** The namespaces besides eip155 that the wallet offers: their chain, and what it shares with this site there. */
  readonly others: Readonly<Partial<Record<OtherNamespace, SharedNamespace>>>;
}

/** What a page sees of a namespace besides eip155. */
export interface SharedNamespace {
  /** CAIP-2. */
  readonly chainId: string;
  /** Empty while nothing is shared or the wallet is locked. */
  readonly accounts: readonly NamespaceAccount[];
}

/** From a page to the wallet. */
export interface PageRequest {
  readonly type: 'request';
  /** Chosen by the page, unique for ever; the window that asks for approval is opened with it. */
  readonly id: string;
  readonly method: string;
  readonly params?: unknown;
}

/** The wallet's answer to one request. `thrown` is rejected as it is, for wallets that reject with anything. */
export type Reply = { readonly type: 'reply'; readonly id: string } & (
  | { readonly result: unknown }
  | { readonly error: ProviderErrorJson }
  | { readonly thrown: unknown }
);

/** From the wallet to a page. */
export type ToPage =
  | { readonly type: 'state'; readonly state: PageState }
  | Reply
  /** The EIP-1193 event `message`. */
  | { readonly type: 'message'; readonly message: { readonly type: string; readonly data: unknown } };

/** What the wallet's own window shows. Keys never enter it. */
export interface WindowSnapshot {
  readonly locked: boolean;
  readonly accounts: readonly { readonly name: string; readonly address: Address }[];
  readonly selected: Address;
  readonly chainId: number;
  readonly chains: readonly { readonly chainId: number; readonly name: string; readonly symbol: string }[];
  readonly sites: readonly { readonly origin: string; readonly accounts: readonly Address[] }[];
  /** The chosen account's addresses besides eip155, by namespace. */
  readonly others: Readonly<Partial<Record<OtherNamespace, readonly string[]>>>;
  readonly questions: readonly PendingQuestion[];
  /** The question this window was opened for: still to come, waiting, or over. `null` for the wallet's home. */
  readonly own: 'expected' | 'waiting' | 'over' | null;
}

/** From the wallet to its window. */
export type ToWindow =
  | { readonly type: 'snapshot'; readonly snapshot: WindowSnapshot }
  /** Wei as a decimal text; `null` when the node cannot be reached. */
  | { readonly type: 'balance'; readonly address: Address; readonly chainId: number; readonly wei: string | null };

/** What a person can do in the wallet's home. */
type HomeCall = {
  [Name in 'lock' | 'unlock' | 'selectAccount' | 'switchChain' | 'disconnectSite']: {
    readonly name: Name;
    readonly args: Parameters<WalletControl[Name]>;
  };
}['lock' | 'unlock' | 'selectAccount' | 'switchChain' | 'disconnectSite'];

/** From the wallet's window to the wallet. */
export type FromWindow =
  | {
      readonly type: 'decide';
      readonly id: string;
      readonly approve: boolean;
      readonly accounts?: readonly Address[];
      /** EIP-155 or CAIP-2 chain ids, where the question names networks. */
      readonly chains?: readonly (number | string)[];
    }
  | { readonly type: 'call'; readonly call: HomeCall };

/** The switches of a wallet, for tests. It works the same on the page script, the extension and a wallet inside Node. */
export interface WalletControl {
  /** Sites see no account until the wallet is unlocked. */
  lock(): Promise<void>;
  /** Sites see their accounts again; a question that waited for this is answered. */
  unlock(): Promise<void>;
  /** Chooses an account by its place, from 0. */
  selectAccount(index: number): Promise<void>;
  /** Moves the wallet to a chain it knows, as the person would. */
  switchChain(chainId: number): Promise<void>;
  /** Takes everything back from a site, as the person would in the wallet. */
  disconnectSite(origin: string): Promise<void>;
  /** Answers yes to everything without a window. */
  autoApprove(on: boolean): Promise<void>;
  /** Makes the wallet misbehave; `null` makes it well again. */
  setFault(fault: Fault | null): Promise<void>;
  /** Breaks the line to every page; the pages reconnect by themselves. */
  dropPages(): Promise<void>;
  /** Back to the fresh wallet: unlocked, first account, first chain, no site, no fault, an empty log. */
  reset(): Promise<void>;
  /** Every request since the last reset, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** What the wallet's home would show. */
  state(): Promise<WindowSnapshot>;
}
