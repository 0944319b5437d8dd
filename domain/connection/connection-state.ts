import type { AccountRecord, AccountType } from '../account/account-record.js';
import type { AddressLabels } from '../account/address-label.js';
import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { Network } from '../network/network.js';
import type { Connector, ConnectorType } from './connector.js';
import type { RecentWallet } from './recent-wallets.js';
import type { AccountChoice, SharedAccounts } from './shared-accounts.js';

/** Status of a namespace. `reconnecting` is a silent attempt to take up a stored connection. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected';

/** The wallet a namespace is connected to, as the UI shows it. */
export interface ConnectedWalletInfo {
  /** As the wallet says, made safe to show. */
  readonly name: string;
  /** A `data:` address, or `null`. */
  readonly icon: string | null;
  /** How it is reached. */
  readonly type: ConnectorType;
  /** Its reverse domain name, where it says one (EIP-6963). */
  readonly rdns: string | null;
}

/** A wallet session as data. The object that signs stands beside it, in the application's session table. */
export interface SessionInfo {
  readonly connector: Connector;
  /** Never empty; the active one first. */
  readonly accounts: SharedAccounts;
  /** The chain the wallet is on, configured or not. */
  readonly chainId: ChainId;
}

/** What is shown of a connection before there is a session: what the last page knew of it. */
export type RememberedSession = Pick<SessionInfo, 'connector' | 'accounts'>;

/** Why a session is over, and not by the app: its wallet ended it, its time has passed, or nothing is left of it here. */
export type LossReason = 'wallet' | 'expired' | 'lost';

/** A connection that ended, and that nobody here has ended: what a new one with the same wallet begins with. */
export interface LostConnection {
  readonly reason: LossReason;
  /** The wallet's own name, safe to show. */
  readonly name: string;
  /** The wallet to pair with again; absent where any wallet could scan the code. */
  readonly wallet?: RecentWallet;
}

/** What an app has a wallet do. */
export type Ability = 'sign-message' | 'sign-typed-data' | 'send-transaction';

/** What the app asked of a wallet, and the wallet does not offer. */
export interface Ungranted {
  /** Networks: those of the namespace, and of each namespace that the wallet shares no account of. */
  readonly chainIds: readonly ChainId[];
  /** What the app cannot have the wallet do in this namespace. */
  readonly abilities: readonly Ability[];
  /** The calls of the wallet protocol that these would take. */
  readonly methods: readonly string[];
}

/** A connection under way. Only an outcome that carries the current attempt's `id` counts. */
export interface Attempt {
  readonly id: number;
  readonly connectorId: string;
  /** A silent attempt never opens the wallet. */
  readonly silent: boolean;
}

/** Native balance in base units, of one account on one chain. */
export interface NativeBalance {
  /** Base units: wei, lamports, satoshi, planck. */
  readonly value: bigint;
  /** Symbol of the coin. */
  readonly symbol: string;
  /** How many base units make one, as a power of ten. */
  readonly decimals: number;
}

/** Progress of reading the native balance. */
export interface BalanceState {
  readonly loading: boolean;
  readonly balance: NativeBalance | null;
  /** When the last read failed, in milliseconds since 1970; `null` when it succeeded. */
  readonly lastRetry: number | null;
  /** Why the last read failed. */
  readonly error?: LatchkeyError;
}

/** What later knowledge adds to a connected account. All of it ends with the session. */
export interface AccountDetails {
  /** Name of the account, such as an ENS name. */
  readonly profileName: string | undefined;
  /** Its picture, as an address for an `<img>`. */
  readonly profileImage: string | undefined;
  /** The type that the account in use has, and that the next one of the session has where there is a choice. */
  readonly preferredAccountType: AccountType | undefined;
}

/** One namespace: at most one session, at most one attempt. Everything else is derived. */
export interface NamespaceState {
  /** What a wallet granted, `null` while nothing is connected. */
  readonly session: SessionInfo | null;
  /** A connection under way. */
  readonly attempt: Attempt | null;
  /** What the last page was connected with, for as long as it is being taken up. */
  readonly remembered: RememberedSession | null;
  /** What the person picked among the accounts that the wallet shares. */
  readonly choice: AccountChoice | null;
  /** The networks the host configured, never empty. */
  readonly requested: readonly [Network, ...Network[]];
  /** The network in use while nothing is connected. Follows the wallet's chain while connected. */
  readonly selectedChainId: ChainId;
  /** What the wallet allows, or `null` when it did not say. */
  readonly approvedChainIds: readonly ChainId[] | null;
  /** False where the wallet allows some networks only. */
  readonly supportsAllNetworks: boolean;
  /** What was asked and not granted, or `null` when the wallet was not asked for anything. */
  readonly ungranted: Ungranted | null;
  /** The native balance of the account in use. */
  readonly balance: BalanceState;
  /** What became known of the account since. */
  readonly details: AccountDetails;
  /** The host's, not the session's: they stay until the host takes them away. */
  readonly addressLabels: AddressLabels;
}

/** A wallet on this device whose owner is waited for. */
export interface AskedWallet {
  readonly name: string;
  readonly href: string;
  readonly target: '_blank' | '_self' | '_top';
}

/** WalletConnect pairing on display. */
export interface PairingState {
  /** The URI on display. It holds a key: show it, but never log or send it. */
  readonly wcUri: string | undefined;
  /** Milliseconds since 1970. */
  readonly wcPairingExpiry: number | undefined;
  /** The wallet on this device that a link was followed to. */
  readonly wcLinking: { readonly href: string; readonly name: string } | undefined;
  /** The wallet that was picked. */
  readonly recentWallet: RecentWallet | undefined;
  /** The last pairing failed. */
  readonly wcError: boolean;
  /** The person came back from a wallet on this device; the answer needs a moment. */
  readonly buffering: boolean;
  /** `connecting` once a wallet is picked; `connected` while a session lives. */
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /**
   * The wallet on this device that is being asked for something, and the link that brings it up; `undefined` once everything is answered, and
   * where the wallet is on another device.
   */
  readonly asked: AskedWallet | undefined;
}

/** The single source of truth about who is connected to what. */
export interface ConnectionState {
  /** True once stored connections were taken up or given up. */
  readonly initialized: boolean;
  /** The namespace that hooks and buttons are about when they name none. */
  readonly activeNamespace: Namespace;
  /** While another namespace is being made the active one. */
  readonly isSwitchingNamespace: boolean;
  /**
   * Grows whenever a transfer that is being prepared is void: the active namespace, its network or its account is another
   * one. What a wallet was asked already goes on.
   */
  readonly sendEpoch: number;
  /** What is known of each configured namespace. */
  readonly namespaces: Readonly<Partial<Record<Namespace, NamespaceState>>>;
  /** The connections that ended without anybody here ending them, until the namespace is connected again or disconnected. */
  readonly lost: Readonly<Partial<Record<Namespace, LostConnection>>>;
  /** The pairing with a wallet elsewhere. */
  readonly pairing: PairingState;
}

/** An account as the specification's section 3 gives it: derived by `accountOf`, never stored. */
export interface AccountState extends AccountDetails {
  /** The namespace that it is of. */
  readonly namespace: Namespace;
  /** All names that the host has given to addresses of the namespace. */
  readonly addressLabels: AddressLabels;
  /** The host's name for the address. */
  readonly addressLabel: string | undefined;
  /** Where the connection is. */
  readonly status: ConnectionStatus;
  /** True while somebody can sign: a provider is there with it. */
  readonly isConnected: boolean;
  /** CAIP-10 id of the account. */
  readonly caipAddress: AccountId | undefined;
  /** The account in use; also while a stored session is taken up, before anybody can sign. */
  readonly address: string | undefined;
  /** Base units. */
  readonly balance: bigint | undefined;
  /** Symbol of the coin. */
  readonly balanceSymbol: string | undefined;
  /** How many base units make one coin, as a power of ten. */
  readonly balanceDecimals: number | undefined;
  /** While the balance is being read. */
  readonly balanceLoading: boolean;
  /** When reading it failed last, in milliseconds since 1970. */
  readonly lastRetry: number | undefined;
  /** The address in the network's block explorer. */
  readonly addressExplorerUrl: string | undefined;
  /** Every account that the wallet shares, the one in use first. */
  readonly allAccounts: readonly AccountRecord[];
  /** The wallet, as views show it. */
  readonly connectedWalletInfo: ConnectedWalletInfo | undefined;
  /** Id of the connector that it came by. */
  readonly connectorId: string | undefined;
}
