import type { AccountRecord } from '../account/account-record.js';
import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { Network } from '../network/network.js';
import type {
  AccountDetails,
  BalanceState,
  ConnectionState,
  NamespaceState,
  NativeBalance,
  PairingState,
  SessionInfo,
} from './connection-state.js';

/** Everything that can happen to a connection. */
export type ConnectionEvent =
  | { readonly type: 'initialized' }
  | { readonly type: 'attempt-started'; readonly namespace: Namespace; readonly id: number; readonly connectorId: string; readonly silent: boolean }
  | { readonly type: 'attempt-ended'; readonly namespace: Namespace; readonly id: number }
  | { readonly type: 'session-established'; readonly namespace: Namespace; readonly attemptId: number; readonly session: SessionInfo }
  | { readonly type: 'session-ended'; readonly namespace: Namespace }
  | { readonly type: 'accounts-changed'; readonly namespace: Namespace; readonly accounts: readonly [AccountRecord, ...AccountRecord[]] }
  | { readonly type: 'chain-changed'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'network-selected'; readonly namespace: Namespace; readonly chainId: ChainId }
  | { readonly type: 'namespace-activated'; readonly namespace: Namespace }
  | { readonly type: 'namespace-switch-settled' }
  | { readonly type: 'networks-changed'; readonly namespace: Namespace; readonly requested: readonly [Network, ...Network[]] }
  | { readonly type: 'namespace-added'; readonly namespace: Namespace; readonly requested: readonly [Network, ...Network[]] }
  | { readonly type: 'approved-chains'; readonly namespace: Namespace; readonly approvedChainIds: readonly ChainId[] | null; readonly supportsAllNetworks: boolean }
  | { readonly type: 'balance-requested'; readonly namespace: Namespace }
  | { readonly type: 'balance-loaded'; readonly namespace: Namespace; readonly address: string; readonly chainId: ChainId; readonly balance: NativeBalance }
  | { readonly type: 'balance-failed'; readonly namespace: Namespace; readonly at: number }
  | { readonly type: 'details-changed'; readonly namespace: Namespace; readonly details: Partial<AccountDetails> }
  | { readonly type: 'pairing-changed'; readonly pairing: Partial<PairingState> };

const NO_DETAILS: AccountDetails = {
  profileName: undefined,
  profileImage: undefined,
  user: undefined,
  smartAccountDeployed: false,
  currentTab: 0,
  tokenBalance: [],
  addressLabels: new Map(),
  preferredAccountType: undefined,
  socialProvider: undefined,
  socialWindow: undefined,
  farcasterUrl: undefined,
};

const NO_BALANCE: BalanceState = { loading: false, balance: null, lastRetry: null };

const NO_PAIRING: PairingState = {
  wcUri: undefined,
  wcPairingExpiry: undefined,
  wcLinking: undefined,
  recentWallet: undefined,
  wcError: false,
  buffering: false,
  status: 'disconnected',
};

/** A namespace with nothing connected, on the given network (one of `requested`, or an unknown one). */
export const idleNamespace = (requested: readonly [Network, ...Network[]], selectedChainId: ChainId): NamespaceState => ({
  session: null,
  attempt: null,
  requested,
  selectedChainId,
  approvedChainIds: null,
  supportsAllNetworks: true,
  smartAccountEnabledNetworks: [],
  balance: NO_BALANCE,
  details: NO_DETAILS,
});

/** The state before anything happened. */
export const initialConnectionState = (
  namespaces: Readonly<Partial<Record<Namespace, NamespaceState>>>,
  activeNamespace: Namespace,
): ConnectionState => ({ initialized: false, activeNamespace, isSwitchingNamespace: false, namespaces, pairing: NO_PAIRING });

/** A session's address changed or ended: what belonged to the old one goes. */
const forgetAccount = { balance: NO_BALANCE, details: NO_DETAILS } as const;

const sameChain = (session: SessionInfo, chainId: ChainId): boolean => session.chainId === chainId;

/**
 * The connection's rules as one pure function. Events about a namespace that is not configured, outcomes of an attempt
 * that is no longer the current one, and wallet events without a session change nothing: the same state comes back.
 */
export const reduceConnection = (state: ConnectionState, event: ConnectionEvent): ConnectionState => {
  switch (event.type) {
    case 'initialized':
      return state.initialized ? state : { ...state, initialized: true };
    case 'namespace-activated':
      if (state.namespaces[event.namespace] === undefined || state.activeNamespace === event.namespace) return state;
      return { ...state, activeNamespace: event.namespace, isSwitchingNamespace: true };
    case 'namespace-switch-settled':
      return state.isSwitchingNamespace ? { ...state, isSwitchingNamespace: false } : state;
    case 'namespace-added':
      if (state.namespaces[event.namespace] !== undefined) return state;
      return {
        ...state,
        namespaces: { ...state.namespaces, [event.namespace]: idleNamespace(event.requested, event.requested[0].caipNetworkId) },
      };
    case 'pairing-changed':
      return { ...state, pairing: { ...state.pairing, ...event.pairing } };
    default: {
      const before = state.namespaces[event.namespace];
      if (before === undefined) return state;
      const after = reduceNamespace(before, event);
      return after === before ? state : { ...state, namespaces: { ...state.namespaces, [event.namespace]: after } };
    }
  }
};

type NamespaceEvent = Exclude<
  ConnectionEvent,
  { type: 'initialized' | 'namespace-activated' | 'namespace-switch-settled' | 'namespace-added' | 'pairing-changed' }
>;

const reduceNamespace = (state: NamespaceState, event: NamespaceEvent): NamespaceState => {
  const { session, attempt } = state;
  switch (event.type) {
    case 'attempt-started':
      // A silent attempt never displaces what a person started, nor a live session.
      if (event.silent && (session !== null || attempt !== null)) return state;
      return { ...state, attempt: { id: event.id, connectorId: event.connectorId, silent: event.silent } };
    case 'attempt-ended':
      return attempt?.id === event.id ? { ...state, attempt: null } : state;
    case 'session-established':
      if (attempt?.id !== event.attemptId) return state;
      return { ...state, ...forgetAccount, attempt: null, session: event.session, selectedChainId: event.session.chainId };
    case 'session-ended': {
      if (session === null) return state;
      const selected = state.requested.find(({ caipNetworkId }) => caipNetworkId === state.selectedChainId) ?? state.requested[0];
      return { ...idleNamespace(state.requested, selected.caipNetworkId), attempt };
    }
    case 'accounts-changed': {
      if (session === null) return state;
      const sameAddress = session.accounts[0].address === event.accounts[0].address;
      return { ...state, ...(sameAddress ? {} : forgetAccount), session: { ...session, accounts: event.accounts } };
    }
    case 'chain-changed':
      if (session === null || sameChain(session, event.chainId)) return state;
      return { ...state, balance: NO_BALANCE, session: { ...session, chainId: event.chainId }, selectedChainId: event.chainId };
    case 'network-selected':
      if (session !== null || state.selectedChainId === event.chainId) return state;
      return state.requested.some(({ caipNetworkId }) => caipNetworkId === event.chainId) ? { ...state, selectedChainId: event.chainId } : state;
    case 'networks-changed': {
      const stays = session !== null || event.requested.some(({ caipNetworkId }) => caipNetworkId === state.selectedChainId);
      return { ...state, requested: event.requested, selectedChainId: stays ? state.selectedChainId : event.requested[0].caipNetworkId };
    }
    case 'approved-chains':
      return { ...state, approvedChainIds: event.approvedChainIds, supportsAllNetworks: event.supportsAllNetworks };
    case 'balance-requested':
      return session === null || state.balance.loading ? state : { ...state, balance: { ...state.balance, loading: true } };
    case 'balance-loaded':
      if (session === null || session.accounts[0].address !== event.address || !sameChain(session, event.chainId)) return state;
      return { ...state, balance: { loading: false, balance: event.balance, lastRetry: null } };
    case 'balance-failed':
      return session === null ? state : { ...state, balance: { ...state.balance, loading: false, lastRetry: event.at } };
    case 'details-changed':
      return session === null ? state : { ...state, details: { ...state.details, ...event.details } };
  }
};
