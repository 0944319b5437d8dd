import type { AccountRecord, AccountType } from '../account/account-record.js';
import type { AddressLabels } from '../account/address-label.js';
import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { Network } from '../network/network.js';
import type { SocialProvider } from '../options/options.js';
import type { Connector, ConnectorType } from './connector.js';
import type { EmbeddedWalletInfo, EmbeddedWalletUser } from './embedded-wallet-info.js';
import type { RecentWallet } from './recent-wallets.js';
import type { AccountChoice, SharedAccounts } from './shared-accounts.js';

/** Status of a namespace. `reconnecting` is an automatic attempt to restore a stored connection. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected';

/** The connected wallet, for display. */
export interface ConnectedWalletInfo {
  /** Sanitized for display. */
  readonly name: string;
  /** A `data:` URL, or `null`. */
  readonly icon: string | null;
  readonly type: ConnectorType;
  /** Reverse domain name of an EIP-6963 wallet. */
  readonly rdns: string | null;
}

/** A wallet session as data. The signing object is in the application's session table. */
export interface SessionInfo {
  readonly connector: Connector;
  /** The active account comes first. */
  readonly accounts: SharedAccounts;
  /** The wallet's chain, configured or not. */
  readonly chainId: ChainId;
}

/** Connector and accounts of the previous page load, displayed until the session is restored. */
export type CachedSession = Pick<SessionInfo, 'connector' | 'accounts'>;

/** Why a session ended without the app: the wallet ended it, it expired, or its record is missing. */
export type LossReason = 'wallet' | 'expired' | 'lost';

/** A connection that ended without the app, with the data to reconnect to the same wallet. */
export interface LostConnection {
  readonly reason: LossReason;
  /** The wallet's name, sanitized for display. */
  readonly name: string;
  /** The wallet to pair with again; absent if it is unknown. */
  readonly wallet?: RecentWallet;
}

/** Actions that an app requests from a wallet. */
export type WalletAction = 'sign-message' | 'sign-typed-data' | 'send-transaction';

/** Requested permissions that the wallet did not grant. */
export interface MissingPermissions {
  /** Missing networks of this namespace, and of each namespace without a shared account. */
  readonly chainIds: readonly ChainId[];
  /** Missing actions in this namespace. */
  readonly actions: readonly WalletAction[];
  /** RPC methods of the missing actions. */
  readonly methods: readonly string[];
}

/** A connection attempt. Only results with the current attempt's `id` are applied. */
export interface Attempt {
  readonly id: number;
  readonly connectorId: string;
  /** An automatic attempt never opens the wallet. */
  readonly isAutomatic: boolean;
}

/** Native balance of one account on one chain. */
export interface NativeBalance {
  /** Base units: wei, lamports, satoshi, planck. */
  readonly value: bigint;
  readonly symbol: string;
  /** Decimals of the coin, e.g. 18 for ETH. */
  readonly decimals: number;
}

/** Progress of reading the native balance. */
export interface BalanceState {
  readonly loading: boolean;
  readonly balance: NativeBalance | null;
  /** Time of the last failed read, in milliseconds since 1970; `null` after a successful one. */
  readonly lastRetry: number | null;
  /** Error of the last failed read. */
  readonly error?: LatchkeyError;
}

/** Account details that are loaded after connecting. Reset when the session ends. */
export interface AccountDetails {
  /** Readable account name, such as an ENS name. */
  readonly profileName: string | undefined;
  /**
   * Picture that the owner of the name has set: an image `data:` URL, or a remote URL, which is untrusted and would tell its server about the user.
   * Display it through the image service: `useImage({ kind: 'url', id: profileImage })`.
   */
  readonly profileImage: string | undefined;
  /** Type of the account in use, and the preferred type when the session's account changes. */
  readonly preferredAccountType: AccountType | undefined;
  /** The user of the embedded wallet; `undefined` with other wallets. */
  readonly user: EmbeddedWalletUser | undefined;
  /** Social account that the user of the embedded wallet has logged in with; `undefined` after a login by email. */
  readonly socialProvider: SocialProvider | undefined;
  /** Whether the contract of the embedded wallet's smart account exists; `undefined` with other wallets. */
  readonly smartAccountDeployed: boolean | undefined;
  /** EIP-155 chain ids on which the embedded wallet has smart accounts; `undefined` with other wallets. */
  readonly smartAccountEnabledNetworks: readonly number[] | undefined;
}

/** State of one namespace: at most one session and one attempt. Everything else is derived. */
export interface NamespaceState {
  readonly session: SessionInfo | null;
  readonly attempt: Attempt | null;
  /** Connection of the previous page load while it is being restored. */
  readonly cachedSession: CachedSession | null;
  /** The account that the user selected. */
  readonly choice: AccountChoice | null;
  /** The networks that the app configured. */
  readonly networks: readonly [Network, ...Network[]];
  /** The selected network. Follows the wallet's chain while connected. */
  readonly selectedChainId: ChainId;
  /** Approved chains, or `null` if the wallet did not report them. */
  readonly approvedChainIds: readonly ChainId[] | null;
  /** False if the wallet supports only some networks. */
  readonly supportsAllNetworks: boolean;
  /** Missing permissions, or `null` if none were requested. */
  readonly missingPermissions: MissingPermissions | null;
  readonly balance: BalanceState;
  readonly details: AccountDetails;
  /** True after a disconnection that does not revoke the sign-in sessions of the account. */
  readonly keepsSignIns: boolean;
  /** Set by the app; kept when the session ends. */
  readonly addressLabels: AddressLabels;
}

/** A wallet on this device with a pending request. */
export interface PendingWallet {
  readonly name: string;
  readonly href: string;
  readonly target: '_blank' | '_self' | '_top';
}

/** State of the displayed WalletConnect pairing. */
export interface PairingState {
  /** The displayed URI. It holds a key: never log or send it. */
  readonly wcUri: string | undefined;
  /** Milliseconds since 1970. */
  readonly wcPairingExpiry: number | undefined;
  /** The wallet on this device whose deep link was opened. */
  readonly wcLinking: { readonly href: string; readonly name: string } | undefined;
  /** The selected wallet. */
  readonly recentWallet: RecentWallet | undefined;
  /** The last pairing failed. */
  readonly wcError: boolean;
  /** A wallet has approved the pairing, and its accounts are not in use yet. */
  readonly approved: boolean;
  /** The user returned from a wallet on this device and its response has not arrived yet. */
  readonly buffering: boolean;
  /** `connecting` once a link to a wallet is followed or a pairing starts without a choice; `connected` while a session exists. */
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /**
   * Wallet on this device with a pending request, and the link that opens it; `undefined` without pending requests or if the wallet is on
   * another device.
   */
  readonly pendingWallet: PendingWallet | undefined;
}

/** Connection state of all namespaces. */
export interface ConnectionState {
  /** True once stored connections are restored or discarded. */
  readonly initialized: boolean;
  /** Default namespace of hooks and buttons. */
  readonly activeNamespace: Namespace;
  /** True while the active namespace is being switched. */
  readonly isSwitchingNamespace: boolean;
  /**
   * Incremented when the active namespace, its network or its account changes: a transfer being prepared is then void. A request already
   * sent to a wallet continues.
   */
  readonly sendEpoch: number;
  readonly namespaces: Readonly<Partial<Record<Namespace, NamespaceState>>>;
  /** Connections that ended without the app, until the namespace is connected again or disconnected. */
  readonly lost: Readonly<Partial<Record<Namespace, LostConnection>>>;
  /** The WalletConnect pairing. */
  readonly pairing: PairingState;
}

/** An account as in section 3 of the specification. Derived by `accountOf`, never stored. */
export interface AccountState extends AccountDetails {
  readonly namespace: Namespace;
  /** All labels that the app set in this namespace. */
  readonly addressLabels: AddressLabels;
  /** The app's label of the address. */
  readonly addressLabel: string | undefined;
  readonly status: ConnectionStatus;
  /** True if the account can sign. */
  readonly isConnected: boolean;
  /** CAIP-10 account id. */
  readonly caipAddress: AccountId | undefined;
  /** The account in use; also set while a stored session is restored, before it can sign. */
  readonly address: string | undefined;
  /** Base units. */
  readonly balance: bigint | undefined;
  readonly balanceSymbol: string | undefined;
  /** Decimals of the coin, e.g. 18 for ETH. */
  readonly balanceDecimals: number | undefined;
  /** True while the balance is loading. */
  readonly balanceLoading: boolean;
  /** Time of the last failed read, in milliseconds since 1970. */
  readonly lastRetry: number | undefined;
  /** URL of the address in the network's block explorer. */
  readonly addressExplorerUrl: string | undefined;
  /** All shared accounts, the one in use first. */
  readonly allAccounts: readonly AccountRecord[];
  /** The wallet, for display. */
  readonly connectedWalletInfo: ConnectedWalletInfo | undefined;
  readonly connectorId: string | undefined;
  /** The embedded wallet, if it is the connected one. */
  readonly embeddedWalletInfo: EmbeddedWalletInfo | undefined;
}
