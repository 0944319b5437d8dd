/**
 * Account types by CAIP-2 namespace. Adapters of other namespaces extend it by declaration merging and call {@link registerNamespace}
 * before a client is created.
 * @example
 * declare module 'latchkey' {
 *   interface AccountTypes {
 *     readonly toychain: 'eoa';
 *   }
 * }
 * @see https://namespaces.chainagnostic.org
 */
export interface AccountTypes {
  readonly eip155: 'eoa' | 'smartAccount';
  readonly solana: 'eoa';
  readonly bip122: 'payment' | 'ordinal' | 'stx';
  readonly polkadot: 'eoa';
}
