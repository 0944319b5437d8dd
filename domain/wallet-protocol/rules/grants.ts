/** Approved permissions of one key of a session's namespaces. */
export interface SessionGrant {
  /** Absent if the chains follow from the accounts. */
  readonly chains?: readonly string[];
  readonly accounts: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** Approved namespaces, by namespace (`eip155`) or chain (`eip155:1`), including unregistered ones. */
export type SessionGrants = Readonly<Record<string, SessionGrant>>;

/** Requested permissions of one key of a proposal's namespaces. */
export interface RequestedNamespace {
  readonly chains?: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/** Requested namespaces, by namespace or chain. */
export type RequestedNamespaces = Readonly<Record<string, RequestedNamespace>>;

/** Tests whether a key is the namespace or one of its chains. */
export const isKeyOfNamespace = (key: string, namespace: string): boolean => key === namespace || key.startsWith(`${namespace}:`);

/** The chain of an account id. @see https://chainagnostic.org/CAIPs/caip-10 */
const chainOf = (account: string): string => account.split(':').slice(0, 2).join(':');

/** The chain of each account. */
export const chainsOfAccounts = (accounts: readonly string[]): readonly string[] => accounts.map(chainOf);

/** Approved chains of a session: those with an account. The `chains` members are ignored. */
export const grantedChains = (grants: SessionGrants): readonly string[] => [
  ...new Set(Object.values(grants).flatMap(({ accounts }) => chainsOfAccounts(accounts))),
];

/** Approved methods or events on a chain: those of all entries with an account on it. */
export const grantedOn = (grants: SessionGrants, chainId: string, kind: 'methods' | 'events'): readonly string[] => [
  ...new Set(
    Object.values(grants)
      .filter(({ accounts }) => chainsOfAccounts(accounts).includes(chainId))
      .flatMap((grant) => grant[kind]),
  ),
];
