import type { AccountRecord, AccountType } from '../account/account-record.js';
import { type AddressLabels, addressLabelOf, withAddressLabel } from '../account/address-label.js';
import { isSameAddress } from '../account/same-address.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { type Namespace, namespacesOf } from '../caip/namespace.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import type { ConnectionEvent, NamespaceEvent } from './connection-event.js';
import type { AccountDetails, BalanceState, CachedSession, ConnectionState, NamespaceState, PairingState } from './connection-state.js';
import type { Connector } from './connector.js';
import {
  type AccountPreference,
  chosenAccount,
  findAccount,
  isSameAccount,
  moveToFront,
  orderAccounts,
  usableAccounts,
} from './shared-accounts.js';

/** Details of an account before any are loaded. */
export const NO_DETAILS: AccountDetails = {
  profileName: undefined,
  profileImage: undefined,
  preferredAccountType: undefined,
  user: undefined,
  socialProvider: undefined,
  smartAccountDeployed: undefined,
  smartAccountEnabledNetworks: undefined,
};

export const NO_LABELS: AddressLabels = new Map();

const NO_BALANCE: BalanceState = { loading: false, balance: null, lastRetry: null };

const NO_PAIRING: PairingState = {
  wcUri: undefined,
  wcPairingExpiry: undefined,
  wcLinking: undefined,
  recentWallet: undefined,
  wcError: false,
  approved: false,
  buffering: false,
  status: 'disconnected',
  pendingWallet: undefined,
};

/**
 * A namespace without a connection, on the given network (one of `networks`, or an unknown one).
 * @param cachedSession the connection of the previous page load
 */
export const disconnectedNamespace = (
  networks: readonly [Network, ...Network[]],
  selectedChainId: ChainId,
  cachedSession: CachedSession | null = null,
): NamespaceState => ({
  session: null,
  attempt: null,
  cachedSession,
  choice: null,
  networks,
  selectedChainId,
  approvedChainIds: null,
  supportsAllNetworks: true,
  missingPermissions: null,
  balance: NO_BALANCE,
  details: NO_DETAILS,
  keepsSignIns: false,
  addressLabels: NO_LABELS,
});

export const initialConnectionState = (
  namespaces: Readonly<Partial<Record<Namespace, NamespaceState>>>,
  activeNamespace: Namespace,
  lost: ConnectionState['lost'] = {},
): ConnectionState => ({
  initialized: false,
  activeNamespace,
  isSwitchingNamespace: false,
  sendEpoch: 0,
  namespaces,
  lost,
  pairing: NO_PAIRING,
});

/** Resets the data of the previous account. */
const resetAccount = (preferredAccountType: AccountType) => ({
  balance: NO_BALANCE,
  details: { ...NO_DETAILS, preferredAccountType },
});

/** Permissions end with their session. */
const NO_APPROVAL = { approvedChainIds: null, supportsAllNetworks: true, missingPermissions: null } as const;

/** A wallet may use a former chain id: it is replaced by the current id. */
const canonicalChainId = ({ networks }: NamespaceState, chainId: ChainId): ChainId =>
  findNetworkById(networks, chainId)?.caipNetworkId ?? chainId;

const NO_PREFERENCE: AccountPreference = { choice: null, type: undefined };

/** The site of the embedded wallet decides which account is in use, and lists it first: a preference is set there. */
const preferenceFor = ({ type }: Connector, preference: AccountPreference = NO_PREFERENCE): AccountPreference =>
  type === 'AUTH' ? NO_PREFERENCE : preference;

/** Tests whether a balance belongs to the current account and chain. */
const isCurrentAccount = (
  { session }: NamespaceState,
  { address, chainId }: { readonly address: string; readonly chainId: ChainId },
): boolean => session !== null && session.chainId === chainId && isSameAddress(namespaceOf(chainId), session.accounts[0].address, address);

/**
 * Reduces an event to the next connection state. Returns the same state for events of an unconfigured namespace, results of an outdated
 * attempt, wallet events without a session, and invalid accounts or chains.
 */
export const reduceConnection = (state: ConnectionState, event: ConnectionEvent): ConnectionState => {
  const next = reduce(state, event);
  return next === state || senderKeyOf(next) === senderKeyOf(state) ? next : { ...next, sendEpoch: state.sendEpoch + 1 };
};

/** Identifies the sending account and its chain. */
const senderKeyOf = ({ activeNamespace, namespaces: { [activeNamespace]: namespaceState } }: ConnectionState): string => {
  const { address, type } = namespaceState?.session?.accounts[0] ?? {};
  return `${activeNamespace} ${namespaceState?.session?.chainId ?? namespaceState?.selectedChainId} ${type} ${address}`;
};

const reduce = (state: ConnectionState, event: ConnectionEvent): ConnectionState => {
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
        namespaces: { ...state.namespaces, [event.namespace]: disconnectedNamespace(event.networks, event.networks[0].caipNetworkId) },
      };
    case 'namespace-removed':
      return removeNamespace(state, event.namespace);
    case 'pairing-changed': {
      const pairing = { ...state.pairing, ...event.pairing };
      // `pairing` has only the keys of its type.
      const isSame = (Object.keys(pairing) as (keyof PairingState)[]).every((key) => pairing[key] === state.pairing[key]);
      return isSame ? state : { ...state, pairing };
    }
    case 'connection-lost': {
      const { namespace, lost } = event;
      const current = state.lost[namespace];
      // Ignores a repeated event.
      if (state.namespaces[namespace] === undefined || (current?.reason === lost.reason && current.name === lost.name)) return state;
      return { ...state, lost: { ...state.lost, [namespace]: lost } };
    }
    case 'lost-connection-cleared':
      return withoutLostConnection(state, event.namespace);
    default: {
      const before = state.namespaces[event.namespace];
      if (before === undefined) return state;
      const after = reduceNamespace(before, event);
      if (after === before) return state;
      const next = { ...state, namespaces: { ...state.namespaces, [event.namespace]: after } };
      return event.type === 'session-established' ? withoutLostConnection(next, event.namespace) : next;
    }
  }
};

const withoutLostConnection = (state: ConnectionState, namespace: Namespace): ConnectionState => {
  const { [namespace]: lost, ...others } = state.lost;
  return lost === undefined ? state : { ...state, lost: others };
};

const removeNamespace = (state: ConnectionState, namespace: Namespace): ConnectionState => {
  const { [namespace]: removed, ...namespaces } = state.namespaces;
  const [next] = namespacesOf(namespaces);
  if (removed === undefined || removed.session !== null || removed.attempt !== null || next === undefined) return state;
  return { ...state, namespaces, activeNamespace: state.activeNamespace === namespace ? next : state.activeNamespace };
};

const reduceNamespace = (state: NamespaceState, event: NamespaceEvent): NamespaceState => {
  const { session, attempt } = state;
  switch (event.type) {
    case 'attempt-started':
      // An automatic attempt never replaces the user's attempt or a session.
      if (event.isAutomatic && (session !== null || attempt !== null)) return state;
      return {
        ...state,
        attempt: { id: event.id, connectorId: event.connectorId, isAutomatic: event.isAutomatic },
        cachedSession: event.isAutomatic ? state.cachedSession : null,
      };
    case 'attempt-ended':
      return attempt?.id === event.id ? { ...state, attempt: null, cachedSession: null } : state;
    case 'session-established': {
      const { connector, chainId } = event.session;
      const shared = usableAccounts(event.session.accounts, chainId);
      if (attempt?.id !== event.attemptId || shared === null) return state;
      if (connector.namespace !== event.namespace || namespaceOf(chainId) !== event.namespace) return state;
      const selectedChainId = canonicalChainId(state, chainId);
      const preference = preferenceFor(connector, event.preference);
      const accounts = orderAccounts(shared, preference);
      return {
        ...state,
        ...resetAccount(accounts[0].type),
        ...NO_APPROVAL,
        attempt: null,
        cachedSession: null,
        session: { connector, accounts, chainId: selectedChainId },
        choice: chosenAccount(shared, preference.choice) === undefined ? null : preference.choice,
        selectedChainId,
        keepsSignIns: false,
      };
    }
    case 'session-ended': {
      if (session === null) return state;
      const selectedNetwork = findNetworkById(state.networks, state.selectedChainId) ?? state.networks[0];
      return {
        ...disconnectedNamespace(state.networks, selectedNetwork.caipNetworkId),
        attempt,
        keepsSignIns: event.keepSignIns === true,
        addressLabels: state.addressLabels,
      };
    }
    case 'accounts-changed': {
      const shared = session && usableAccounts(event.accounts, session.chainId);
      if (session === null) return state;
      // Without usable accounts the session ends.
      if (shared === null) return reduceNamespace(state, { type: 'session-ended', namespace: event.namespace });
      const preference = preferenceFor(session.connector, { choice: state.choice, type: state.details.preferredAccountType });
      const choice = chosenAccount(shared, preference.choice) === undefined ? null : preference.choice;
      const accounts = orderAccounts(shared, { ...preference, choice });
      const isSame =
        choice === state.choice &&
        accounts.length === session.accounts.length &&
        // Both lists have the same length.
        accounts.every((account, index) => isSameAccount(account, session.accounts[index] as AccountRecord));
      if (isSame) return state;
      const isAddressUnchanged = isSameAddress(event.namespace, session.accounts[0].address, accounts[0].address);
      return { ...state, ...(isAddressUnchanged ? {} : resetAccount(accounts[0].type)), choice, session: { ...session, accounts } };
    }
    case 'account-selected': {
      const chosen = session && findAccount(session.accounts, event.address, event.accountType);
      if (session === null || chosen == null || chosen === session.accounts[0]) return state;
      const { address, type } = chosen;
      const choice = { address, type, firstAddress: state.choice?.firstAddress ?? session.accounts[0].address };
      return { ...state, ...resetAccount(type), choice, session: { ...session, accounts: moveToFront(session.accounts, chosen) } };
    }
    case 'chain-changed': {
      const chainId = canonicalChainId(state, event.chainId);
      if (session === null || session.chainId === chainId || namespaceOf(chainId) !== event.namespace) return state;
      return { ...state, balance: NO_BALANCE, session: { ...session, chainId }, selectedChainId: chainId };
    }
    case 'network-selected': {
      const chosen = findNetworkById(state.networks, event.chainId);
      if (session !== null || chosen === undefined || state.selectedChainId === chosen.caipNetworkId) return state;
      return { ...state, selectedChainId: chosen.caipNetworkId };
    }
    case 'networks-changed': {
      const { networks } = event;
      const chainId = findNetworkById(networks, state.selectedChainId)?.caipNetworkId;
      if (session !== null)
        return {
          ...state,
          networks,
          selectedChainId: chainId ?? state.selectedChainId,
          session: { ...session, chainId: chainId ?? session.chainId },
        };
      return { ...state, networks, selectedChainId: chainId ?? networks[0].caipNetworkId };
    }
    case 'approved-chains':
      return session === null
        ? state
        : {
            ...state,
            approvedChainIds: event.approvedChainIds,
            supportsAllNetworks: event.supportsAllNetworks,
            missingPermissions: event.missingPermissions ?? null,
          };
    case 'balance-requested':
      return session === null || state.balance.loading ? state : { ...state, balance: { ...state.balance, loading: true } };
    case 'balance-cancelled':
      return state.balance.loading ? { ...state, balance: { ...state.balance, loading: false } } : state;
    case 'balance-loaded':
      return isCurrentAccount(state, event) ? { ...state, balance: { loading: false, balance: event.balance, lastRetry: null } } : state;
    case 'balance-failed':
      return isCurrentAccount(state, event)
        ? { ...state, balance: { ...state.balance, loading: false, lastRetry: event.at, error: event.error } }
        : state;
    case 'address-labelled':
      if (addressLabelOf(state.addressLabels, event.namespace, event.address) === (event.label ?? undefined)) return state;
      return { ...state, addressLabels: withAddressLabel(state.addressLabels, event.namespace, event.address, event.label) };
    case 'details-changed':
      return session === null ? state : { ...state, details: { ...state.details, ...event.details } };
  }
};
