import type { AccountRecord, AccountType } from '../account/account-record.js';
import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { Network } from '../network/network.js';
import type { AccountDetails, LostConnection, NativeBalance, PairingState, SessionInfo, Ungranted } from './connection-state.js';
import type { WantedAccount } from './shared-accounts.js';

/** Everything that can happen to a connection. */
export type ConnectionEvent =
  | { readonly type: 'initialized' }
  | {
      readonly type: 'attempt-started';
      readonly namespace: Namespace;
      readonly id: number;
      readonly connectorId: string;
      readonly silent: boolean;
    }
  | { readonly type: 'attempt-ended'; readonly namespace: Namespace; readonly id: number }
  | {
      readonly type: 'session-established';
      readonly namespace: Namespace;
      readonly attemptId: number;
      readonly session: SessionInfo;
      /** Which of the accounts to begin with. Default: the wallet's own. */
      readonly wanted?: WantedAccount;
    }
  | { readonly type: 'session-ended'; readonly namespace: Namespace }
  /** Said beside the end of the session: nobody here has ended it. */
  | { readonly type: 'connection-lost'; readonly namespace: Namespace; readonly lost: LostConnection }
  | { readonly type: 'loss-forgotten'; readonly namespace: Namespace }
  | { readonly type: 'accounts-changed'; readonly namespace: Namespace; readonly accounts: readonly [AccountRecord, ...AccountRecord[]] }
  /** The person picked one of the accounts that the wallet shares; `accountType` tells those of one address apart. */
  | { readonly type: 'account-selected'; readonly namespace: Namespace; readonly address: string; readonly accountType?: AccountType }
  | { readonly type: 'chain-changed'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'network-selected'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'namespace-activated'; readonly namespace: Namespace }
  | { readonly type: 'namespace-switch-settled' }
  | { readonly type: 'networks-changed'; readonly namespace: Namespace; readonly requested: readonly [Network, ...Network[]] }
  | { readonly type: 'namespace-added'; readonly namespace: Namespace; readonly requested: readonly [Network, ...Network[]] }
  /** Ignored while the namespace is connected or being connected, and for the last one. */
  | { readonly type: 'namespace-removed'; readonly namespace: Namespace }
  | {
      readonly type: 'approved-chains';
      readonly namespace: Namespace;
      readonly approvedChainIds: readonly ChainId[] | null;
      readonly supportsAllNetworks: boolean;
      /** Default: nothing was asked. */
      readonly ungranted?: Ungranted;
    }
  | { readonly type: 'balance-requested'; readonly namespace: Namespace }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'balance-given-up'; readonly namespace: Namespace }
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
  /** The host names an address; `null` takes the name away. */
  | { readonly type: 'address-labelled'; readonly namespace: Namespace; readonly address: string; readonly label: string | null }
  | { readonly type: 'details-changed'; readonly namespace: Namespace; readonly details: Partial<AccountDetails> }
  | { readonly type: 'pairing-changed'; readonly pairing: Partial<PairingState> };

/** What happens to one namespace and changes nothing beside it. */
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
      | 'loss-forgotten';
  }
>;
