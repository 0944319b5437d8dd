import {
  accountsIn,
  approvedNamespaces,
  familyOf,
  mergeNamespaces,
  type ProviderNamespace,
  type ProviderNamespaces,
  withApprovedDefaults,
} from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { solanaReferences } from '../../../domain/wallet-protocol/provider/solana-chains.js';
import { grantedChains, isOfFamily, type SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { Eip155Provider, type Eip155ProviderDeps } from './eip155-provider.js';
import { type ApprovedNamespace, NamespaceProvider } from './namespace-provider.js';

/** Serves Solana, whose chains some wallets still know by their former ids. @see https://namespaces.chainagnostic.org/solana/caip2 */
class SolanaProvider extends NamespaceProvider {
  protected override referencesOf(reference: string): readonly string[] {
    return solanaReferences(reference);
  }
}

/** Makes the provider of a namespace: those with rules of their own have their own, all others are served alike. */
export const createNamespaceProvider = (
  name: string,
  asked: ProviderNamespace | undefined,
  approved: ApprovedNamespace,
  deps: Eip155ProviderDeps,
): NamespaceProvider => {
  if (name === 'eip155') return new Eip155Provider(asked, approved, deps);
  return name === 'solana' ? new SolanaProvider(name, asked, approved, deps) : new NamespaceProvider(name, asked, approved, deps);
};

const approvedIn = (grants: SessionGrants, family: string): ApprovedNamespace => {
  const own = Object.entries(grants)
    .filter(([key]) => isOfFamily(key, family))
    .map(([, grant]) => grant);
  return {
    accounts: accountsIn(grants, family),
    methods: [...new Set(own.flatMap(({ methods }) => methods))],
    events: [...new Set(own.flatMap(({ events }) => events))],
  };
};

/** The namespaces that a session shares an account in. */
const familiesOf = (grants: SessionGrants): readonly string[] => [...new Set(grantedChains(grants).map(familyOf))];

/** What is asked for and allowed, once a wallet approved. */
export const settledNamespaces = (asked: ProviderNamespaces, grants: SessionGrants): ProviderNamespaces =>
  withApprovedDefaults(mergeNamespaces(asked, approvedNamespaces(grants)), grantedChains(grants));

/** The providers of a session, by namespace. */
export const openProviders = (
  grants: SessionGrants,
  asked: ProviderNamespaces,
  deps: Eip155ProviderDeps,
): { [namespace: string]: NamespaceProvider } =>
  Object.fromEntries(
    familiesOf(grants).map((family) => [family, createNamespaceProvider(family, asked[family], approvedIn(grants, family), deps)]),
  );

/** Brings providers to what a session allows now: new namespaces get theirs, those that are gone lose it. */
export const updateProviders = (
  providers: { [namespace: string]: NamespaceProvider },
  grants: SessionGrants,
  asked: ProviderNamespaces,
  deps: Eip155ProviderDeps,
): void => {
  const families = familiesOf(grants);
  for (const [family, provider] of Object.entries(providers)) {
    if (!families.includes(family)) {
      provider.dispose();
      delete providers[family];
      continue;
    }
    provider.updateNamespace(approvedIn(grants, family));
  }
  for (const family of families) providers[family] ??= createNamespaceProvider(family, asked[family], approvedIn(grants, family), deps);
};
