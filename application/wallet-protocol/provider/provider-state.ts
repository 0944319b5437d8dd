import {
  accountsIn,
  approvedNamespaces,
  mergeNamespaces,
  namespacePrefixOf,
  type ProviderNamespace,
  type ProviderNamespaces,
  withApprovedDefaults,
} from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { solanaReferences } from '../../../domain/wallet-protocol/provider/solana-chains.js';
import { grantedChains, isKeyOfNamespace, type SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { Eip155Provider, type Eip155ProviderDeps } from './eip155-provider.js';
import { type ApprovedNamespace, NamespaceProvider } from './namespace-provider.js';

/** Solana provider. Some wallets still use the former chain ids. @see https://namespaces.chainagnostic.org/solana/caip2 */
class SolanaProvider extends NamespaceProvider {
  protected override referencesOf(reference: string): readonly string[] {
    return solanaReferences(reference);
  }
}

/** Creates the provider of a namespace: a special one for eip155 and solana, the generic one for all others. */
export const createNamespaceProvider = (
  name: string,
  requested: ProviderNamespace | undefined,
  approved: ApprovedNamespace,
  deps: Eip155ProviderDeps,
): NamespaceProvider => {
  if (name === 'eip155') return new Eip155Provider(requested, approved, deps);
  return name === 'solana' ? new SolanaProvider(name, requested, approved, deps) : new NamespaceProvider(name, requested, approved, deps);
};

const approvedIn = (grants: SessionGrants, namespace: string): ApprovedNamespace => {
  const matching = Object.entries(grants)
    .filter(([key]) => isKeyOfNamespace(key, namespace))
    .map(([, grant]) => grant);
  return {
    accounts: accountsIn(grants, namespace),
    methods: [...new Set(matching.flatMap(({ methods }) => methods))],
    events: [...new Set(matching.flatMap(({ events }) => events))],
  };
};

/** Namespaces in which a session shares an account. */
const connectedNamespaces = (grants: SessionGrants): readonly string[] => [...new Set(grantedChains(grants).map(namespacePrefixOf))];

/** Requested and granted namespaces after an approval. */
export const settledNamespaces = (requested: ProviderNamespaces, grants: SessionGrants): ProviderNamespaces =>
  withApprovedDefaults(mergeNamespaces(requested, approvedNamespaces(grants)), grantedChains(grants));

/** Creates the providers of a session, by namespace. */
export const openProviders = (
  grants: SessionGrants,
  requested: ProviderNamespaces,
  deps: Eip155ProviderDeps,
): { [namespace: string]: NamespaceProvider } =>
  Object.fromEntries(
    connectedNamespaces(grants).map((namespace) => [
      namespace,
      createNamespaceProvider(namespace, requested[namespace], approvedIn(grants, namespace), deps),
    ]),
  );

/** Updates providers to changed grants: adds those of new namespaces and disposes removed ones. */
export const updateProviders = (
  providers: { [namespace: string]: NamespaceProvider },
  grants: SessionGrants,
  requested: ProviderNamespaces,
  deps: Eip155ProviderDeps,
): void => {
  const namespaces = connectedNamespaces(grants);
  for (const [namespace, provider] of Object.entries(providers)) {
    if (!namespaces.includes(namespace)) {
      provider.dispose();
      delete providers[namespace];
      continue;
    }
    provider.updateNamespace(approvedIn(grants, namespace));
  }
  for (const namespace of namespaces)
    providers[namespace] ??= createNamespaceProvider(namespace, requested[namespace], approvedIn(grants, namespace), deps);
};
