import type { ProviderNamespace } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { Eip155Provider, type Eip155ProviderDeps } from './eip155-provider.js';
import { type ApprovedNamespace, NamespaceProvider } from './namespace-provider.js';
import { SolanaProvider } from './solana-provider.js';

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
