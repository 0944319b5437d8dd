import type { AccountRecord, AccountType } from '../account/account-record.js';
import { type AddressLabels, addressLabelOf, withAddressLabel } from '../account/address-label.js';
import { isSameAddress } from '../account/same-address.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { type Namespace, namespacesOf } from '../caip/namespace.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import type { ConnectionEvent, NamespaceEvent } from './connection-event.js';
import type { AccountDetails, BalanceState, ConnectionState, NamespaceState, PairingState, RememberedSession } from './connection-state.js';
import { arrangedAccounts, chosenOf, findAccount, isSameAccount, usableAccounts, withFirst } from './shared-accounts.js';

/** What is known of an account beyond its address when nothing is. */
export const NO_DETAILS: AccountDetails = {
  profileName: undefined,
  profileImage: undefined,
  preferredAccountType: undefined,
};

/** No address has a name. */
export const NO_LABELS: AddressLabels = new Map();

const NO_BALANCE: BalanceState = { loading: false, balance: null, lastRetry: null };

const NO_PAIRING: PairingState = {
  wcUri: undefined,
  wcPairingExpiry: undefined,
  wcLinking: undefined,
  recentWallet: undefined,
  wcError: false,
  buffering: false,
  status: 'disconnected',
  asked: undefined,
};

/**
 * A namespace with nothing connected, on the given network (one of `requested`, or an unknown one).
 * @param remembered what the last page was connected with
 */
export const idleNamespace = (
  requested: readonly [Network, ...Network[]],
  selectedChainId: ChainId,
  remembered: RememberedSession | null = null,
): NamespaceState => ({
  session: null,
  attempt: null,
  remembered,
  choice: null,
  requested,
  selectedChainId,
  approvedChainIds: null,
  supportsAllNetworks: true,
  ungranted: null,
  balance: NO_BALANCE,
  details: NO_DETAILS,
  addressLabels: NO_LABELS,
});

/** The state before anything happened. */
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

/** The session's account is another one: what belonged to the old one goes. */
const forgetAccount = (preferredAccountType: AccountType) => ({
  balance: NO_BALANCE,
  details: { ...NO_DETAILS, preferredAccountType },
});

/** What the wallet allows ends with its session. */
const forgetApproval = { approvedChainIds: null, supportsAllNetworks: true, ungranted: null } as const;

/** A wallet may know a chain by a former id: everybody else sees the present one. */
const presentId = ({ requested }: NamespaceState, chainId: ChainId): ChainId =>
  findNetworkById(requested, chainId)?.caipNetworkId ?? chainId;

/** Whether a balance was read for the account and chain that are current. */
const isCurrent = ({ session }: NamespaceState, { address, chainId }: { readonly address: string; readonly chainId: ChainId }): boolean =>
  session !== null && session.chainId === chainId && isSameAddress(namespaceOf(chainId), session.accounts[0].address, address);

/**
 * The connection's rules as one pure function. Events about a namespace that is not configured, outcomes of an attempt
 * that is no longer the current one, wallet events without a session, and what no account or chain of the namespace can
 * be, change nothing: the same state comes back.
 */
export const reduceConnection = (state: ConnectionState, event: ConnectionEvent): ConnectionState => {
  const next = reduce(state, event);
  return next === state || senderOf(next) === senderOf(state) ? next : { ...next, sendEpoch: state.sendEpoch + 1 };
};

/** Who would send, and where. */
const senderOf = ({ activeNamespace, namespaces: { [activeNamespace]: own } }: ConnectionState): string => {
  const { address, type } = own?.session?.accounts[0] ?? {};
  return `${activeNamespace} ${own?.session?.chainId ?? own?.selectedChainId} ${type} ${address}`;
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
        namespaces: { ...state.namespaces, [event.namespace]: idleNamespace(event.requested, event.requested[0].caipNetworkId) },
      };
    case 'namespace-removed':
      return removeNamespace(state, event.namespace);
    case 'pairing-changed': {
      const pairing = { ...state.pairing, ...event.pairing };
      // The keys of a pairing are known.
      const isSame = (Object.keys(pairing) as (keyof PairingState)[]).every((key) => pairing[key] === state.pairing[key]);
      return isSame ? state : { ...state, pairing };
    }
    case 'connection-lost': {
      const { namespace, lost } = event;
      const known = state.lost[namespace];
      // The same loss told twice is one.
      if (state.namespaces[namespace] === undefined || (known?.reason === lost.reason && known.name === lost.name)) return state;
      return { ...state, lost: { ...state.lost, [namespace]: lost } };
    }
    case 'loss-forgotten':
      return withoutLoss(state, event.namespace);
    default: {
      const before = state.namespaces[event.namespace];
      if (before === undefined) return state;
      const after = reduceNamespace(before, event);
      if (after === before) return state;
      const next = { ...state, namespaces: { ...state.namespaces, [event.namespace]: after } };
      return event.type === 'session-established' ? withoutLoss(next, event.namespace) : next;
    }
  }
};

const withoutLoss = (state: ConnectionState, namespace: Namespace): ConnectionState => {
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
      // A silent attempt never displaces what a person started, nor a live session.
      if (event.silent && (session !== null || attempt !== null)) return state;
      return {
        ...state,
        attempt: { id: event.id, connectorId: event.connectorId, silent: event.silent },
        remembered: event.silent ? state.remembered : null,
      };
    case 'attempt-ended':
      return attempt?.id === event.id ? { ...state, attempt: null, remembered: null } : state;
    case 'session-established': {
      const { connector, chainId } = event.session;
      const shared = usableAccounts(event.session.accounts, chainId);
      if (attempt?.id !== event.attemptId || shared === null) return state;
      if (connector.namespace !== event.namespace || namespaceOf(chainId) !== event.namespace) return state;
      const selectedChainId = presentId(state, chainId);
      const wanted = event.wanted ?? { choice: null, type: undefined };
      const accounts = arrangedAccounts(shared, wanted);
      return {
        ...state,
        ...forgetAccount(accounts[0].type),
        ...forgetApproval,
        attempt: null,
        remembered: null,
        session: { connector, accounts, chainId: selectedChainId },
        choice: chosenOf(shared, wanted.choice) === undefined ? null : wanted.choice,
        selectedChainId,
      };
    }
    case 'session-ended': {
      if (session === null) return state;
      const selected = findNetworkById(state.requested, state.selectedChainId) ?? state.requested[0];
      return { ...idleNamespace(state.requested, selected.caipNetworkId), attempt, addressLabels: state.addressLabels };
    }
    case 'accounts-changed': {
      const shared = session && usableAccounts(event.accounts, session.chainId);
      if (session === null) return state;
      // A wallet that shares nothing usable any more shares nothing.
      if (shared === null) return reduceNamespace(state, { type: 'session-ended', namespace: event.namespace });
      const choice = chosenOf(shared, state.choice) === undefined ? null : state.choice;
      const accounts = arrangedAccounts(shared, { choice, type: state.details.preferredAccountType });
      const isSame =
        choice === state.choice &&
        accounts.length === session.accounts.length &&
        // There are as many of the former ones.
        accounts.every((account, index) => isSameAccount(account, session.accounts[index] as AccountRecord));
      if (isSame) return state;
      const keeps = isSameAddress(event.namespace, session.accounts[0].address, accounts[0].address);
      return { ...state, ...(keeps ? {} : forgetAccount(accounts[0].type)), choice, session: { ...session, accounts } };
    }
    case 'account-selected': {
      const chosen = session && findAccount(session.accounts, event.address, event.accountType);
      if (session === null || chosen == null || chosen === session.accounts[0]) return state;
      const { address, type } = chosen;
      const choice = { address, type, over: state.choice?.over ?? session.accounts[0].address };
      return { ...state, ...forgetAccount(type), choice, session: { ...session, accounts: withFirst(session.accounts, chosen) } };
    }
    case 'chain-changed': {
      const chainId = presentId(state, event.chainId);
      if (session === null || session.chainId === chainId || namespaceOf(chainId) !== event.namespace) return state;
      return { ...state, balance: NO_BALANCE, session: { ...session, chainId }, selectedChainId: chainId };
    }
    case 'network-selected': {
      const chosen = findNetworkById(state.requested, event.chainId);
      if (session !== null || chosen === undefined || state.selectedChainId === chosen.caipNetworkId) return state;
      return { ...state, selectedChainId: chosen.caipNetworkId };
    }
    case 'networks-changed': {
      const { requested } = event;
      const chainId = findNetworkById(requested, state.selectedChainId)?.caipNetworkId;
      if (session !== null)
        return {
          ...state,
          requested,
          selectedChainId: chainId ?? state.selectedChainId,
          session: { ...session, chainId: chainId ?? session.chainId },
        };
      return { ...state, requested, selectedChainId: chainId ?? requested[0].caipNetworkId };
    }
    case 'approved-chains':
      return session === null
        ? state
        : {
            ...state,
            approvedChainIds: event.approvedChainIds,
            supportsAllNetworks: event.supportsAllNetworks,
            ungranted: event.ungranted ?? null,
          };
    case 'balance-requested':
      return session === null || state.balance.loading ? state : { ...state, balance: { ...state.balance, loading: true } };
    case 'balance-given-up':
      return state.balance.loading ? { ...state, balance: { ...state.balance, loading: false } } : state;
    case 'balance-loaded':
      return isCurrent(state, event) ? { ...state, balance: { loading: false, balance: event.balance, lastRetry: null } } : state;
    case 'balance-failed':
      return isCurrent(state, event)
        ? { ...state, balance: { ...state.balance, loading: false, lastRetry: event.at, error: event.error } }
        : state;
    case 'address-labelled':
      if (addressLabelOf(state.addressLabels, event.namespace, event.address) === (event.label ?? undefined)) return state;
      return { ...state, addressLabels: withAddressLabel(state.addressLabels, event.namespace, event.address, event.label) };
    case 'details-changed':
      return session === null ? state : { ...state, details: { ...state.details, ...event.details } };
  }
};
