import type { Address, Hex } from 'viem';
import type { Fault } from './fault.js';
import type { NamespaceAccount, OtherNamespace } from './keys/namespace.js';
import type { PendingPrompt } from './prompt.js';
import type { ProviderErrorJson } from './provider-error.js';
import type { LoggedRequest } from './request-log.js';

/** Wallet state that a page receives in advance. It is used to emit EIP-1193 events and to open the window within the user gesture. */
export interface PageState {
  readonly chainId: Hex;
  readonly accounts: readonly Address[];
  readonly locked: boolean;
  /** Hex ids of chains that the wallet can switch to. */
  readonly knownChains: readonly Hex[];
  /** Methods that open the wallet's window. */
  readonly windowMethods: readonly string[];
  /** True while this site's connection request is on screen. */
  readonly connecting: boolean;
  /** Methods affected by the fault `double-response`. */
  readonly twiceMethods: readonly string[];
  /** The other namespaces of the wallet: their chain, and the accounts shared with this site. */
  readonly others: Readonly<Partial<Record<OtherNamespace, SharedNamespace>>>;
}

/** Accounts shared with a page in another namespace. */
export interface SharedNamespace {
  /** CAIP-2. */
  readonly chainId: string;
  /** Empty while nothing is shared or the wallet is locked. */
  readonly accounts: readonly NamespaceAccount[];
}

/** A request from a page. */
export interface PageRequest {
  readonly type: 'request';
  /** Unique id chosen by the page, and part of the URL of the window for this request. */
  readonly id: string;
  readonly method: string;
  readonly params?: unknown;
}

/** The wallet's response to a request. `thrown` is rejected unchanged, for wallets that reject with arbitrary values. */
export type Reply = { readonly type: 'reply'; readonly id: string } & (
  | { readonly result: unknown }
  | { readonly error: ProviderErrorJson }
  | { readonly thrown: unknown }
);

/** A message from the wallet to a page. */
export type ToPage =
  | { readonly type: 'state'; readonly state: PageState }
  | Reply
  /** The EIP-1193 event `message`. */
  | { readonly type: 'message'; readonly message: { readonly type: string; readonly data: unknown } };

/** State of the wallet's window. It never contains keys. */
export interface WindowSnapshot {
  readonly locked: boolean;
  readonly accounts: readonly { readonly name: string; readonly address: Address }[];
  readonly selected: Address;
  readonly chainId: number;
  readonly chains: readonly { readonly chainId: number; readonly name: string; readonly symbol: string }[];
  readonly sites: readonly { readonly origin: string; readonly accounts: readonly Address[] }[];
  /** Addresses of the selected account in other namespaces. */
  readonly others: Readonly<Partial<Record<OtherNamespace, readonly string[]>>>;
  readonly prompts: readonly PendingPrompt[];
  /** State of the prompt that this window was opened for; `null` for the wallet's home. */
  readonly promptStatus: 'loading' | 'pending' | 'settled' | null;
}

/** A message from the wallet to its window. */
export type ToWindow =
  | { readonly type: 'snapshot'; readonly snapshot: WindowSnapshot }
  /** Wei, in decimal; `null` when the node is unreachable. */
  | { readonly type: 'balance'; readonly address: Address; readonly chainId: number; readonly wei: string | null };

/** An action of the user in the wallet's home. */
type HomeCall = {
  [Name in 'lock' | 'unlock' | 'selectAccount' | 'switchChain' | 'disconnectSite']: {
    readonly name: Name;
    readonly args: Parameters<WalletControl[Name]>;
  };
}['lock' | 'unlock' | 'selectAccount' | 'switchChain' | 'disconnectSite'];

/** A message from the wallet's window to the wallet. */
export type FromWindow =
  | {
      readonly type: 'decide';
      readonly id: string;
      readonly approve: boolean;
      readonly accounts?: readonly Address[];
      /** EIP-155 or CAIP-2 chain ids, if the prompt offers networks. */
      readonly chains?: readonly (number | string)[];
    }
  | { readonly type: 'call'; readonly call: HomeCall };

/** Test controls of a wallet. The same for the page script, the extension and a wallet in Node. */
export interface WalletControl {
  /** Locks the wallet: sites see no accounts. */
  lock(): Promise<void>;
  /** Unlocks the wallet: sites see their accounts again, and pending unlock prompts are approved. */
  unlock(): Promise<void>;
  /** Selects an account by index, from 0. */
  selectAccount(index: number): Promise<void>;
  /** Switches to a known chain, as if the user did. */
  switchChain(chainId: number): Promise<void>;
  /** Revokes all permissions of a site, as if the user did. */
  disconnectSite(origin: string): Promise<void>;
  /** Approves everything without a window. */
  autoApprove(on: boolean): Promise<void>;
  /** Sets a fault; `null` removes it. */
  setFault(fault: Fault | null): Promise<void>;
  /** Drops the connection to every page. Pages reconnect automatically. */
  dropPages(): Promise<void>;
  /** Restores the initial state: unlocked, first account, first chain, no sites, no fault, no logged requests. */
  reset(): Promise<void>;
  /** Returns all requests since the last reset, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** Returns the state of the wallet's home. */
  state(): Promise<WindowSnapshot>;
}
