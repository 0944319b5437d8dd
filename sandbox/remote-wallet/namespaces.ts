import type { ProposalTypes, SessionTypes } from '@walletconnect/types';
import type { Address } from 'viem';
import { KNOWN_METHODS } from '../wallet/engine/answer-request.js';
import type { NetworkChoice } from '../wallet/engine/question.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import type { Restriction } from './remote-command.js';

/** The one namespace of this wallet. @see https://namespaces.chainagnostic.org/eip155/README */
const NAMESPACE = 'eip155';

/** Events that the wallet sends. @see https://eips.ethereum.org/EIPS/eip-1193#events */
const EVENTS: readonly string[] = ['accountsChanged', 'chainChanged'];

/** Why a wallet cannot serve a proposal; keys of the official table of errors. */
export type Refusal = 'UNSUPPORTED_NAMESPACE_KEY' | 'UNSUPPORTED_CHAINS' | 'UNSUPPORTED_METHODS' | 'UNSUPPORTED_EVENTS';

/** CAIP-2 id of an EVM chain. */
export const chainName = (chainId: number): string => `${NAMESPACE}:${chainId}`;

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

/** The wallet's chains, the one it is on first: apps take the first for the current one. */
const chainsOf = ({ chains, chainId }: WalletState): readonly number[] => [
  chainId,
  ...chains.map((chain) => chain.chainId).filter((known) => known !== chainId),
];

/** The networks of a proposal that the wallet knows; all it knows when the proposal names none. */
export const networksOf = (state: WalletState, proposal: ProposalTypes.Struct): readonly NetworkChoice[] => {
  const required = wantedBy(proposal.requiredNamespaces);
  const optional = wantedBy(proposal.optionalNamespaces);
  const named = [...required.chains, ...optional.chains];
  const isOpen = required.keys.length + optional.keys.length === 0;
  return chainsOf(state).flatMap((chainId) => {
    const chain = state.chains.find((known) => known.chainId === chainId);
    if (chain === undefined || !(isOpen || named.includes(chainName(chainId)))) return [];
    return [{ chainId, name: chain.name, isRequired: required.chains.includes(chainName(chainId)) }];
  });
};

/** Methods that a proposal names, without repetitions. */
export const methodsOf = ({ requiredNamespaces, optionalNamespaces }: ProposalTypes.Struct): readonly string[] => [
  ...new Set([...wantedBy(requiredNamespaces).methods, ...wantedBy(optionalNamespaces).methods]),
];

/** Why the wallet cannot serve a proposal at all; `null` when it can. */
export const refusalOf = (state: WalletState, proposal: ProposalTypes.Struct): Refusal | null => {
  const required = wantedBy(proposal.requiredNamespaces);
  const known = state.chains.map(({ chainId }) => chainName(chainId));
  if (required.keys.some((key) => key !== NAMESPACE)) return 'UNSUPPORTED_NAMESPACE_KEY';
  if (required.chains.some((chain) => !known.includes(chain))) return 'UNSUPPORTED_CHAINS';
  if (required.methods.some((method) => !KNOWN_METHODS.includes(method))) return 'UNSUPPORTED_METHODS';
  if (required.events.some((event) => !EVENTS.includes(event))) return 'UNSUPPORTED_EVENTS';
  return networksOf(state, proposal).length === 0 ? 'UNSUPPORTED_CHAINS' : null;
};

const within = (all: readonly string[], allowed: readonly string[] | undefined): string[] =>
  all.filter((one) => allowed === undefined || allowed.includes(one));

const accountIds = (chains: readonly string[], accounts: readonly Address[]): string[] =>
  chains.flatMap((chain) => accounts.map((address) => `${chain}:${address}`));

/** What the wallet can serve with the chosen accounts and chains, in the form that the official builder takes. */
export const supportedNamespaces = (
  state: WalletState,
  accounts: readonly Address[],
  chosen: readonly number[],
  restriction: Restriction | null,
): Record<string, Required<SessionTypes.Namespace>> => {
  const chains = within(
    chainsOf(state)
      .filter((chainId) => chosen.includes(chainId))
      .map(chainName),
    restriction?.chains,
  );
  return {
    [NAMESPACE]: {
      chains,
      methods: within(KNOWN_METHODS, restriction?.methods),
      events: within(EVENTS, restriction?.events),
      accounts: accountIds(chains, accounts),
    },
  };
};

/** The wallet's part of a session; `null` in a session without one. */
export const ownNamespace = ({ namespaces }: SessionTypes.Struct): Required<SessionTypes.Namespace> | null => {
  const own = namespaces[NAMESPACE];
  if (own === undefined) return null;
  // CAIP-25 lets a namespace name its chains by its accounts only.
  const chains = own.chains ?? [...new Set(own.accounts.map((account) => account.split(':').slice(0, 2).join(':')))];
  return { ...own, chains };
};

/** The addresses of a session, without repetitions. */
export const addressesOf = (session: SessionTypes.Struct): readonly Address[] => [
  // The wallet itself gave these account ids.
  ...new Set((ownNamespace(session)?.accounts ?? []).map((account) => account.split(':')[2] as Address)),
];

/** The namespaces of a session with other accounts, and with one more chain where it is not among them. */
export const withAccounts = (session: SessionTypes.Struct, accounts: readonly Address[], chainId: number): SessionTypes.Namespaces => {
  const own = ownNamespace(session);
  if (own === null) return session.namespaces;
  const chains = own.chains.includes(chainName(chainId)) ? own.chains : [...own.chains, chainName(chainId)];
  return { ...session.namespaces, [NAMESPACE]: { ...own, chains, accounts: accountIds(chains, accounts) } };
};
