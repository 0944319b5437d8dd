import type { ProposalTypes, SessionTypes } from '@walletconnect/types';
import type { Address } from 'viem';
import { KNOWN_METHODS } from '../wallet/engine/handle-request.js';
import { accountsIn, networkAddress, polkadotKeyOf } from '../wallet/engine/keys/accounts-in.js';
import { NAMESPACE_NAMES, OTHER_NAMESPACES, type OtherNamespace } from '../wallet/engine/keys/namespace.js';
import type { NetworkChoice } from '../wallet/engine/prompt.js';
import { type SitePermission, type WalletState, withShare, withSite } from '../wallet/engine/wallet-state.js';
import type { Restriction } from './remote-control.js';

/** Namespaces of this wallet. @see https://namespaces.chainagnostic.org */
type Namespace = 'eip155' | OtherNamespace;

/** Events that the wallet emits, by namespace. @see https://eips.ethereum.org/EIPS/eip-1193#events */
const EVENTS: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: ['accountsChanged', 'chainChanged'],
  solana: ['accountsChanged', 'chainChanged'],
  bip122: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
  polkadot: ['accountsChanged', 'chainChanged'],
};

/** Reason why a proposal is not supported: a key of the SDK's error table. */
export type Refusal = 'UNSUPPORTED_NAMESPACE_KEY' | 'UNSUPPORTED_CHAINS' | 'UNSUPPORTED_METHODS' | 'UNSUPPORTED_EVENTS';

/** Returns the CAIP-2 id of an EVM chain. */
export const chainName = (chainId: number): string => `eip155:${chainId}`;

interface Requirements {
  readonly keys: readonly string[];
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** Merges the requirements of all namespaces. A key may itself be a chain. @see https://chainagnostic.org/CAIPs/caip-25 */
const requirementsOf = (namespaces: ProposalTypes.OptionalNamespaces): Requirements => {
  const entries = Object.entries(namespaces);
  return {
    keys: entries.map(([key]) => key.split(':')[0] ?? key),
    chains: entries.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
    methods: entries.flatMap(([, { methods }]) => methods),
    events: entries.flatMap(([, { events }]) => events),
  };
};

interface SupportedChain {
  readonly namespace: Namespace;
  /** CAIP-2. */
  readonly chain: string;
  readonly choice: NetworkChoice['chainId'];
  readonly name: string;
}

/** Returns the wallet's chains, the current one first, because apps treat the first as current. */
const chainsOf = ({ chains, chainId, nodes }: WalletState): readonly SupportedChain[] => {
  const evm = [...chains].sort((one, other) => Number(other.chainId === chainId) - Number(one.chainId === chainId));
  return [
    ...evm.map(
      (chain): SupportedChain => ({ namespace: 'eip155', chain: chainName(chain.chainId), choice: chain.chainId, name: chain.name }),
    ),
    ...OTHER_NAMESPACES.flatMap((namespace): readonly SupportedChain[] => {
      const chain = nodes[namespace]?.chainId;
      return chain === undefined ? [] : [{ namespace, chain, choice: chain, name: NAMESPACE_NAMES[namespace] }];
    }),
  ];
};

/** Returns the networks of a proposal that the wallet supports, or all supported ones if the proposal names none. */
export const networksOf = (state: WalletState, proposal: ProposalTypes.Struct): readonly NetworkChoice[] => {
  const required = requirementsOf(proposal.requiredNamespaces);
  const optional = requirementsOf(proposal.optionalNamespaces);
  const named = [...required.chains, ...optional.chains];
  const isUnrestricted = required.keys.length + optional.keys.length === 0;
  return chainsOf(state)
    .filter(({ chain }) => isUnrestricted || named.includes(chain))
    .map(({ chain, choice, name }) => ({ chainId: choice, name, isRequired: required.chains.includes(chain) }));
};

/** Returns the distinct methods of a proposal. */
export const methodsOf = ({ requiredNamespaces, optionalNamespaces }: ProposalTypes.Struct): readonly string[] => [
  ...new Set([...requirementsOf(requiredNamespaces).methods, ...requirementsOf(optionalNamespaces).methods]),
];

/** Returns the reason why the wallet cannot support a proposal; `null` if it can. */
export const refusalOf = (state: WalletState, proposal: ProposalTypes.Struct): Refusal | null => {
  const required = requirementsOf(proposal.requiredNamespaces);
  const supported = chainsOf(state);
  const namespaces = [...new Set(supported.map(({ namespace }) => namespace))];
  const methods = namespaces.flatMap((namespace) => KNOWN_METHODS[namespace]);
  const events = namespaces.flatMap((namespace) => EVENTS[namespace]);
  if (required.keys.some((key) => !namespaces.some((namespace) => namespace === key))) return 'UNSUPPORTED_NAMESPACE_KEY';
  if (required.chains.some((chain) => !supported.some((each) => each.chain === chain))) return 'UNSUPPORTED_CHAINS';
  if (required.methods.some((method) => !methods.includes(method))) return 'UNSUPPORTED_METHODS';
  if (required.events.some((event) => !events.includes(event))) return 'UNSUPPORTED_EVENTS';
  return networksOf(state, proposal).length === 0 ? 'UNSUPPORTED_CHAINS' : null;
};

const within = (all: readonly string[], allowed: readonly string[] | undefined): string[] =>
  all.filter((each) => allowed === undefined || allowed.includes(each));

/** Returns the address of an account on a chain; on Bitcoin the payment address. */
const addressOn = (state: WalletState, chain: string, account: Address): string => {
  const index = state.accounts.findIndex(({ address }) => address === account);
  const namespace = OTHER_NAMESPACES.find((one) => chain.startsWith(`${one}:`));
  if (namespace === undefined) return account;
  if (namespace === 'polkadot') return networkAddress(polkadotKeyOf(index), chain);
  return accountsIn(namespace, index, { chainId: chain, url: '' })[0]?.address ?? '';
};

const accountIds = (state: WalletState, chains: readonly string[], accounts: readonly Address[]): string[] =>
  chains.flatMap((chain) => accounts.map((account) => `${chain}:${addressOn(state, chain, account)}`));

/** Returns the supported namespaces for the selected accounts and chains, in the SDK builder's format. */
export const supportedNamespaces = (
  state: WalletState,
  accounts: readonly Address[],
  chosen: readonly NetworkChoice['chainId'][],
  restriction: Restriction | null,
): Record<string, Required<SessionTypes.Namespace>> => {
  const supported = chainsOf(state).filter(({ choice }) => chosen.includes(choice));
  const namespaces = [...new Set(supported.map(({ namespace }) => namespace))];
  const served = namespaces.map((namespace): [string, Required<SessionTypes.Namespace>] => {
    const chains = within(
      supported.filter((each) => each.namespace === namespace).map(({ chain }) => chain),
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
  // CAIP-25 allows omitting chains when the accounts name them.
  chains: namespace.chains ?? [...new Set(namespace.accounts.map((account) => account.split(':').slice(0, 2).join(':')))],
});

/** Returns the EVM namespace of a session; `null` if there is none. */
export const ownNamespace = ({ namespaces }: SessionTypes.Struct): Required<SessionTypes.Namespace> | null =>
  namespaces['eip155'] === undefined ? null : whole(namespaces['eip155']);

/** Returns the namespaces of a session by name. */
export const partsOf = ({ namespaces }: SessionTypes.Struct): readonly (readonly [string, Required<SessionTypes.Namespace>])[] =>
  Object.entries(namespaces).map(([name, namespace]) => [name, whole(namespace)]);

/** Merges all namespaces of a session. */
export const wholeSession = (session: SessionTypes.Struct): Required<SessionTypes.Namespace> => {
  const parts = partsOf(session).map(([, part]) => part);
  return {
    chains: parts.flatMap(({ chains }) => chains),
    accounts: parts.flatMap(({ accounts }) => accounts),
    methods: parts.flatMap(({ methods }) => methods),
    events: [...new Set(parts.flatMap(({ events }) => events))],
  };
};

/** Returns the accounts of a session by their eip155 address, distinct and in the session's order. */
export const accountsOf = (state: WalletState, session: SessionTypes.Struct): readonly Address[] => {
  const ids = state.accounts.map(({ address }) => address);
  const found = wholeSession(session).accounts.flatMap((account) => {
    const [namespace, reference, address] = account.split(':');
    return ids.filter((id) => addressOn(state, `${namespace}:${reference}`, id) === address);
  });
  return [...new Set(found)];
};

/** Returns a session's namespaces with other accounts. A `chainId` is added to its EVM chains if missing. */
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

/** Grants a session access to accounts in its namespaces. */
export const withSession = (state: WalletState, session: SessionTypes.Struct, accounts: readonly Address[]): WalletState => {
  const permission: SitePermission = { id: crypto.randomUUID(), accounts, grantedAtMs: Date.now() };
  return OTHER_NAMESPACES.filter((namespace) => session.namespaces[namespace] !== undefined).reduce(
    (next, namespace) => withShare(next, namespace, session.topic, permission),
    withSite(state, session.topic, permission),
  );
};
