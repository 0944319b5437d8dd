/** What a wallet allows under one key of a session's namespaces. */
export interface SessionGrant {
  /** Absent where the wallet names them by its accounts alone. */
  readonly chains?: readonly string[];
  readonly accounts: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What a wallet allows, by namespace (`eip155`) or by chain (`eip155:1`), of whatever namespaces. */
export type SessionGrants = Readonly<Record<string, SessionGrant>>;

/** What is asked of a wallet under one key of a proposal's namespaces. */
export interface ProposalDemand {
  readonly chains?: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** What is asked of a wallet, by namespace or by chain. */
export type ProposalDemands = Readonly<Record<string, ProposalDemand>>;

/** Whether a key of namespaces is that of a family of chains, or of one of its chains. */
export const isOfFamily = (key: string, family: string): boolean => key === family || key.startsWith(`${family}:`);

/** The chain of an account. @see https://chainagnostic.org/CAIPs/caip-10 */
const chainOf = (account: string): string => account.split(':').slice(0, 2).join(':');

/** The chains of accounts, each as often as it has accounts. */
export const chainsOfAccounts = (accounts: readonly string[]): readonly string[] => accounts.map(chainOf);

/** The chains that a session allows: those that it shares an account on. The lists of chains beside them do not count. */
export const grantedChains = (grants: SessionGrants): readonly string[] => [
  ...new Set(Object.values(grants).flatMap(({ accounts }) => chainsOfAccounts(accounts))),
];

/** The calls or events that a session allows on a chain: those of all entries that share an account there. */
export const grantedOn = (grants: SessionGrants, chainId: string, what: 'methods' | 'events'): readonly string[] => [
  ...new Set(
    Object.values(grants)
      .filter(({ accounts }) => chainsOfAccounts(accounts).includes(chainId))
      .flatMap((grant) => grant[what]),
  ),
];
