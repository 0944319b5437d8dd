import type { AccountRecord, AccountType } from '../account/account-record.js';
import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { Network } from '../network/network.js';
import type { AccountDetails, LostConnection, MissingPermissions, NativeBalance, PairingState, SessionInfo } from './connection-state.js';
import type { AccountPreference } from './shared-accounts.js';

/** Events of the connection state. */
export type ConnectionEvent =
  | { readonly type: 'initialized' }
  | {
      readonly type: 'attempt-started';
      readonly namespace: Namespace;
      readonly id: number;
      readonly connectorId: string;
      readonly isAutomatic: boolean;
    }
  | { readonly type: 'attempt-ended'; readonly namespace: Namespace; readonly id: number }
  | {
      readonly type: 'session-established';
      readonly namespace: Namespace;
      readonly attemptId: number;
      readonly session: SessionInfo;
      /** The account to select first. Default: the wallet's first account. */
      readonly preference?: AccountPreference;
    }
  /** `keepSignIns` if the sign-in sessions of the account are not to be revoked. */
  | { readonly type: 'session-ended'; readonly namespace: Namespace; readonly keepSignIns?: boolean }
  /** Emitted together with `session-ended` if the app did not disconnect. */
  | { readonly type: 'connection-lost'; readonly namespace: Namespace; readonly lost: LostConnection }
  | { readonly type: 'lost-connection-cleared'; readonly namespace: Namespace }
  | { readonly type: 'accounts-changed'; readonly namespace: Namespace; readonly accounts: readonly [AccountRecord, ...AccountRecord[]] }
  /** The user selected one of the shared accounts; `accountType` distinguishes accounts with the same address. */
  | { readonly type: 'account-selected'; readonly namespace: Namespace; readonly address: string; readonly accountType?: AccountType }
  | { readonly type: 'chain-changed'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'network-selected'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'namespace-activated'; readonly namespace: Namespace }
  | { readonly type: 'namespace-switch-settled' }
  | { readonly type: 'networks-changed'; readonly namespace: Namespace; readonly networks: readonly [Network, ...Network[]] }
  | { readonly type: 'namespace-added'; readonly namespace: Namespace; readonly networks: readonly [Network, ...Network[]] }
  /** Ignored if the namespace is connected or connecting, or is the last one. */
  | { readonly type: 'namespace-removed'; readonly namespace: Namespace }
  | {
      readonly type: 'approved-chains';
      readonly namespace: Namespace;
      readonly approvedChainIds: readonly ChainId[] | null;
      readonly supportsAllNetworks: boolean;
      /** Default: no permissions were requested. */
      readonly missingPermissions?: MissingPermissions;
    }
  | { readonly type: 'balance-requested'; readonly namespace: Namespace }
  /** The balance request was cancelled. */
  | { readonly type: 'balance-cancelled'; readonly namespace: Namespace }
  | {
      readonly type: 'balance-loaded';
      readonly namespace: Namespace;
      readonly address: string;
      readonly chainId: ChainId;
      readonly balance: NativeBalance;
    }
  | {
      readonly type: 'balance-failed';
      readonly namespace: Namespace;
      readonly address: string;
      readonly chainId: ChainId;
      readonly at: number;
      readonly error: LatchkeyError;
    }
  /** The app labels an address; `null` removes the label. */
  | { readonly type: 'address-labelled'; readonly namespace: Namespace; readonly address: string; readonly label: string | null }
  | { readonly type: 'details-changed'; readonly namespace: Namespace; readonly details: Partial<AccountDetails> }
  | { readonly type: 'pairing-changed'; readonly pairing: Partial<PairingState> };

/** Events that affect one namespace only. */
export type NamespaceEvent = Exclude<
  ConnectionEvent,
  {
    type:
      | 'initialized'
      | 'namespace-activated'
      | 'namespace-switch-settled'
      | 'namespace-added'
      | 'namespace-removed'
      | 'pairing-changed'
      | 'connection-lost'
      | 'lost-connection-cleared';
  }
>;
