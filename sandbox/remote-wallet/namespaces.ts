import type { ProposalTypes, SessionTypes } from '@walletconnect/types';
import type { Address } from 'viem';
import { KNOWN_METHODS } from '../wallet/engine/answer-request.js';
import { accountsIn, networkAddress, polkadotKeyOf } from '../wallet/engine/keys/accounts-in.js';
import { NAMESPACE_NAMES, OTHER_NAMESPACES, type OtherNamespace } from '../wallet/engine/keys/namespace.js';
import type { NetworkChoice } from '../wallet/engine/question.js';
import { type SitePermission, type WalletState, withShare, withSite } from '../wallet/engine/wallet-state.js';
import type { Restriction } from './remote-control.js';

/** The namespaces of this wallet. @see https://namespaces.chainagnostic.org */
type Namespace = 'eip155' | OtherNamespace;

/** Events that the wallet sends, by namespace. @see https://eips.ethereum.org/EIPS/eip-1193#events */
const EVENTS: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: ['accountsChanged', 'chainChanged'],
  solana: ['accountsChanged', 'chainChanged'],
  bip122: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
  polkadot: ['accountsChanged', 'chainChanged'],
};

/** Why a wallet cannot serve a proposal; keys of the official table of errors. */
export type Refusal = 'UNSUPPORTED_NAMESPACE_KEY' | 'UNSUPPORTED_CHAINS' | 'UNSUPPORTED_METHODS' | 'UNSUPPORTED_EVENTS';

/** CAIP-2 id of an EVM chain. */
export const chainName = (chainId: number): string => `eip155:${chainId}`;

interface Wanted {
  readonly keys: readonly string[];
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What namespaces name together. A key may itself be a chain. @see https://chainagnostic.org/CAIPs/caip-25 */
const wantedBy = (namespaces: ProposalTypes.OptionalNamespaces): Wanted => {
  const entries = Object.entries(namespaces);
  return {
    keys: entries.map(([key]) => key.split(':')[0] ?? key),
    chains: entries.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
    methods: entries.flatMap(([, { methods }]) => methods),
    events: entries.flatMap(([, { events }]) => events),
  };
};

interface Held {
  readonly namespace: Namespace;
  /** CAIP-2. */
  readonly chain: string;
  readonly choice: NetworkChoice['chainId'];
  readonly name: string;
}

/** The wallet's chains, the one it is on first: apps take the first for the current one. */
const chainsOf = ({ chains, chainId, nodes }: WalletState): readonly Held[] => {
  const evm = [...chains].sort((one, other) => Number(other.chainId === chainId) - Number(one.chainId === chainId));
  return [
    ...evm.map((chain): Held => ({ namespace: 'eip155', chain: chainName(chain.chainId), choice: chain.chainId, name: chain.name })),
    ...OTHER_NAMESPACES.flatMap((namespace): readonly Held[] => {
      const chain = nodes[namespace]?.chainId;
      return chain === undefined ? [] : [{ namespace, chain, choice: chain, name: NAMESPACE_NAMES[namespace] }];
    }),
  ];
};

/** The networks of a proposal that the wallet knows; all it knows when the proposal names none. */
export const networksOf = (state: WalletState, proposal: ProposalTypes.Struct): readonly NetworkChoice[] => {
  const required = wantedBy(proposal.requiredNamespaces);
  const optional = wantedBy(proposal.optionalNamespaces);
  const named = [...required.chains, ...optional.chains];
  const isOpen = required.keys.length + optional.keys.length === 0;
  return chainsOf(state)
    .filter(({ chain }) => isOpen || named.includes(chain))
    .map(({ chain, choice, name }) => ({ chainId: choice, name, isRequired: required.chains.includes(chain) }));
};

/** Methods that a proposal names, without repetitions. */
export const methodsOf = ({ requiredNamespaces, optionalNamespaces }: ProposalTypes.Struct): readonly string[] => [
  ...new Set([...wantedBy(requiredNamespaces).methods, ...wantedBy(optionalNamespaces).methods]),
];

/** Why the wallet cannot serve a proposal at all; `null` when it can. */
export const refusalOf = (state: WalletState, proposal: ProposalTypes.Struct): Refusal | null => {
  const required = wantedBy(proposal.requiredNamespaces);
  const held = chainsOf(state);
  const namespaces = [...new Set(held.map(({ namespace }) => namespace))];
  const methods = namespaces.flatMap((namespace) => KNOWN_METHODS[namespace]);
  const events = namespaces.flatMap((namespace) => EVENTS[namespace]);
  if (required.keys.some((key) => !namespaces.some((namespace) => namespace === key))) return 'UNSUPPORTED_NAMESPACE_KEY';
  if (required.chains.some((chain) => !held.some((one) => one.chain === chain))) return 'UNSUPPORTED_CHAINS';
  if (required.methods.some((method) => !methods.includes(method))) return 'UNSUPPORTED_METHODS';
  if (required.events.some((event) => !events.includes(event))) return 'UNSUPPORTED_EVENTS';
  return networksOf(state, proposal).length === 0 ? 'UNSUPPORTED_CHAINS' : null;
};

const within = (all: readonly string[], allowed: readonly string[] | undefined): string[] =>
  all.filter((one) => allowed === undefined || allowed.includes(one));

/** What an account is called on a chain: on Bitcoin its payment address. */
const addressOn = (state: WalletState, chain: string, account: Address): string => {
  const place = state.accounts.findIndex(({ address }) => address === account);
  const namespace = OTHER_NAMESPACES.find((one) => chain.startsWith(`${one}:`));
  if (namespace === undefined) return account;
  if (namespace === 'polkadot') return networkAddress(polkadotKeyOf(place), chain);
  return accountsIn(namespace, place, { chainId: chain, url: '' })[0]?.address ?? '';
};

const accountIds = (state: WalletState, chains: readonly string[], accounts: readonly Address[]): string[] =>
  chains.flatMap((chain) => accounts.map((account) => `${chain}:${addressOn(state, chain, account)}`));

/** What the wallet can serve with the chosen accounts and chains, in the form that the official builder takes. */
export const supportedNamespaces = (
  state: WalletState,
  accounts: readonly Address[],
  chosen: readonly NetworkChoice['chainId'][],
  restriction: Restriction | null,
): Record<string, Required<SessionTypes.Namespace>> => {
  const held = chainsOf(state).filter(({ choice }) => chosen.includes(choice));
  const namespaces = [...new Set(held.map(({ namespace }) => namespace))];
  const served = namespaces.map((namespace): [string, Required<SessionTypes.Namespace>] => {
    const chains = within(
      held.filter((one) => one.namespace === namespace).map(({ chain }) => chain),
      restriction?.chains,
    );
    const methods = within(KNOWN_METHODS[namespace], restriction?.methods);
    const events = within(EVENTS[namespace], restriction?.events);
    return [namespace, { chains, methods, events, accounts: accountIds(state, chains, accounts) }];
  });
  return Object.fromEntries(served.filter(([, { chains }]) => chains.length > 0));
};

const whole = (namespace: SessionTypes.Namespace): Required<SessionTypes.Namespace> => ({
  ...namespace,
  // CAIP-25 lets a namespace name its chains by its accounts only.
  chains: namespace.chains ?? [...new Set(namespace.accounts.map((account) => account.split(':').slice(0, 2).join(':')))],
});

/** The EVM part of a session; `null` in a session without one. */
export const ownNamespace = ({ namespaces }: SessionTypes.Struct): Required<SessionTypes.Namespace> | null =>
  namespaces['eip155'] === undefined ? null : whole(namespaces['eip155']);

/** The namespaces of a session by name. */
export const partsOf = ({ namespaces }: SessionTypes.Struct): readonly (readonly [string, Required<SessionTypes.Namespace>])[] =>
  Object.entries(namespaces).map(([name, namespace]) => [name, whole(namespace)]);

/** Everything in a session, whatever its namespace. */
export const wholeSession = (session: SessionTypes.Struct): Required<SessionTypes.Namespace> => {
  const parts = partsOf(session).map(([, part]) => part);
  return {
    chains: parts.flatMap(({ chains }) => chains),
    accounts: parts.flatMap(({ accounts }) => accounts),
    methods: parts.flatMap(({ methods }) => methods),
    events: [...new Set(parts.flatMap(({ events }) => events))],
  };
};

/** The accounts of a session by their addresses on eip155, in its order, without repetitions. */
export const accountsOf = (state: WalletState, session: SessionTypes.Struct): readonly Address[] => {
  const ids = state.accounts.map(({ address }) => address);
  const found = wholeSession(session).accounts.flatMap((account) => {
    const [namespace, reference, address] = account.split(':');
    return ids.filter((id) => addressOn(state, `${namespace}:${reference}`, id) === address);
  });
  return [...new Set(found)];
};

/** The namespaces of a session with other accounts; with a chain, that one more where it is not among its EVM chains. */
export const withAccounts = (
  state: WalletState,
  session: SessionTypes.Struct,
  accounts: readonly Address[],
  chainId?: number,
): SessionTypes.Namespaces =>
  Object.fromEntries(
    partsOf(session).map(([name, part]) => {
      const added = name !== 'eip155' || chainId === undefined || part.chains.includes(chainName(chainId)) ? [] : [chainName(chainId)];
      const chains = [...part.chains, ...added];
      return [name, { ...part, chains, accounts: accountIds(state, chains, accounts) }];
    }),
  );

/** Lets a session use accounts in the namespaces that it has. */
export const withSession = (state: WalletState, session: SessionTypes.Struct, accounts: readonly Address[]): WalletState => {
  const permission: SitePermission = { id: crypto.randomUUID(), accounts, grantedAtMs: Date.now() };
  return OTHER_NAMESPACES.filter((namespace) => session.namespaces[namespace] !== undefined).reduce(
    (next, namespace) => withShare(next, namespace, session.topic, permission),
    withSite(state, session.topic, permission),
  );
};
