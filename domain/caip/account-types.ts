/**
 * What kinds of account there are, by CAIP-2 namespace: the four that Latchkey speaks. The adapter of another one adds its own, so
 * that every type of Latchkey knows it, and has {@link registerNamespace} called before a client is made.
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
