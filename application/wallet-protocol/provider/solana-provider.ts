import { solanaReferences } from '../../../domain/wallet-protocol/provider/solana-chains.js';
import { NamespaceProvider } from './namespace-provider.js';

/** Serves Solana, whose chains some wallets still know by their former ids. @see https://namespaces.chainagnostic.org/solana/caip2 */
export class SolanaProvider extends NamespaceProvider {
  protected override referencesOf(reference: string): readonly string[] {
    return solanaReferences(reference);
  }
}
